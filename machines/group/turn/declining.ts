// A request that gets no answer ends with a sign: it cannot be paid for in time, or its share of the day is used (U2, L6).
import { and } from 'xstate'
import { signInput } from '../budget-wait.ts'
import { record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import { othersGoOn, signs } from '../verdicts/budget.ts'
import { onStop } from './stops.ts'

const goOn = {
  description: 'Only one person has had their share of the day: what others said goes on.',
  guard: 'hasOthersLeft',
  target: '#group.turn.dispatching',
  actions: ['rejoin', record(othersGoOn)],
  meta: { gate: 'dispatch' },
} as const
const end = { target: '#group.turn.cooling' } as const
const then = [goOn, end] as const

export const declining = groupSetup.createStateConfig({
  description:
    'A request cannot be paid for in time, or a person has had their share of the day: its message gets a sign.',
  tags: 'busy',
  meta: { gate: 'budget' },
  entry: ['keepSigns', record(signs)],
  invoke: { id: 'sign', src: 'sign', input: ({ context }) => signInput(context), onDone: then, onError: then },
  after: { signTimeout: then },
  on: {
    'message.received': [
      { ...goOn, guard: and(['isSignLate', 'hasOthersLeft']) },
      { ...end, guard: 'isSignLate' },
    ],
    ...onStop,
  },
})
