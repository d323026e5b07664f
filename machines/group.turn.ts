// A turn: one batch at a time through the gates, from dispatch to send, then the cooldown (D1–D5).
import { composing, deciding } from './group.calls.ts'
import { checking } from './group.checking.ts'
import { delaying, writtenAnew } from './group.delay.ts'
import { rejudging, sending } from './group.delivery.ts'
import { awaitingBudget, declining, unlessPaid } from './group.held-states.ts'
import { groupSetup } from './group.setup.ts'
import { onStopOfCall } from './group.stops.ts'
import { cooling, deferral, deferring, openTurn } from './group.waits.ts'

export const turn = groupSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      description: 'No batch is waiting.',
      always: [
        { guard: 'mustWait', target: 'deferring', actions: deferral, meta: { gate: 'backoff' } },
        { guard: 'hasPending', target: 'dispatching', actions: openTurn, meta: { gate: 'dispatch' } },
      ],
    },
    deferring,
    dispatching: {
      description: 'One batch is being handled; whatever arrives meanwhile waits.',
      tags: 'busy',
      on: onStopOfCall,
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
    rejudging,
    sending,
    cooling,
  },
})
