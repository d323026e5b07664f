// One peer's line: its chart at work on what waits for it in the store.
import { type ActorOptions, createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { lineCauseOf } from '../../../machines/line-cause.ts'
import { peerMachine, type PeerSettings, type PeerTrouble, type Round } from '../../../machines/peer.ts'
import { seedOf } from '../../../machines/rules/random.ts'
import type { ConnectionRow } from '../../feed/contract.ts'
import type { BridgeStore } from '../../store/bridge.ts'
import type { BridgePeer } from './config.ts'
import { post } from './post.ts'

/** Older talk is given up: stale words are worse than lost ones. */
export const longestWaitMs = 10 * 60_000

const usual: PeerSettings = {
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
  timeoutMs: 10_000,
  failuresToOpen: 6,
  longestWaitMs,
}

export interface LineOptions {
  store: BridgeStore
  now: () => number
  /** The wall clock, ms: what peers sign by. */
  wall: () => number
  /** Of the pauses. */
  clock?: ActorOptions<typeof peerMachine>['clock']
  /** The peer does not take a message, and trying again does not help. */
  refused: (peer: string, reason: string) => void
  /** So many messages waited too long. */
  expired: (peer: string, messages: number) => void
  /** `reason` tells why it counts as down; undefined: it is back. */
  changed: (peer: string, reason: string | undefined) => void
  /** Something of a line's standing is another one. */
  stands?: () => void
}

export function openPeerLine(peer: BridgePeer, options: LineOptions) {
  const { store, now, wall, clock, refused, expired, changed, stands = () => {} } = options
  let round: Promise<unknown> = Promise.resolve()
  let isDown = false
  let untold = 0
  let shown = { state: 'up', since: now() }

  /** So many messages of its groups are kept from it: given up, or bots alone have talked long enough. */
  const notTold = (messages: number): void => {
    untold += messages
    stands()
  }

  const deliver = async (signal: AbortSignal): Promise<Round> => {
    const given = store.expire(peer.id, now() - longestWaitMs)
    if (given > 0) {
      notTold(given)
      expired(peer.id, given)
    }
    const waiting = store.next(peer.id)
    if (!waiting) return { answered: false, left: false }
    const refusal = await post(peer, waiting, wall, signal)
    // Stopped in between: the message is sent again after the start, and the peer knows it by its id.
    signal.throwIfAborted()
    store.done(waiting.n)
    if (refusal !== undefined) {
      notTold(1)
      refused(peer.id, refusal)
    }
    return { answered: true, left: store.next(peer.id) !== undefined }
  }

  const machine = peerMachine.provide({
    actors: {
      deliver: fromPromise(({ signal }) => {
        const work = deliver(signal).catch((error: unknown) => {
          // The store's own errors, too, are worth another try.
          const { reason = String(error), retryAfterMs, ...cause } = error as Partial<PeerTrouble>
          throw { reason, ...lineCauseOf(cause), ...(retryAfterMs !== undefined && { retryAfterMs }) }
        })
        round = work.catch(() => {})
        return work
      }),
    },
  })
  const input = { peer: peer.id, seed: seedOf(peer.id, now()), settings: usual }
  const actor = createActor(machine, { input, ...(clock && { clock }) })
  actor.subscribe((snapshot) => {
    const wasDown = isDown
    if (snapshot.hasTag('down')) isDown = true
    else if (snapshot.context.failures === 0) isDown = false
    if (isDown !== wasDown) changed(peer.id, snapshot.context.reason)
    const state = stateOf(snapshot)
    if (state === shown.state) return
    shown = { state, since: now() }
    stands()
  })
  actor.start()
  return {
    /** There is something new in the store. */
    wake(): void {
      actor.send({ type: 'message.queued' })
      // It waits.
      if (shown.state !== 'up') stands()
    },
    notTold,
    /** The peer sent us something. */
    heard: (): void => actor.send({ type: 'peer.heard' }),
    retry: (): void => actor.send({ type: 'operator.retry' }),
    standing(): ConnectionRow {
      const { reason, cause, failures, pauseMs } = actor.getSnapshot().context
      const pauses = shown.state === 'backingOff' || shown.state === 'open'
      return {
        kind: 'peer',
        bot: peer.id,
        channel: 'peer',
        ...shown,
        ...(reason !== undefined && { reason, ...cause }),
        ...(pauses && { retryAt: shown.since + pauseMs }),
        failures,
        waiting: store.waiting(peer.id),
        ...(untold > 0 && { untold }),
        ...(isDown && { isDown }),
      }
    },
    async stop(): Promise<void> {
      actor.stop()
      await round
    },
  }
}

/** Nobody wants to see every message go out. */
const stateOf = ({ value, context }: SnapshotFrom<typeof peerMachine>): string =>
  value === 'delivering' && context.failures === 0 ? 'up' : value
