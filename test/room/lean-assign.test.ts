// Assigns that keep the state value: the snapshots are those that xstate makes itself.
import { assign, initialTransition, setup, transition } from 'xstate'
import { expect, test } from 'vitest'
import { makeStepper } from '../../src/room/step.ts'

const counter = setup({
  types: {
    context: {} as { count: number; last: string; parity: 'even' | 'odd' },
    events: {} as { type: 'add'; by: number },
  },
  actions: {
    add: assign(({ context, event }) => ({ count: context.count + event.by })),
    note: assign({ last: ({ event }, params: { as: string }) => `${params.as} ${event.by}`, parity: 'odd' }),
    even: assign({ parity: 'even' }),
  },
}).createMachine({
  context: { count: 0, last: '', parity: 'even' },
  type: 'parallel',
  states: {
    size: {
      initial: 'small',
      states: {
        small: { tags: 'few', always: { guard: ({ context }) => context.count > 2, target: 'large' } },
        large: { tags: 'many', entry: 'even' },
      },
    },
    sum: { on: { add: { actions: ['add', { type: 'note', params: { as: 'added' } }] } } },
  },
})

test('a step changes context, state value and tags as xstate does', () => {
  const stepper = makeStepper(counter, {})
  const plain = ({ value, context, tags }: ReturnType<typeof stepper.init>['snapshot']) => ({
    value,
    context,
    tags: [...tags],
  })
  const event = (by: number) => ({ type: 'add' as const, by })
  let own = stepper.init({}).snapshot
  let [theirs] = initialTransition(counter)
  for (const by of [1, 1, 1, 5]) {
    own = stepper.step(stepper.load(stepper.dump(own), {}), event(by)).snapshot
    theirs = transition(counter, theirs, event(by))[0]
    const { input: _, ...context } = own.context as typeof own.context & { input?: unknown }
    expect({ ...plain(own), context }).toEqual(plain(theirs))
  }
  expect(plain(theirs)).toEqual({
    value: { size: 'large', sum: {} },
    context: { count: 8, last: 'added 5', parity: 'odd' },
    tags: ['many'],
  })
})

test('an assign that spawns is refused: a host would not know of the child', () => {
  const spawning = setup({
    actions: { begin: assign({ child: ({ spawn }) => spawn(counter) }) },
  }).createMachine({ context: { child: undefined }, on: { go: { actions: 'begin' } } })
  const stepper = makeStepper(spawning, {})
  expect(() => stepper.step(stepper.init({}).snapshot, { type: 'go' })).toThrow(
    'an assign of a hosted machine spawns nothing: invoke a child instead',
  )
})
