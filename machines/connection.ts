// One bot's connection to one channel: who it is, whether it is online, and when it is tried again.
import { assign, fromPromise, setup } from 'xstate'
import { type LineCause, lineCauseOf } from './line-cause.ts'
import { exponentialBackOff } from './rules/exponential.ts'
import { draw } from './rules/random.ts'

export interface ConnectionInput {
  bot: string
  channel: string
  seed: number
  settings: ConnectionSettings
}

/** ms */
export interface ConnectionSettings {
  /** First pause after a failure; it doubles, and up to a quarter is taken off. */
  firstPauseMs: number
  longestPauseMs: number
  /** How long a line must stand before its failures are forgotten: one that falls at once is not tried every second. */
  steadyMs: number
  /** How long the channel's own client may take to be ready, or to come back by itself. */
  timeoutMs: number
}

/** Why there is no line. `permanent`: trying again does not help, somebody must change something. */
export interface Trouble extends LineCause {
  reason: string
  permanent: boolean
}

export interface ConnectionContext {
  input: ConnectionInput
  seed: number
  /** Failures since the line last stood for `steadyMs`. */
  failures: number
  /** The next pause, ms. */
  pauseMs: number
  /** Why it is not online. */
  reason?: string | undefined
  cause?: LineCause | undefined
  /** The bot's id on the channel, told by the channel itself (R1). */
  ownId?: string | undefined
}

export type ConnectionEvent =
  | { type: 'line.ready' }
  /** The channel's client tries to come back by itself. */
  | ({ type: 'line.reconnecting'; reason: string } & LineCause)
  | { type: 'line.down'; trouble: Trouble }
  /** Of a cluster: another worker has the bot's line, and this one gets it when that one ends. */
  | ({ type: 'line.elsewhere'; reason: string } & LineCause)
  | { type: 'operator.retry' }

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

const connectionSetup = setup({
  types: {
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    input: {} as ConnectionInput,
    tags: {} as 'online' | 'trying',
  },
  actors: {
    /** Asks the channel who the bot is. Rejects with a Trouble. */
    identify: fromPromise<{ id: string }, ConnectionInput>(notProvided('identify')),
    /** Opens the line; ready when `line.ready` comes. Rejects with a Trouble. */
    listen: fromPromise<void, ConnectionInput>(notProvided('listen')),
  },
  delays: {
    pause: ({ context }) => context.pauseMs,
    answerTimeout: ({ context }) => context.input.settings.timeoutMs,
    steadiness: ({ context }) => context.input.settings.steadyMs,
  },
  guards: {
    isKnown: ({ context }) => context.ownId !== undefined,
    isPermanent: (_, { permanent }: Trouble) => permanent,
  },
  actions: {
    keepOwnId: assign((_, { id }: { id: string }) => ({ ownId: id })),
    noteTrouble: assign((_, { reason, ...cause }: { reason: string } & LineCause) => ({
      reason,
      cause: lineCauseOf(cause),
    })),
    lengthenPause: assign(({ context }) => {
      const { firstPauseMs: firstMs, longestPauseMs: longestMs } = context.input.settings
      const failures = context.failures + 1
      const { value, seed } = draw(context.seed)
      const doubled = exponentialBackOff({ firstMs, longestMs }, failures)
      // Jitter: bots that lost their connections together do not all try again at once.
      return { seed, failures, pauseMs: Math.round(doubled * (1 - value / 4)) }
    }),
    forgetTrouble: assign({ reason: undefined, cause: undefined }),
    forgetFailures: assign({ failures: 0 }),
    /** The host closes the line, if there is one; what it still says does not count. */
    close: () => undefined,
  },
})

const troubleOf = ({ event }: { event: { error: unknown } }): Trouble => event.error as Trouble
const troubleIn = ({ event }: { event: { trouble: Trouble } }): Trouble => event.trouble

const failed = '#connection.failed'
const backingOff = '#connection.backingOff'
const noteError = { type: 'noteTrouble', params: troubleOf } as const
const noteFall = { type: 'noteTrouble', params: troubleIn } as const

/** What the client says, or whoever waits for the line. */
const noteWords = {
  type: 'noteTrouble',
  params: ({ event }: { event: { reason: string } & LineCause }) => event,
} as const

const afterError = [
  { guard: { type: 'isPermanent', params: troubleOf }, target: failed, actions: noteError },
  { target: backingOff, actions: noteError },
] as const

const afterFall = [
  { guard: { type: 'isPermanent', params: troubleIn }, target: failed, actions: noteFall },
  { target: backingOff, actions: noteFall },
] as const

const elsewhere = { target: 'elsewhere', actions: noteWords } as const

const tooLate = {
  target: backingOff,
  actions: { type: 'noteTrouble', params: { reason: 'the channel did not get ready in time', code: 'notReady' } },
} as const

/**
 *   identifying → connecting → online ⇄ reconnecting
 *        ↑___________↑__ backingOff ←_____|          failed: waits for somebody
 *
 * Of a cluster: `elsewhere` beside `connecting`, while another worker has the line.
 */
export const connectionMachine = connectionSetup.createMachine({
  id: 'connection',
  version: '3',
  context: ({ input }) => ({ input, seed: input.seed, failures: 0, pauseMs: 0 }),
  initial: 'identifying',
  on: { 'operator.retry': '.identifying' },
  states: {
    identifying: {
      description: 'The channel is asked who the bot is; without an answer it does not go online (R1).',
      tags: 'trying',
      entry: 'close',
      invoke: {
        id: 'identify',
        src: 'identify',
        input: ({ context }) => context.input,
        onDone: { target: 'connecting', actions: { type: 'keepOwnId', params: ({ event }) => event.output } },
        onError: afterError,
      },
      after: { answerTimeout: tooLate },
    },
    connecting: {
      description: 'The connection is being opened; it is online when the channel says ready.',
      tags: 'trying',
      invoke: {
        id: 'listen',
        src: 'listen',
        input: ({ context }) => context.input,
        onError: afterError,
      },
      on: {
        'line.ready': 'online',
        'line.reconnecting': { target: 'reconnecting', actions: noteWords },
        'line.elsewhere': elsewhere,
        'line.down': afterFall,
      },
      after: { answerTimeout: tooLate },
    },
    online: {
      description: 'The bot receives messages.',
      tags: 'online',
      entry: 'forgetTrouble',
      on: {
        'line.reconnecting': { target: 'reconnecting', actions: noteWords },
        'line.down': afterFall,
      },
      after: { steadiness: { actions: 'forgetFailures' } },
    },
    reconnecting: {
      description: "The connection broke or does not come up; the channel's own client is reconnecting.",
      tags: 'trying',
      on: {
        'line.ready': 'online',
        'line.reconnecting': { actions: noteWords },
        'line.elsewhere': elsewhere,
        'line.down': afterFall,
      },
      // The reason is what the client said.
      after: { answerTimeout: 'backingOff' },
    },
    elsewhere: {
      description: 'Another worker has the line of the bot; this one takes over when that one ends.',
      on: {
        'line.ready': 'online',
        'line.reconnecting': { target: 'reconnecting', actions: noteWords },
        'line.down': afterFall,
      },
    },
    backingOff: {
      description: 'It is tried again after a delay that doubles; who the bot is stays known.',
      entry: ['close', 'lengthenPause'],
      after: {
        pause: [{ guard: 'isKnown', target: 'connecting' }, { target: 'identifying' }],
      },
    },
    failed: {
      description: 'Trying again does not help: the reason says what to change.',
      entry: 'close',
    },
  },
})
