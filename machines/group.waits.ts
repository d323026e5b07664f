// Between turns: the cooldown after each, and the wait of talk that nobody addressed to the bot (D3, B4).
import { groupSetup } from './group.setup.ts'
import { cooldownEnd, floorEnd, nextLookAt, turnEnds, turnStarts, waits } from './group.verdicts.ts'

export const openTurn = ['openTurn', { type: 'recordVerdict', params: turnStarts }] as const

export const deferral = {
  type: 'recordVerdict',
  params: waits('backoff', 'nobodyAsked', nextLookAt),
} as const

const toNextTurn = { target: '#group.turn.dispatching', actions: openTurn, meta: { gate: 'dispatch' } } as const

export const deferring = groupSetup.createStateConfig({
  description:
    'Messages that nobody addressed to the bot are judged together: when enough have come in, one is strongly relevant, or nobody speaks and no back-off is running.',
  meta: { gate: 'backoff' },
  always: [
    { guard: 'isQueueEmpty', target: 'idle', description: 'A full queue gave up what waited here.' },
    { guard: 'isWaitOver', ...toNextTurn },
  ],
  on: {
    'message.received': { target: 'deferring', reenter: true, description: 'When to look again is found anew.' },
  },
  after: {
    nextLook: { target: 'deferring', reenter: true, description: 'Somebody spoke meanwhile: the lull begins anew.' },
  },
})

export const cooling = groupSetup.createStateConfig({
  description: 'The turn has ended; the next one waits.',
  entry: [{ type: 'recordVerdict', params: turnEnds }, 'closeTurn'],
  always: [
    { guard: 'isOneToOne', target: 'idle' },
    { guard: 'isRequestDue', ...toNextTurn },
  ],
  initial: 'resting',
  states: {
    resting: {
      description: 'The cooldown is running.',
      always: [
        { guard: 'isRequestEarly', target: 'holding' },
        { guard: 'isCooldownOver', target: 'lingering' },
        { guard: 'hasPending', target: 'queueing', meta: { gate: 'cooldown' } },
      ],
      after: { cooldown: 'lingering' },
    },
    queueing: {
      description: 'A batch waits for the end of the cooldown.',
      meta: { gate: 'cooldown' },
      entry: { type: 'recordVerdict', params: waits('cooldown', 'coolingDown', cooldownEnd) },
      always: [
        { guard: 'isRequestEarly', target: 'holding' },
        { guard: 'isCooldownOver', target: 'lingering' },
      ],
      after: { cooldown: 'lingering' },
    },
    lingering: {
      description: 'The cooldown is over, but the minimum interval between mentions is not.',
      always: [
        { guard: 'isMentionFloorOver', target: '#group.turn.idle' },
        { guard: 'isRequestEarly', target: 'holding' },
        { guard: 'isBatchDue', ...toNextTurn },
      ],
      after: { mentionFloor: '#group.turn.idle' },
    },
    holding: {
      description:
        'A request came too soon after the last turn: it waits for the minimum interval between mentions (B4).',
      meta: { gate: 'cooldown' },
      entry: { type: 'recordVerdict', params: waits('cooldown', 'requestTooSoon', floorEnd) },
      always: { guard: 'isNothingAsked', target: 'resting', description: 'A full queue gave up what waited here.' },
      after: { mentionFloor: toNextTurn },
    },
  },
})
