// A draft and its typing delay: what may interrupt it, whom it waits for, and whether it may still be sent (L1–L5, U2).
import { and, not, or } from 'xstate'
import { gated, record } from '../record.ts'
import { onFloor } from './floor.ts'
import { draftGoes, yields } from '../verdicts/calls.ts'
import { unlessPaid } from './budget-gate.ts'
import { groupSetup } from '../setup.ts'
import { onStop } from './stops.ts'
import { calledOff, cutShort } from './withdrawn.ts'
import { budgetSkip } from '../verdicts/budget.ts'
import { skipAt, turnRestarts } from '../verdicts/gates.ts'

const rejudgementUnpaid = { type: 'isBudgetSpent', params: { calls: ['decide'] } } as const

const talk = [
  {
    guard: and(['supersedesDraft', not('isAside')]),
    target: 'superseded',
    ...gated('delay', draftGoes('superseded', 'mentionedMeanwhile'), 'dropDraft'),
  },
  { guard: 'isTalk', actions: 'countTalk' },
] as const

/** More of the request came before the reply went out. */
export const writtenAnew = {
  description: 'Who asked has said more: the reply is written anew, once.',
  guard: 'isContinued',
  target: '#group.turn.delaying.superseded',
  ...gated('delay', draftGoes('superseded', 'askerContinued'), 'dropDraft'),
} as const

const restartTurn = ['restartTurn', record(turnRestarts)] as const

export const delaying = groupSetup.createStateConfig({
  description: 'A draft waits out its typing delay.',
  tags: 'busy',
  meta: { gate: 'delay' },
  on: onStop,
  initial: 'pausing',
  states: {
    pausing: {
      on: {
        'message.received': talk,
        ...onFloor,
      },
      always: [writtenAnew, { guard: or(['isTypingDelayOver', 'isCalledOff', 'isCutShort']), target: 'due' }],
      after: { typingDelay: 'due' },
    },
    yielding: {
      description: 'Another bot is posting: the draft waits for its message (L3).',
      on: {
        'message.received': talk,
        'floor.taken': { target: 'yielding', reenter: true, actions: 'keepFloor' },
        'floor.freed': { target: 'yielding', reenter: true, actions: 'freeFloor' },
      },
      always: { guard: or([not('isFloorTaken'), 'isCalledOff', 'isCutShort']), target: 'due' },
      after: { floorTimeout: 'due' },
    },
    due: {
      description: 'The typing delay is over: may the draft still be sent?',
      always: [
        {
          description: 'It was not told itself: a crash came in between.',
          guard: 'isSilenced',
          target: '#group.turn.cooling',
          ...gated('control', skipAt('control', 'operatorSilenced')),
        },
        calledOff,
        cutShort,
        {
          guard: 'isExpired',
          target: '#group.turn.cooling',
          ...gated('delay', draftGoes('skip', 'messageTooOld')),
        },
        { guard: 'isFloorTaken', target: 'yielding', ...gated('delay', yields) },
        ...unlessPaid('send', []),
        {
          guard: and([not('isRequestedByPerson'), 'isOutdated', rejudgementUnpaid]),
          target: '#group.turn.cooling',
          ...gated('budget', budgetSkip('rejudge', ['decide'])),
        },
        {
          guard: and(['isOutdated', not(rejudgementUnpaid)]),
          target: '#group.turn.rejudging',
          meta: { gate: 'rejudge' },
        },
        { target: '#group.turn.sending' },
      ],
    },
    superseded: {
      description:
        'A mention, or more from the person who asked, replaces the draft: the turn starts over when they have paused (L5, B4).',
      always: [
        calledOff,
        { guard: 'isRestartDue', target: '#group.turn.dispatching', actions: restartTurn, meta: { gate: 'dispatch' } },
      ],
      on: { 'message.received': { target: 'superseded', reenter: true, description: 'Who asked may go on still.' } },
      after: {
        restartWait: { target: '#group.turn.dispatching', actions: restartTurn, meta: { gate: 'dispatch' } },
      },
    },
  },
})
