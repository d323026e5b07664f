// What /health says: figures, and what failed last, without secrets: everybody may ask.
import type { ConnectionRow } from '../feed/contract.ts'
import type { HostFigures } from '../host/host.ts'
import type { ClockFigures } from '../store/clock.ts'
import type { Failures } from './failures.ts'

interface Standing {
  /** The host runs and the channels are open. */
  isReady: boolean
  /** Its file was deleted or replaced. */
  isStoreLost: boolean
  /** Posts are answered 503. */
  isRefusing: boolean
  /** Channels of modules that are not started. */
  channelsDown: readonly string[]
  failures: ReturnType<Failures['figures']>
  clock: ClockFigures & {
    /** Of a cluster: how far its time is from this worker's, where that does not follow it, ms. */
    clusterOffMs?: number
  }
  /** Requests to the bridge that were not taken, since the start. */
  refusedByBridge: number
}

/**
 * A peer that is down costs nothing here, nor does what has passed: `failures` counts that. Degraded: a group is stopped,
 * the store refuses writes or is gone, posts are refused, a channel is not started, a bot's line has failed until
 * somebody changes something, or a worker's time is not the cluster's. Starting: nothing can be posted yet.
 */
export function healthOf(
  figures: HostFigures,
  lines: readonly ConnectionRow[],
  { isReady, isStoreLost, isRefusing, channelsDown, failures, clock, refusedByBridge }: Standing,
) {
  const failedLines = lines.filter(({ state }) => state === 'failed').length
  const linesDown = lines.filter(({ kind, state }) => kind !== 'peer' && isOffline(state)).length
  const linesElsewhere = lines.filter(({ state }) => state === 'elsewhere').length
  const peersDown = lines.filter(({ isDown }) => isDown).length
  const untoldToPeers = lines.reduce((sum, { untold = 0 }) => sum + untold, 0)
  const isOff = (clock.clusterOffMs ?? 0) !== 0
  const troubles = figures.storeFailures + figures.halted + failedLines + channelsDown.length + (isOff ? 1 : 0)
  // Without its store it takes no post either, though nobody may have tried yet.
  const postsRefused = isRefusing || isStoreLost
  const standing = troubles === 0 && !postsRefused ? 'ok' : 'degraded'
  const status = isReady ? standing : 'starting'
  return {
    status,
    node: process.version,
    ...figures,
    storeLost: isStoreLost,
    postsRefused,
    failedLines,
    linesDown,
    ...(linesElsewhere > 0 && { linesElsewhere, elsewhere: 'the line is held by another worker' }),
    channelsDown: channelsDown.length,
    peersDown,
    untoldToPeers,
    refusedByBridge,
    clock,
    failures,
  }
}

const isOffline = (state: string): boolean => ['backingOff', 'reconnecting', 'failed'].includes(state)
