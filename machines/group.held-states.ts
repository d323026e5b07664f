// A request and a spent window: it is held until the window frees, or declined, with a sign that the room can see (U2, L6).
import { signInput } from './group.held.ts'
import { groupSetup } from './group.setup.ts'
import type { Gate } from './group.settings.ts'
import { onStop } from './group.stops.ts'
import { budgetHold, budgetSkip, heldRestarts, signs } from './group.verdicts-budget.ts'
import type { Call } from './rules/reservation.ts'

const restart = {
  target: '#group.turn.dispatching',
  actions: ['resumeTurn', { type: 'recordVerdict', params: heldRestarts }],
  meta: { gate: 'dispatch' },
} as const

/** What becomes of a turn that the budget cannot pay for: it is held, declined with a sign, or skipped. */
export const unlessPaid = (path: Gate, calls: 'ahead' | readonly Call[]) =>
  [
    {
      guard: { type: 'canBeHeld', params: { calls } },
      target: '#group.turn.awaitingBudget',
      actions: [{ type: 'recordVerdict', params: budgetHold(path, calls) }, 'holdTurn'],
      meta: { gate: 'budget' },
    },
    {
      guard: { type: 'isDeclinedWithSign', params: { calls } },
      target: '#group.turn.declining',
      actions: { type: 'recordVerdict', params: budgetSkip(path, calls) },
      meta: { gate: 'budget' },
    },
    {
      guard: { type: 'isBudgetSpent', params: { calls } },
      target: '#group.turn.cooling',
      actions: { type: 'recordVerdict', params: budgetSkip(path, calls) },
      meta: { gate: 'budget' },
    },
  ] as const

// The same for both states: a reaction, asked for once a message; whether it came to stand there changes nothing.
const signing = (then: 'held' | '#group.turn.cooling') =>
  ({
    entry: ['noteSigns', { type: 'recordVerdict', params: signs }],
    invoke: {
      id: 'sign',
      src: 'sign',
      input: ({ context }: { context: Parameters<typeof signInput>[0] }) => signInput(context),
      onDone: then,
      onError: then,
    },
    after: { signTimeout: then },
    on: { 'message.received': { guard: 'isSignLate', target: then } },
  }) as const

export const awaitingBudget = groupSetup.createStateConfig({
  description:
    'A budget window is spent, or answers are spread over the rest of it: requests wait for it, and so does an open question of the bot’s field.',
  tags: 'busy',
  meta: { gate: 'budget' },
  on: onStop,
  initial: 'held',
  states: {
    held: {
      always: [
        { guard: 'isHeldDue', ...restart },
        { guard: 'isSignOwed', target: 'signing' },
      ],
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
      always: { guard: 'isHeldDue', ...restart },
      ...signing('held'),
    },
  },
})

export const declining = groupSetup.createStateConfig({
  description: 'A request cannot be paid for in time: its message gets a sign, and the turn ends.',
  tags: 'busy',
  meta: { gate: 'budget' },
  ...signing('#group.turn.cooling'),
  on: { ...signing('#group.turn.cooling').on, ...onStop },
})
