// A turn: one batch at a time through the gates, from dispatch to send, then the cooldown (D1–D5).
import { gated } from '../record.ts'
import { groupSetup } from '../setup.ts'
import { gaveUp } from '../verdicts/gates.ts'
import { scheduledAgain } from '../verdicts/schedule.ts'
import { awaitingBudget } from './awaiting-budget.ts'
import { unlessPaid } from './budget-gate.ts'
import { checking } from './checking.ts'
import { composing } from './composing.ts'
import { cooling } from './cooling.ts'
import { deciding } from './deciding.ts'
import { declining } from './declining.ts'
import { deferral, deferring } from './deferring.ts'
import { delaying, writtenAnew } from './delaying.ts'
import { openTurn } from './next-turn.ts'
import { rejudging } from './rejudging.ts'
import { sending } from './sending.ts'
import { toAsk, toReport, toTell } from './reporting.ts'
import { toScheduled } from './scheduled.ts'
import { onStopOfCall } from './stops.ts'
import { calledOffCall, cutShortCall } from './withdrawn.ts'
import { working } from './working.ts'

export const turn = groupSetup.createStateConfig({
  initial: 'idle',
  always: {
    description: 'The queue is full, and no turn takes it just now: the oldest message that nobody asked is given up.',
    guard: 'isQueueFull',
    ...gated('dispatch', gaveUp, 'dropOldest'),
  },
  on: {
    'schedule.due': [
      {
        description: 'It waited still when it was due again: it is done once for both.',
        guard: 'isWaitingStill',
        ...gated('dispatch', scheduledAgain, 'keepScheduled'),
      },
      { actions: 'keepScheduled' },
    ],
    'message.recalled': {
      description: 'What asked for the work that it tells of was taken back.',
      guard: 'isTurnRecalled',
      actions: 'callOff',
    },
  },
  states: {
    idle: {
      description: 'No batch is waiting.',
      always: [
        toReport,
        toAsk,
        toScheduled,
        { guard: 'mustWait', target: 'deferring', actions: deferral, meta: { gate: 'backoff' } },
        { guard: 'hasPending', target: 'dispatching', actions: openTurn, meta: { gate: 'dispatch' } },
        toTell,
      ],
    },
    deferring,
    dispatching: {
      description: 'One batch is being handled; whatever arrives meanwhile waits.',
      tags: 'busy',
      on: onStopOfCall,
      always: [calledOffCall, cutShortCall],
      initial: 'checking',
      states: {
        checking,
        deciding,
        rechecking: {
          description: 'The budget is checked again before the reply is written.',
          always: [writtenAnew, ...unlessPaid('compose', ['compose']), { target: 'composing' }],
        },
        composing,
      },
    },
    awaitingBudget,
    declining,
    delaying,
    working,
    rejudging,
    sending,
    cooling,
  },
})
