// One peer of the bridge: waiting messages are sent while it answers, and retried with back-off when it does not (X6).
import { assign, fromPromise, setup } from 'xstate'
import { type LineCause, lineCauseOf } from './line-cause.ts'
import { exponentialBackOff } from './rules/exponential.ts'
import { draw } from './rules/random.ts'

export interface PeerInput {
  peer: string
  seed: number
  settings: PeerSettings
}

export interface PeerSettings {
  /** Most of the first pause after a failure, ms; it doubles, and the pause is any part of it (full jitter). */
  firstPauseMs: number
  longestPauseMs: number
  /** How long one try may take, ms. */
  timeoutMs: number
  /** Failures in a row after which the peer counts as down. */
  failuresToOpen: number
  /** What a peer asks us to wait is believed up to this, ms. */
  longestWaitMs: number
}

/** What one round of delivery came to. */
export interface Round {
  /** The peer took a message, or refused it for good; false: there was nothing to send. */
  answered: boolean
  /** More is waiting. */
  left: boolean
}

/** Why a message could not be delivered and may be tried again. */
export interface PeerTrouble extends LineCause {
  reason: string
  /** What the peer asked us to wait, ms. */
  retryAfterMs?: number
}

export interface PeerContext {
  input: PeerInput
  seed: number
  /** In a row. */
  failures: number
  /** The pause under way or the last one, ms. */
  pauseMs: number
  retryAfterMs: number
  /** A message was queued while another was on its way. */
  queued: boolean
  /** Why the last try failed. */
  reason?: string | undefined
  cause?: LineCause | undefined
}

export type PeerEvent =
  | { type: 'message.queued' }
  /** It sent us something: it is there. */
  | { type: 'peer.heard' }
  /** Somebody wants to know now. */
  | { type: 'operator.retry' }

const peerSetup = setup({
  types: {
    context: {} as PeerContext,
    events: {} as PeerEvent,
    input: {} as PeerInput,
    tags: {} as 'down',
  },
  actors: {
    /** Posts the oldest message that waits. Rejects with a PeerTrouble. */
    deliver: fromPromise<Round, PeerInput>(() => Promise.reject(new Error('deliver is not provided'))),
  },
  delays: {
    pause: ({ context }) => context.pauseMs,
    deliveryTimeout: ({ context }) => context.input.settings.timeoutMs,
  },
  guards: {
    hasMore: ({ context }, { left }: Round) => left || context.queued,
    isUp: ({ context }, { answered }: Round) => answered || context.failures < context.input.settings.failuresToOpen,
    /** It did not ask us to wait. */
    mayBeTried: ({ context }) => context.retryAfterMs === 0,
    isLastStraw: ({ context }) => context.failures + 1 >= context.input.settings.failuresToOpen,
  },
  actions: {
    noteQueued: assign({ queued: true }),
    takeQueued: assign({ queued: false }),
    noteRound: assign((_, { answered }: Round) =>
      answered ? { failures: 0, retryAfterMs: 0, reason: undefined, cause: undefined } : {},
    ),
    noteTrouble: assign(({ context }, { reason, retryAfterMs = 0, ...cause }: PeerTrouble) => ({
      failures: context.failures + 1,
      reason,
      cause: lineCauseOf(cause),
      retryAfterMs: Math.min(retryAfterMs, context.input.settings.longestWaitMs),
    })),
    /** With full jitter: any part of what doubles, or of its upper half when down. */
    drawPause: assign(({ context }) => {
      const { firstPauseMs: firstMs, longestPauseMs: longestMs, failuresToOpen } = context.input.settings
      const { value, seed } = draw(context.seed)
      const doubled = exponentialBackOff({ firstMs, longestMs }, context.failures)
      const pause = context.failures >= failuresToOpen ? longestMs * (1 - value / 2) : doubled * value
      return { seed, pauseMs: Math.max(context.retryAfterMs, Math.ceil(pause)) }
    }),
  },
})

const roundOf = ({ event }: { event: { output: Round } }): Round => event.output
const noteRound = { type: 'noteRound', params: roundOf } as const
const noteTrouble = {
  type: 'noteTrouble',
  params: ({ event }: { event: { error: unknown } }) => event.error as PeerTrouble,
} as const
const noteSilence = {
  type: 'noteTrouble',
  params: { reason: 'the peer did not answer in time', code: 'peerSilent' },
} as const

/**
 *   up ⇄ delivering ⇄ backingOff
 *            ⇅
 *           open
 */
export const peerMachine = peerSetup.createMachine({
  id: 'peer',
  version: '1',
  context: ({ input }) => ({ input, seed: input.seed, failures: 0, pauseMs: 0, retryAfterMs: 0, queued: false }),
  initial: 'delivering',
  states: {
    up: {
      description: 'Nothing is waiting.',
      on: { 'message.queued': 'delivering' },
    },
    delivering: {
      description: 'The oldest waiting message is being sent; after a start, what a crash left behind.',
      entry: 'takeQueued',
      on: { 'message.queued': { actions: 'noteQueued' } },
      invoke: {
        id: 'deliver',
        src: 'deliver',
        input: ({ context }) => context.input,
        onDone: [
          { guard: { type: 'hasMore', params: roundOf }, target: 'delivering', reenter: true, actions: noteRound },
          { guard: { type: 'isUp', params: roundOf }, target: 'up', actions: noteRound },
          { description: 'What waited is too old by now: nothing tells that the peer is back.', target: 'open' },
        ],
        onError: [
          { guard: 'isLastStraw', target: 'open', actions: noteTrouble },
          { target: 'backingOff', actions: noteTrouble },
        ],
      },
      after: {
        deliveryTimeout: [
          { guard: 'isLastStraw', target: 'open', actions: noteSilence },
          { target: 'backingOff', actions: noteSilence },
        ],
      },
    },
    backingOff: {
      description: 'It failed: the same message is tried again after a delay.',
      entry: 'drawPause',
      on: { 'operator.retry': 'delivering' },
      after: { pause: 'delivering' },
    },
    open: {
      description: 'The peer counts as down: a message now and then checks whether it is back.',
      tags: 'down',
      entry: 'drawPause',
      on: { 'operator.retry': 'delivering', 'peer.heard': { guard: 'mayBeTried', target: 'delivering' } },
      after: { pause: 'delivering' },
    },
  },
})
