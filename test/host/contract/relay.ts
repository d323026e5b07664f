// A chart that invokes its like, twice at most, and passes on what it is told: down, up, or both ways.
import { and, assign, sendParent, sendTo, setup, stateIn } from 'xstate'
import { given } from './machines.ts'

/** What a relay does with a message; what is left of its route goes on with what it sends. */
export type Hop = 'down' | 'up' | 'both' | 'call' | 'leave' | 'finish'

export interface Pass {
  type: 'pass'
  what: string
  route: readonly Hop[]
  /** The route of the greeting of a relay that is begun with it. */
  hello?: readonly Hop[]
}

interface Input {
  depth: number
  hello: readonly Hop[]
}

interface Args {
  context: Input & { heard: readonly string[] }
  event: Pass | { type: string }
}

export const napMs = 700

const routeOf = (event: Args['event']): readonly Hop[] => ('route' in event ? event.route : [])
const onward =
  (as?: string) =>
  ({ event }: Args): Pass => ({
    ...(event as Pass),
    type: 'pass',
    what: as ?? (event as Pass).what,
    route: routeOf(event).slice(1),
  })
const hop = (params: Hop) => ({ type: 'isHop', params }) as const

export const relay = setup({
  types: { context: {} as Args['context'], events: {} as Pass & { at: number }, input: {} as Input },
  actors: { relay: given<number, Input>() },
  delays: { nap: napMs },
  guards: {
    isCalled: ({ context }) => context.depth > 0,
    mayCall: ({ context }) => context.depth < 2,
    hasNext: stateIn('together'),
    isHop: ({ event }, first: Hop) => routeOf(event)[0] === first,
    staysOn: ({ context }) => context.heard.length % 2 === 0,
  },
  actions: {
    hear: assign({
      heard: ({ context, event }) => [...context.heard, 'what' in event ? event.what : (event as Args['event']).type],
    }),
    tellNext: sendTo('next', onward()),
    greetNext: sendTo('next', onward('welcome')),
    partWithNext: sendTo('next', onward('farewell')),
    tellCaller: sendParent(onward()),
    greetCaller: sendParent(({ context }) => ({ type: 'pass', what: 'hello', route: context.hello })),
    tellOfNap: sendParent({ type: 'pass', what: 'nap', route: [] }),
  },
}).createMachine({
  id: 'relay',
  context: ({ input }) => ({ ...input, heard: [] }),
  initial: 'waking',
  output: ({ context }) => context.heard.length,
  on: {
    pass: [
      { guard: and(['hasNext', hop('down')]), actions: ['hear', 'tellNext'] },
      { guard: and(['isCalled', hop('up')]), actions: ['hear', 'tellCaller'] },
      { guard: and(['isCalled', 'hasNext', hop('both')]), actions: ['hear', 'tellCaller', 'tellNext'] },
      { guard: and(['mayCall', hop('call')]), target: '.together', reenter: true, actions: 'hear' },
      { guard: and(['hasNext', hop('leave')]), target: '.alone', actions: 'hear' },
      { guard: and(['isCalled', hop('finish')]), target: '.finished', actions: ['hear', 'tellCaller'] },
      { actions: 'hear' },
    ],
  },
  states: {
    waking: { always: [{ guard: 'isCalled', target: 'alone', actions: 'greetCaller' }, { target: 'alone' }] },
    alone: { after: { nap: { guard: 'isCalled', actions: 'tellOfNap' } } },
    together: {
      entry: 'greetNext',
      exit: 'partWithNext',
      invoke: {
        id: 'next',
        src: 'relay',
        input: ({ context, event }) => ({ depth: context.depth + 1, hello: event.hello ?? [] }),
        onDone: [
          { guard: 'staysOn', actions: 'hear' },
          { target: 'alone', actions: 'hear' },
        ],
        onError: 'alone',
      },
    },
    finished: { type: 'final' },
  },
})
