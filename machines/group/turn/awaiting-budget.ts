// A budget window is spent: a request is held until it frees (U2).
import { record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import { heldRestarts } from '../verdicts/budget.ts'
import { signing } from './signing.ts'
import { onStop } from './stops.ts'
import { calledOff } from './withdrawn.ts'

const restart = {
  target: '#group.turn.dispatching',
  actions: ['resumeTurn', record(heldRestarts)],
  meta: { gate: 'dispatch' },
} as const

export const awaitingBudget = groupSetup.createStateConfig({
  description:
    'A budget window is spent, or answers are spread over the rest of it: requests wait for it, and so does an open question of the bot’s field.',
  tags: 'busy',
  meta: { gate: 'budget' },
  on: onStop,
  initial: 'held',
  states: {
    held: {
      always: [calledOff, { guard: 'isHoldOver', ...restart }, { guard: 'isSignOwed', target: 'signing' }],
      after: { budgetFrees: restart },
      on: {
        'message.received': {
          description: 'It may free the turn sooner: a further request, or a timer that was lost (D5).',
          target: 'held',
          reenter: true,
        },
      },
    },
    signing: {
      description: 'The message gets a sign that its answer has to wait.',
      always: [calledOff, { guard: 'isHoldOver', ...restart }],
      ...signing('held'),
    },
  },
})
