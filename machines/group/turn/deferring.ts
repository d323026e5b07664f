// The wait of talk that nobody addressed to the bot (D3).
import { not, or } from 'xstate'
import { record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import { nextJudgementAt, waits } from '../verdicts/gates.ts'
import { toNextTurn } from './next-turn.ts'
import { toAsk, toReport, toTell } from './reporting.ts'
import { toScheduled } from './scheduled.ts'

export const deferral = record(waits('backoff', 'nobodyAsked', nextJudgementAt))

export const deferring = groupSetup.createStateConfig({
  description:
    'Messages that nobody addressed to the bot are judged together: when enough have come in, one is strongly relevant, or nobody speaks and no back-off is running.',
  meta: { gate: 'backoff' },
  always: [
    toReport,
    toAsk,
    toScheduled,
    toTell,
    { guard: not('hasPending'), target: 'idle', description: 'A full queue gave up what waited here.' },
    { guard: or(['isSilenced', 'isJudgementDue']), ...toNextTurn },
  ],
  on: {
    'message.received': { target: 'deferring', reenter: true, description: 'When to look again is found anew.' },
  },
  after: {
    nextJudgement: {
      target: 'deferring',
      reenter: true,
      description: 'Somebody spoke meanwhile: the lull begins anew.',
    },
  },
})
