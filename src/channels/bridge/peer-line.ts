// One peer's line: its chart at work on what waits for it in the store.
import { type ActorOptions, createActor, fromPromise } from 'xstate'
import { peerMachine, type PeerSettings, type Round } from '../../../machines/peer.ts'
import { seedOf } from '../../../machines/rules/random.ts'
import type { BridgeStore } from '../../store/bridge.ts'
import type { BridgePeer } from './bridge-peer.ts'
import { post } from './post.ts'

/** Older talk is given up: stale words are worse than lost ones. */
export const longestWaitMs = 10 * 60_000

const usual: PeerSettings = {
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
  patienceMs: 10_000,
  failuresToOpen: 6,
  longestWaitMs,
}

export interface LineOptions {
  store: BridgeStore
  now: () => number
  /** Of the pauses. */
  clock?: ActorOptions<typeof peerMachine>['clock']
  /** The peer does not take a message, and trying again does not help. */
  refused: (peer: string, reason: string) => void
  /** So many messages waited too long. */
  expired: (peer: string, messages: number) => void
  /** `reason` tells why it counts as down; undefined: it is back. */
  changed: (peer: string, reason: string | undefined) => void
}

export interface PeerLine {
  /** There is something new in the store. */
  wake(): void
  stop(): Promise<void>
}

export function openPeerLine(peer: BridgePeer, options: LineOptions): PeerLine {
  const { store, now, clock, refused, expired, changed } = options
  let round: Promise<unknown> = Promise.resolve()
  let isDown = false

  const deliver = async (signal: AbortSignal): Promise<Round> => {
    const given = store.expire(peer.id, now() - longestWaitMs)
    if (given > 0) expired(peer.id, given)
    const waiting = store.next(peer.id)
    if (!waiting) return { answered: false, left: false }
    const refusal = await post(peer, waiting, now, signal)
    // Stopped in between: the message is sent again after the start, and the peer knows it by its id.
    signal.throwIfAborted()
    store.done(waiting.n)
    if (refusal !== undefined) refused(peer.id, refusal)
    return { answered: true, left: store.next(peer.id) !== undefined }
  }

  const machine = peerMachine.provide({
    actors: {
      deliver: fromPromise(({ signal }) => {
        const work = deliver(signal).catch((error: unknown) => {
          // The store's own errors, too, are worth another try.
          const { reason = String(error), retryAfterMs } = error as { reason?: string; retryAfterMs?: number }
          throw { reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }
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
  })
  actor.start()
  return {
    wake: () => actor.send({ type: 'message.queued' }),
    async stop() {
      actor.stop()
      await round
    },
  }
}
