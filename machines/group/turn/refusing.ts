// A person has had their share of the day: the request gets a sign, and the turn goes on with what others said.
import { signInput } from '../budget-wait.ts'
import type { Failure } from '../children.ts'
import { gated, record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import { othersGoOn, refusesAsker, signs } from '../verdicts/budget.ts'
import { onStop } from './stops.ts'

const failure = ({ event }: { event: { error: unknown } }): Failure => event.error as Failure

/** The limits of the day say no to a call, or to the post. */
export const ofPersonLimit = {
  description: 'A person has had their share of the day: what they ask leaves the turn.',
  guard: 'isPersonLimit',
  target: '#group.turn.refusing',
  ...gated('budget', refusesAsker, { type: 'refuseAsker', params: failure }),
} as const

export const refusing = groupSetup.createStateConfig({
  description: 'A person has had their share of the day: the request gets a sign, and what others said goes on.',
  tags: 'busy',
  meta: { gate: 'budget' },
  on: onStop,
  initial: 'marking',
  states: {
    marking: {
      always: [{ guard: 'isRefusalUnsigned', target: 'signing' }, { target: 'parting' }],
    },
    signing: {
      description: 'The newest of the requests gets a sign that there is no answer.',
      entry: record(signs),
      invoke: {
        id: 'sign',
        src: 'sign',
        input: ({ context }) => signInput(context),
        onDone: 'parting',
        onError: 'parting',
      },
      after: { signTimeout: 'parting' },
      on: { 'message.received': { guard: 'isSignLate', target: 'parting' } },
    },
    parting: {
      always: [
        {
          guard: 'hasOthersLeft',
          target: '#group.turn.dispatching',
          actions: record(othersGoOn),
          meta: { gate: 'dispatch' },
        },
        { target: '#group.turn.cooling' },
      ],
    },
  },
})
