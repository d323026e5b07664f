// The bounded tool loop behind a reply: model calls and tool calls by turns, until there is an answer (A5).
import { or, stateIn } from 'xstate'
import { acting } from './acting.ts'
import { approving } from './approving.ts'
import { endOf, firstContext } from './changes.ts'
import type { RunEnd } from './context.ts'
import { handingOff } from './handing-off.ts'
import { posting } from './posting.ts'
import { agentSetup } from './setup.ts'
import { thinking } from './thinking.ts'
import { concludes, ends, steers, thinkFails } from './verdicts.ts'

const last = <const W extends 'outOfTokens' | 'outOfSteps' | 'repeatedCalls'>(why: W) =>
  [
    { type: 'recordVerdict', params: concludes(why) },
    { type: 'offerNoMore', params: { why } },
  ] as const

const stops = <const W extends 'outOfTokens' | 'outOfTime' | 'runFailed'>(outcome: 'exhausted' | 'failed', why: W) =>
  [
    { type: 'recordVerdict', params: ends(outcome, why) },
    { type: 'keepWhy', params: { why } },
  ] as const

/**
 *   recalling → acting { choosing · reading ∥ · doing } → paying → thinking → routing → acting …
 *                              ⇅                   ⇅        ⇅
 *                  approving, posting        handingOff ⇄ backingOff
 *
 * It ends `answered`, `exhausted` (of steps, tokens or time: without an answer, unless the last call gave one) or `failed`;
 * who invokes it may stop it at any moment. A run whose prompt has become too long hands off: it goes on from a summary.
 * Children: `think` is one model call, `act` one call of a tool. What they say lies on the tape; here are ids and counters.
 */
export const agentMachine = agentSetup.createMachine({
  id: 'agent',
  version: '1',
  context: ({ input }) => firstContext(input),
  output: ({ context, event }): RunEnd => endOf(context, (event as unknown as { output: RunEnd['outcome'] }).output),
  initial: 'recalling',
  after: {
    runTimeout: [
      {
        description: 'The time that it waits for operators does not count: the next model call looks.',
        guard: or([stateIn('#agent.approving'), 'hasWaited']),
      },
      {
        description: 'It calls off the model, whose call is charged.',
        guard: 'isAsking',
        target: '.exhausted',
        meta: { gate: 'work' },
        actions: [{ type: 'recordVerdict', params: thinkFails }, ...stops('exhausted', 'outOfTime')],
      },
      { target: '.exhausted', meta: { gate: 'work' }, actions: stops('exhausted', 'outOfTime') },
    ],
  },
  on: {
    'run.steer': {
      description: 'Who asked says more: the next model call reads it.',
      meta: { gate: 'work' },
      actions: [
        { type: 'recordVerdict', params: steers },
        { type: 'keepSteering', params: ({ event }) => event },
      ],
    },
  },
  states: {
    recalling: {
      description: 'It goes on from the calls that the reply’s own model call made.',
      always: 'acting',
    },
    acting,
    approving,
    posting,
    paying: {
      description: 'The next model call: may it be made, and are tools still on offer?',
      meta: { gate: 'work' },
      always: [
        {
          description: 'What its last call sent is its end.',
          guard: 'isConcluded',
          target: 'answered',
          meta: { gate: 'work' },
        },
        { guard: 'isOutOfTime', target: 'exhausted', actions: stops('exhausted', 'outOfTime') },
        { guard: 'isSpent', target: 'exhausted', actions: stops('exhausted', 'outOfTokens') },
        {
          description: 'The model reads no more of it, and a summary with a call after it cannot be paid.',
          guard: 'isHandoffUnpaid',
          target: 'exhausted',
          actions: stops('exhausted', 'outOfTokens'),
        },
        {
          description: 'The next prompt would be too long.',
          guard: 'isHandoffDue',
          target: 'handingOff',
          meta: { gate: 'work' },
        },
        { guard: 'isConcluding', target: 'thinking' },
        { guard: 'isLastPaid', target: 'thinking', actions: last('outOfTokens') },
        { guard: 'isLastStep', target: 'thinking', actions: last('outOfSteps') },
        { target: 'thinking' },
      ],
    },
    thinking,
    handingOff,
    backingOff: {
      description: 'The model call failed: it is made again after a pause.',
      after: { thinkBackoff: 'paying' },
    },
    routing: {
      description: 'Tools were called, or there is an answer.',
      always: [
        { guard: 'hasCalls', target: 'acting' },
        { guard: 'hasAnswer', target: 'answered' },
        { target: 'failed', actions: stops('failed', 'runFailed') },
      ],
    },
    answered: { type: 'final', output: 'answered' },
    exhausted: { type: 'final', output: 'exhausted' },
    failed: { type: 'final', output: 'failed' },
  },
})
