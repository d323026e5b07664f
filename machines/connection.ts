// One bot's line to one channel: who it is, whether it hears, and when it is tried again.
import { assign, fromPromise, setup } from 'xstate'
import { draw } from './rules/random.ts'

export interface ConnectionInput {
  bot: string
  channel: string
  seed: number
  settings: ConnectionSettings
}

/** ms */
export interface ConnectionSettings {
  /** First pause after a failure; it doubles. */
  firstPauseMs: number
  longestPauseMs: number
  /** How long the channel's own client may take to be ready, or to come back by itself. */
  patienceMs: number
}

/** Why there is no line. `permanent`: trying again does not help, somebody must change something. */
export interface Trouble {
  reason: string
  permanent: boolean
}

export interface ConnectionContext {
  input: ConnectionInput
  seed: number
  /** Failures since the line last stood. */
  failures: number
  /** The next pause, ms. */
  pauseMs: number
  /** Why it is not online. */
  reason?: string | undefined
  /** The bot's id on the channel, told by the channel itself (R1). */
  ownId?: string | undefined
}

export type ConnectionEvent =
  | { type: 'line.ready' }
  /** The channel's client tries to come back by itself. */
  | { type: 'line.wavers'; reason: string }
  | { type: 'line.down'; trouble: Trouble }
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
    patience: ({ context }) => context.input.settings.patienceMs,
  },
  guards: {
    isPermanent: (_, { permanent }: Trouble) => permanent,
  },
  actions: {
    keepOwnId: assign((_, { id }: { id: string }) => ({ ownId: id })),
    noteTrouble: assign((_, { reason }: { reason: string }) => ({ reason })),
    lengthenPause: assign(({ context }) => {
      const { firstPauseMs, longestPauseMs } = context.input.settings
      const { value, seed } = draw(context.seed)
      const doubled = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(context.failures, 20))
      // A quarter more or less, so that bots that fell together do not knock together.
      return { seed, failures: context.failures + 1, pauseMs: Math.round(doubled * (0.75 + value / 2)) }
    }),
    settle: assign({ failures: 0, reason: undefined }),
    /** The host closes the line. */
    close: () => undefined,
  },
})

const troubleOf = ({ event }: { event: { error: unknown } }): Trouble => event.error as Trouble
const troubleIn = ({ event }: { event: { trouble: Trouble } }): Trouble => event.trouble

const failed = '#connection.failed'
const backingOff = '#connection.backingOff'
const noteError = { type: 'noteTrouble', params: troubleOf } as const
const noteFall = { type: 'noteTrouble', params: troubleIn } as const

const afterError = [
  { guard: { type: 'isPermanent', params: troubleOf }, target: failed, actions: noteError },
  { target: backingOff, actions: noteError },
] as const

const afterFall = [
  { guard: { type: 'isPermanent', params: troubleIn }, target: failed, actions: noteFall },
  { target: backingOff, actions: noteFall },
] as const

const tooLate = {
  target: backingOff,
  actions: { type: 'noteTrouble', params: { reason: 'the channel did not get ready in time' } },
} as const

/**
 *   identifying → connecting → online ⇄ wavering
 *        ↑______ backingOff ←____|_________|        failed: waits for somebody
 */
export const connectionMachine = connectionSetup.createMachine({
  id: 'connection',
  version: '1',
  context: ({ input }) => ({ input, seed: input.seed, failures: 0, pauseMs: 0 }),
  initial: 'identifying',
  on: { 'operator.retry': '.identifying' },
  states: {
    identifying: {
      description: 'The channel is asked who the bot is: without an answer it does not go online (R1).',
      tags: 'trying',
      invoke: {
        id: 'identify',
        src: 'identify',
        input: ({ context }) => context.input,
        onDone: { target: 'connecting', actions: { type: 'keepOwnId', params: ({ event }) => event.output } },
        onError: afterError,
      },
      after: { patience: tooLate },
    },
    connecting: {
      description: 'The line is opened; it stands when the channel says ready.',
      tags: 'trying',
      entry: 'close',
      invoke: {
        id: 'listen',
        src: 'listen',
        input: ({ context }) => context.input,
        onError: afterError,
      },
      on: {
        'line.ready': 'online',
        'line.down': afterFall,
      },
      after: { patience: tooLate },
    },
    online: {
      description: 'It hears.',
      tags: 'online',
      entry: 'settle',
      on: {
        'line.wavers': { target: 'wavering', actions: { type: 'noteTrouble', params: ({ event }) => event } },
        'line.down': afterFall,
      },
    },
    wavering: {
      description: "The line broke; the channel's own client tries to mend it.",
      tags: 'trying',
      on: {
        'line.ready': 'online',
        'line.down': afterFall,
      },
      after: { patience: tooLate },
    },
    backingOff: {
      description: 'It is tried again after a pause that doubles.',
      entry: ['close', 'lengthenPause'],
      after: { pause: 'identifying' },
    },
    failed: {
      description: 'Trying again does not help: the reason says what to change.',
      entry: 'close',
    },
  },
})
