// A draft and its typing delay: what may interrupt it, whom it waits for, and whether it may still be sent (L1–L5, U2).
import { onFloor } from './floor.ts'
import { draftGoes, yields } from '../verdicts/calls.ts'
import { unlessPaid } from './budget-gate.ts'
import { groupSetup } from '../setup.ts'
import { onStop } from './stops.ts'
import { budgetSkip } from '../verdicts/budget.ts'
import { skipAt, turnRestarts } from '../verdicts/gates.ts'

const talk = [
  {
    guard: 'supersedesDraft',
    target: 'superseded',
    actions: [{ type: 'recordVerdict', params: draftGoes('superseded', 'mentionedMeanwhile') }, 'dropDraft'],
    meta: { gate: 'delay' },
  },
  { guard: 'isOthers', actions: 'noteTalk' },
] as const

/** More of the request came before the reply went out. */
export const writtenAnew = {
  description: 'Who asked has said more: the reply is written anew, once.',
  guard: 'isContinued',
  target: '#group.turn.delaying.superseded',
  actions: [{ type: 'recordVerdict', params: draftGoes('superseded', 'askerContinued') }, 'dropDraft'],
  meta: { gate: 'delay' },
} as const

const restartTurn = ['restartTurn', { type: 'recordVerdict', params: turnRestarts }] as const

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
      always: [writtenAnew, { guard: 'isPauseOver', target: 'due' }],
      after: { pause: 'due' },
    },
    yielding: {
      description: 'Another bot is posting: the draft waits for its message (L3).',
      on: {
        'message.received': talk,
        'floor.taken': { target: 'yielding', reenter: true, actions: 'noteFloor' },
        'floor.freed': { target: 'yielding', reenter: true, actions: 'freeFloor' },
      },
      always: { guard: 'isFloorFree', target: 'due' },
      after: { floorPatience: 'due' },
    },
    due: {
      description: 'The typing delay is over: may the draft still be sent?',
      always: [
        {
          description: 'It was not told itself: a crash came in between.',
          guard: 'isSilenced',
          target: '#group.turn.cooling',
          actions: { type: 'recordVerdict', params: skipAt('control', 'operatorSilenced') },
          meta: { gate: 'control' },
        },
        {
          guard: 'isExpired',
          target: '#group.turn.cooling',
          actions: { type: 'recordVerdict', params: draftGoes('skip', 'messageTooOld') },
          meta: { gate: 'delay' },
        },
        {
          guard: 'isFloorTaken',
          target: 'yielding',
          actions: { type: 'recordVerdict', params: yields },
          meta: { gate: 'delay' },
        },
        ...unlessPaid('send', []),
        {
          guard: 'isOutdatedBeyondBudget',
          target: '#group.turn.cooling',
          actions: { type: 'recordVerdict', params: budgetSkip('rejudge', ['decide']) },
          meta: { gate: 'budget' },
        },
        { guard: 'isOutdated', target: '#group.turn.rejudging', meta: { gate: 'rejudge' } },
        { target: '#group.turn.sending' },
      ],
    },
    superseded: {
      description:
        'A mention, or more from the person who asked, replaces the draft: the turn starts over when they have paused (L5, B4).',
      always: {
        guard: 'isRestartDue',
        target: '#group.turn.dispatching',
        actions: restartTurn,
        meta: { gate: 'dispatch' },
      },
      on: { 'message.received': { target: 'superseded', reenter: true, description: 'Who asked may go on still.' } },
      after: {
        restartFloor: { target: '#group.turn.dispatching', actions: restartTurn, meta: { gate: 'dispatch' } },
      },
    },
  },
})
