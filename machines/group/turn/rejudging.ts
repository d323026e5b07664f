// Somebody spoke during the typing delay: the draft is judged again before it is sent (L3, L4).
import { decideInput } from '../call-inputs.ts'
import { groupSetup } from '../setup.ts'
import { draftGoes, failsAt, outrun, rejudges, timesOutAt } from '../verdicts/calls.ts'
import { timeOf } from '../../rules/time.ts'
import { writtenAnew } from './delaying.ts'
import { onFloor } from './floor.ts'
import { costOfFailure, costOfOutput, failure } from './model-call.ts'
import { onStopOfCall } from './stops.ts'

// By its timer, or by the next message when the timer is lost (D5).
const lateJudgement = {
  target: 'cooling',
  actions: [
    { type: 'recordVerdict', params: timesOutAt('rejudge', ({ input }) => input.settings.decision.modelTimeoutMs) },
    { type: 'settleTokens', params: { tokens: undefined } },
  ],
  meta: { gate: 'rejudge' },
} as const

export const rejudging = groupSetup.createStateConfig({
  description: 'Somebody spoke during the typing delay: does the draft still add something?',
  tags: 'busy',
  meta: { gate: 'rejudge' },
  entry: [{ type: 'holdTokens', params: { call: 'decide' } }, 'beginRejudgement'],
  invoke: {
    id: 'rejudge',
    src: 'decide',
    input: ({ context, event }) => decideInput(context, timeOf(event)),
    onDone: [
      {
        ...writtenAnew,
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
          ...writtenAnew.actions,
        ],
      },
      {
        guard: { type: 'isDropped', params: ({ event }) => event.output },
        target: 'cooling',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
        ],
        meta: { gate: 'rejudge' },
      },
      {
        description: 'Somebody spoke while it was judged: it is judged by that, too.',
        guard: 'isOvertaken',
        target: 'delaying.due',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
          'keepRejudgement',
        ],
        meta: { gate: 'rejudge' },
      },
      {
        description: 'The talk goes on faster than it can be judged, and nobody asked.',
        guard: 'isOvertakenForGood',
        target: 'cooling',
        actions: [
          { type: 'recordVerdict', params: outrun },
          { type: 'settleTokens', params: costOfOutput },
        ],
        meta: { gate: 'rejudge' },
      },
      {
        description: 'The judgement took so long that what it answers is too old by now (L6).',
        guard: 'isExpired',
        target: 'cooling',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
          { type: 'recordVerdict', params: draftGoes('skip', 'messageTooOld') },
        ],
        meta: { gate: 'delay' },
      },
      {
        guard: { type: 'isShortened', params: ({ event }) => event.output },
        target: 'sending',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
          'shortenDraft',
        ],
        meta: { gate: 'rejudge' },
      },
      {
        target: 'sending',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
        ],
        meta: { gate: 'rejudge' },
      },
    ],
    onError: [
      {
        description: 'A crash cut the call off: it is charged, and asked again if the budget allows.',
        guard: { type: 'isInterrupted', params: failure },
        target: 'delaying.due',
        actions: [
          { type: 'recordVerdict', params: failsAt('rejudge') },
          { type: 'settleTokens', params: costOfFailure },
        ],
        meta: { gate: 'rejudge' },
      },
      {
        target: 'cooling',
        actions: [
          { type: 'recordVerdict', params: failsAt('rejudge') },
          { type: 'settleTokens', params: costOfFailure },
        ],
        meta: { gate: 'rejudge' },
      },
    ],
  },
  after: { decisionTimeout: lateJudgement },
  on: {
    'message.received': [
      { guard: { type: 'isCallLate', params: { call: 'decide' } }, ...lateJudgement },
      {
        guard: 'isOthers',
        actions: 'noteTalk',
        description: 'It has the draft judged once more; more of the request has it written anew.',
      },
    ],
    ...onFloor,
    ...onStopOfCall,
  },
})
