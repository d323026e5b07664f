// What /health says: figures alone, for everybody may ask.
import type { ConnectionRow } from '../feed/contract.ts'
import type { LocalHost } from '../host/local/local-host.ts'
import type { ClockFigures } from './clock.ts'

/** A peer that is down costs nothing here. Degraded: a group is stopped, the store refuses writes, or a bot's line has failed until somebody changes something. */
export function healthOf(
  figures: ReturnType<LocalHost['figures']>,
  lines: readonly ConnectionRow[],
  clock: ClockFigures,
) {
  const failedLines = lines.filter(({ state }) => state === 'failed').length
  const peersDown = lines.filter(({ isDown }) => isDown).length
  const untoldToPeers = lines.reduce((sum, { untold = 0 }) => sum + untold, 0)
  const sound = figures.storeFailures === 0 && figures.halted === 0 && failedLines === 0
  return {
    status: sound ? 'ok' : 'degraded',
    node: process.version,
    ...figures,
    failedLines,
    peersDown,
    untoldToPeers,
    clock,
  }
}
