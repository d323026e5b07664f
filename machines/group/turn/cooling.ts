// The cooldown after each turn, and the minimum interval between mentions (D3, B4).
import { and, not, or } from 'xstate'
import { record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import { cooldownEnd, holds, turnEnds, waits } from '../verdicts/gates.ts'
import { toNextTurn } from './next-turn.ts'
import { toAsk, toReport, toTell } from './reporting.ts'
import { toScheduled } from './scheduled.ts'

export const cooling = groupSetup.createStateConfig({
  description: 'The turn has ended; the next one waits.',
  entry: [record(turnEnds), 'closeTurn'],
  // Who asked for work has waited longer than who asks now.
  always: [
    { guard: 'isOneToOne', target: 'idle' },
    toReport,
    toAsk,
    toScheduled,
    { guard: 'isRequestDue', ...toNextTurn },
    toTell,
  ],
  initial: 'resting',
  states: {
    resting: {
      description: 'The cooldown is running.',
      always: [
        { guard: or(['isRequestEarly', 'isReportEarly', 'isScheduledEarly']), target: 'holding' },
        { guard: 'isCooldownOver', target: 'lingering' },
        { guard: 'hasPending', target: 'queueing', meta: { gate: 'cooldown' } },
      ],
      after: { cooldown: 'lingering' },
    },
    queueing: {
      description: 'A batch waits for the end of the cooldown.',
      meta: { gate: 'cooldown' },
      entry: record(waits('cooldown', 'coolingDown', cooldownEnd)),
      always: [
        { guard: or(['isRequestEarly', 'isReportEarly', 'isScheduledEarly']), target: 'holding' },
        { guard: 'isCooldownOver', target: 'lingering' },
      ],
      after: { cooldown: 'lingering' },
    },
    lingering: {
      description: 'The cooldown is over, but the minimum interval between mentions is not.',
      always: [
        { guard: 'isMentionCooldownOver', target: '#group.turn.idle' },
        { guard: 'isRequestEarly', target: 'holding' },
        { guard: and(['hasPending', or(['isSilenced', 'isJudgementDue'])]), ...toNextTurn },
      ],
      after: { mentionCooldown: '#group.turn.idle' },
    },
    holding: {
      description:
        'A request, or what tools came to, is too soon after the last turn: it waits for the minimum interval between mentions (B4).',
      meta: { gate: 'cooldown' },
      entry: record(holds),
      always: {
        guard: and([not('isRequestPending'), not('isReportEarly'), not('isScheduledEarly')]),
        target: 'resting',
        description: 'A full queue gave up what waited here.',
      },
      after: {
        mentionCooldown: [toReport, toScheduled, { guard: 'isRequestPending', ...toNextTurn }, { target: 'resting' }],
      },
    },
  },
})
