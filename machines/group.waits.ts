// Between turns: the cooldown after each, and the longer wait when nothing was worth saying (D3, B4).
import { groupSetup } from './group.setup.ts'
import { cooldownEnd, floorEnd, patienceEnd, turnEnds, turnStarts, waits } from './group.verdicts.ts'

export const openTurn = ['openTurn', { type: 'recordVerdict', params: turnStarts }] as const

const toNextTurn = { target: '#group.turn.dispatching', actions: openTurn, meta: { gate: 'dispatch' } } as const

export const waiting = groupSetup.createStateConfig({
  description:
    'Judgements were for nothing: the next one waits, twice as long each time, until something urgent comes.',
  meta: { gate: 'patience' },
  entry: {
    type: 'recordVerdict',
    params: waits('patience', 'nothing was worth saying lately', patienceEnd),
  },
  always: [
    { guard: 'isQueueEmpty', target: 'idle', description: 'A full queue gave up what waited here.' },
    { guard: 'isWaitOver', ...toNextTurn },
  ],
  after: { patience: toNextTurn },
})

export const cooling = groupSetup.createStateConfig({
  description: 'The turn has ended, however; the next one waits.',
  entry: [{ type: 'recordVerdict', params: turnEnds }, 'closeTurn'],
  always: [
    { guard: 'isOneToOne', target: 'idle' },
    { guard: 'isMentionDue', ...toNextTurn },
  ],
  initial: 'resting',
  states: {
    resting: {
      description: 'The cooldown runs.',
      always: [
        { guard: 'isMentionEarly', target: 'holding' },
        { guard: 'isCooldownOver', target: 'lingering' },
        { guard: 'hasPending', target: 'queueing', meta: { gate: 'cooldown' } },
      ],
      after: { cooldown: 'lingering' },
    },
    queueing: {
      description: 'A batch waits for the end of the cooldown.',
      meta: { gate: 'cooldown' },
      entry: { type: 'recordVerdict', params: waits('cooldown', 'the last turn has just ended', cooldownEnd) },
      always: [
        { guard: 'isMentionEarly', target: 'holding' },
        { guard: 'isCooldownOver', target: 'lingering' },
      ],
      after: { cooldown: 'lingering' },
    },
    lingering: {
      description: 'The cooldown is over; where it is the shorter one, the mention floor is not.',
      always: [
        { guard: 'isMentionFloorOver', target: '#group.turn.idle' },
        { guard: 'isMentionEarly', target: 'holding' },
        { guard: 'isBatchDue', ...toNextTurn },
      ],
      after: { mentionFloor: '#group.turn.idle' },
    },
    holding: {
      description: 'A mention came too soon after the last turn: it waits for the mention floor (B4).',
      meta: { gate: 'cooldown' },
      entry: { type: 'recordVerdict', params: waits('cooldown', 'a mention came right after a turn', floorEnd) },
      after: { mentionFloor: toNextTurn },
    },
  },
})
