// Two small machines, made to be watched: one hears, waits, asks and is answered; one of another kind counts.
import { assign, fromPromise, setup } from 'xstate'
import type { InboundMessage } from '../../../src/room/message.ts'
import type { PlanOptions } from '../../../src/room/room.ts'

interface Heard {
  heard: string[]
  said: string[]
  input: unknown
}

type HeardEvent =
  | { type: 'message.received'; at: number; message: { id: string } }
  | { type: 'drop' | 'curse'; at: number }

const idOf = ({ event }: { event: HeardEvent }): string => (event.type === 'message.received' ? event.message.id : '')

/** Named by the chart, and given by the host: a job, or a chart. */
export const given = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error('the host gives it')))

export const isCursed = (): boolean => {
  throw new Error('a bug')
}

export const pauseMs = 1_000
export const timeoutMs = 10_000

/** Waits a second for more, then asks about all that it heard; ten seconds later it gives up. */
export const asker = setup({
  types: { context: {} as Heard, events: {} as HeardEvent },
  actors: { answer: given<string, string[]>() },
  delays: { pause: pauseMs, timeout: timeoutMs },
  guards: { isCursed },
  actions: {
    hear: assign({ heard: ({ context, event }) => [...context.heard, idOf({ event })] }),
    say: assign({ said: ({ context }, what: string) => [...context.said, what], heard: [] }),
  },
}).createMachine({
  id: 'asker',
  context: ({ input }: { input: unknown }) => ({ heard: [], said: [], input }),
  initial: 'idle',
  on: { curse: { guard: 'isCursed', target: '.idle' } },
  states: {
    idle: { on: { 'message.received': { target: 'pausing', actions: 'hear' } } },
    pausing: {
      on: {
        'message.received': { target: 'pausing', reenter: true, actions: 'hear' },
        drop: { target: 'idle', actions: { type: 'say', params: 'dropped' } },
      },
      after: { pause: 'asking' },
    },
    asking: {
      invoke: {
        id: 'answer',
        src: 'answer',
        input: ({ context }) => context.heard,
        onDone: { target: 'idle', actions: { type: 'say', params: ({ event }) => event.output } },
        onError: { target: 'idle', actions: { type: 'say', params: 'failed' } },
      },
      on: {
        'message.received': { actions: 'hear' },
        drop: { target: 'idle', actions: { type: 'say', params: 'dropped' } },
      },
      after: { timeout: { target: 'idle', actions: { type: 'say', params: 'gave up' } } },
    },
  },
})

export const countEveryMs = 700

/** Counts to three, a number each time it was asked whether to go on. */
export const counter = setup({
  types: { context: {} as { n: number }, events: {} as { type: 'begin'; at: number } },
  actors: { goOn: given<boolean, number>() },
  delays: { every: countEveryMs },
  guards: { isEnough: ({ context }) => context.n >= 3 },
  actions: { count: assign({ n: ({ context }) => context.n + 1 }) },
}).createMachine({
  id: 'counter',
  context: { n: 0 },
  initial: 'resting',
  states: {
    resting: { on: { begin: 'waiting' } },
    waiting: { after: { every: [{ guard: 'isEnough', target: 'resting' }, { target: 'asking' }] } },
    asking: {
      invoke: {
        id: 'goOn',
        src: 'goOn',
        input: ({ context }) => context.n,
        onDone: { target: 'waiting', actions: 'count' },
        onError: 'resting',
      },
    },
  },
})

/** Two bots in every room hear everything, unless a copy is for one of them. */
export const hearAll: NonNullable<PlanOptions['hear']> = (room, { id, bots = ['iris', 'rex'] }) => ({
  bots,
  read: () => bots.map((bot) => ({ key: `${bot} ${room.key}`, event: { type: 'message.received', message: { id } } })),
})

export const message = (id: string, over: Partial<InboundMessage> = {}): InboundMessage => ({
  id,
  group: 'web:lobby',
  ts: 0,
  sender: { id: 'ann', name: 'Ann', bot: false },
  text: id,
  ...over,
})
