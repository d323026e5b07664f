// A turn: one batch at a time through the gates, from dispatch to send, then the cooldown (D1–D5).
import { composing, deciding } from './group.calls.ts'
import { delaying, rejudging, sending } from './group.delivery.ts'
import { groupSetup } from './group.setup.ts'
import { budgetSkip, loopNumbers, skipAt, turnEnds, turnStarts } from './group.verdicts.ts'

const openTurn = ['openTurn', { type: 'recordVerdict', params: turnStarts }] as const

export const turn = groupSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      description: 'No batch waits.',
      always: { guard: 'hasPending', target: 'dispatching', actions: openTurn, meta: { gate: 'dispatch' } },
    },
    dispatching: {
      description: 'One batch is being worked on; whatever arrives meanwhile waits.',
      tags: 'busy',
      initial: 'checking',
      states: {
        checking: {
          description: 'The gates that cost nothing.',
          always: [
            {
              guard: 'isSwitchedOff',
              target: '#group.turn.cooling',
              actions: { type: 'recordVerdict', params: skipAt('policy', 'the bot is switched off here') },
              meta: { gate: 'policy' },
            },
            {
              guard: 'isExpired',
              target: '#group.turn.cooling',
              actions: { type: 'recordVerdict', params: skipAt('delay', 'what it would answer is too old') },
              meta: { gate: 'delay' },
            },
            {
              guard: 'isLoop',
              target: '#group.turn.cooling',
              actions: { type: 'recordVerdict', params: skipAt('loop', 'only bots spoke for too long', loopNumbers) },
              meta: { gate: 'loop' },
            },
            {
              guard: 'isUnmentionedByPolicy',
              target: '#group.turn.cooling',
              actions: { type: 'recordVerdict', params: skipAt('policy', 'it answers mentions only') },
              meta: { gate: 'policy' },
            },
            {
              guard: { type: 'isBudgetSpent', params: { calls: 'ahead' } },
              target: '#group.turn.cooling',
              actions: { type: 'recordVerdict', params: budgetSkip('before decision', 'ahead') },
              meta: { gate: 'budget' },
            },
            { guard: 'isJudgementSpared', target: 'composing', meta: { gate: 'policy' } },
            { target: 'deciding' },
          ],
        },
        deciding,
        rechecking: {
          description: 'The budget again, before the reply is written.',
          always: [
            {
              guard: { type: 'isBudgetSpent', params: { calls: ['compose'] } },
              target: '#group.turn.cooling',
              actions: { type: 'recordVerdict', params: budgetSkip('before reply', ['compose']) },
              meta: { gate: 'budget' },
            },
            { target: 'composing' },
          ],
        },
        composing,
      },
    },
    delaying,
    rejudging,
    sending,
    cooling: {
      description: 'The turn has ended, however; the next one waits.',
      entry: [{ type: 'recordVerdict', params: turnEnds }, 'closeTurn'],
      always: [
        { guard: 'isOneToOne', target: 'idle' },
        { guard: 'isMentionDue', target: 'dispatching', actions: openTurn, meta: { gate: 'dispatch' } },
      ],
      initial: 'resting',
      states: {
        resting: {
          description: 'The cooldown runs.',
          always: [
            { guard: 'hasPendingMention', target: 'holding' },
            { guard: 'isCooldownOver', target: 'lingering' },
          ],
          after: { cooldown: 'lingering' },
        },
        lingering: {
          description: 'The cooldown is over; where it is the shorter one, the mention floor is not.',
          always: [
            { guard: 'isMentionFloorOver', target: '#group.turn.idle' },
            { guard: 'hasPendingMention', target: 'holding' },
            {
              guard: 'hasPending',
              target: '#group.turn.dispatching',
              actions: openTurn,
              meta: { gate: 'dispatch' },
            },
          ],
          after: { mentionFloor: '#group.turn.idle' },
        },
        holding: {
          description: 'A mention came too soon after the last turn: it waits for the mention floor (B4).',
          after: {
            mentionFloor: {
              target: '#group.turn.dispatching',
              actions: openTurn,
              meta: { gate: 'dispatch' },
            },
          },
        },
      },
    },
  },
})
