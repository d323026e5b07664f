// Three small machines of which one invokes the next: a lead has a helper, and the helper a clerk.
import { assign, setup } from 'xstate'
import { given, isCursed } from './machines.ts'

export interface Task {
  name: string
  /** So many parts a clerk counts; 0: the helper needs none. */
  parts?: number
  /** It is done before it begins. */
  isTrivial?: boolean
  /** It throws before it begins. */
  isBroken?: boolean
}

type LeadEvent = { type: 'begin'; at: number; task: Task } | { type: 'drop' | 'again' | 'curse'; at: number }

export const leadTimeoutMs = 20_000

/** Has a task done, for twenty seconds at most, and says what came of it. */
export const lead = setup({
  types: { context: {} as { task: Task; said: (string | Done)[]; input: unknown }, events: {} as LeadEvent },
  actors: { helper: given<Done, Task>() },
  delays: { timeout: leadTimeoutMs },
  guards: { isCursed },
  actions: {
    take: assign({ task: ({ event }) => ('task' in event ? event.task : { name: '' }) }),
    say: assign({ said: ({ context }, what: string | Done) => [...context.said, what] }),
  },
}).createMachine({
  id: 'lead',
  context: ({ input }: { input: unknown }) => ({ task: { name: '' }, said: [], input }),
  initial: 'idle',
  on: { curse: { guard: 'isCursed', target: '.idle' } },
  states: {
    idle: { on: { begin: { target: 'working', actions: 'take' } } },
    working: {
      invoke: {
        id: 'work/1',
        src: 'helper',
        input: ({ context }) => context.task,
        onDone: { target: 'idle', actions: { type: 'say', params: ({ event }) => event.output } },
        onError: { target: 'idle', actions: { type: 'say', params: 'failed' } },
      },
      on: {
        drop: { target: 'idle', actions: { type: 'say', params: 'dropped' } },
        again: { target: 'working', reenter: true },
      },
      after: { timeout: { target: 'idle', actions: { type: 'say', params: 'gave up' } } },
    },
  },
})

interface HelperContext {
  input: Task
  heard: string[]
  answer: string | number
}

export interface Done {
  task: string
  heard: string[]
  answer: string | number
}

type HelperEvent = { type: 'hear'; at: number; what: string } | { type: 'curse'; at: number }

export const helper = setup({
  types: {
    context: {} as HelperContext,
    events: {} as HelperEvent,
    input: {} as Task,
    output: {} as Done,
  },
  actors: { answer: given<string, string>(), clerk: given<number, number>() },
  delays: { preparation: 700 },
  guards: {
    isCursed,
    isTrivial: ({ context }) => context.input.isTrivial === true,
    hasParts: ({ context }) => (context.input.parts ?? 0) > 0,
  },
  actions: {
    hear: assign({ heard: ({ context, event }) => ('what' in event ? [...context.heard, event.what] : context.heard) }),
    note: assign({ answer: (_, what: string | number) => what }),
  },
}).createMachine({
  id: 'helper',
  context: ({ input }) => {
    if (input.isBroken === true) throw new Error('a broken task')
    return { input, heard: [], answer: '' }
  },
  initial: 'preparing',
  output: ({ context: { input, heard, answer } }) => ({ task: input.name, heard, answer }),
  on: { hear: { actions: 'hear' }, curse: { guard: 'isCursed', target: '.finished' } },
  states: {
    preparing: { always: { guard: 'isTrivial', target: 'finished' }, after: { preparation: 'asking' } },
    asking: {
      invoke: {
        id: 'answer',
        src: 'answer',
        input: ({ context }) => context.input.name,
        onDone: [
          { guard: 'hasParts', target: 'delegating', actions: { type: 'note', params: ({ event }) => event.output } },
          { target: 'finished', actions: { type: 'note', params: ({ event }) => event.output } },
        ],
        onError: { target: 'finished', actions: { type: 'note', params: 'refused' } },
      },
    },
    delegating: {
      invoke: {
        id: 'part',
        src: 'clerk',
        input: ({ context }) => context.input.parts ?? 0,
        onDone: { target: 'finished', actions: { type: 'note', params: ({ event }) => event.output } },
        onError: { target: 'finished', actions: { type: 'note', params: 'miscounted' } },
      },
    },
    finished: { type: 'final' },
  },
})

export const clerk = setup({
  types: {
    context: {} as { parts: number; n: number },
    events: {} as { type: 'curse'; at: number },
    input: {} as number,
    output: {} as number,
  },
  actors: { goOn: given<boolean, number>() },
  delays: { count: 300 },
  guards: { isCursed, isEnough: ({ context: { n, parts } }) => n >= parts },
  actions: { count: assign({ n: ({ context }) => context.n + 1 }) },
}).createMachine({
  id: 'clerk',
  context: ({ input }) => ({ parts: input, n: 0 }),
  initial: 'waiting',
  output: ({ context }) => context.n,
  on: { curse: { guard: 'isCursed', target: '.counted' } },
  states: {
    waiting: { always: { guard: 'isEnough', target: 'counted' }, after: { count: 'asking' } },
    asking: {
      invoke: {
        id: 'goOn',
        src: 'goOn',
        input: ({ context }) => context.n,
        onDone: { target: 'waiting', actions: 'count' },
        onError: 'counted',
      },
    },
    counted: { type: 'final' },
  },
})
