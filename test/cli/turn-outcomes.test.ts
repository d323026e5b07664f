import { expect, test } from 'vitest'
import { makeTurnOutcomes } from '../../src/lab/eval/turn-outcomes.ts'
import { messageKey } from '../../src/lab/virtual/trace.ts'

test.each([
  ['addressedToOtherByModel', 'You mean Rex'],
  ['notRelevantEnough', 'Sleep is no field of mine'],
  ['modelDeclines', 'I would only repeat Ann'],
] as const)('a decision against speaking is counted by its cause, %s, whatever the model says of it', (why, reason) => {
  const outcomes = makeTurnOutcomes()
  const verdict = { kind: 'verdict', group: 'lab', turn: 1, at: 1 } as const
  outcomes.see({ ...verdict, gate: 'dispatch', outcome: 'start', why: 'batchReady', messages: ['a'] })
  outcomes.see({ ...verdict, gate: 'decide', outcome: 'skip', why, reason, messages: [] })
  expect(outcomes.of(messageKey({ group: 'lab', id: 'a' })).stop).toEqual({ gate: 'decide', reason: why })
})
