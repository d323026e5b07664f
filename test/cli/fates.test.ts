import { expect, test } from 'vitest'
import { makeFates } from '../../src/cli/eval/fates.ts'
import { messageKey } from '../../src/cli/eval/labels.ts'

test.each([
  ['addressedToOtherByModel', 'addressedToOtherByModel'],
  ['notRelevantEnough', 'notRelevantEnough'],
  ['I would only repeat Ann', 'modelDeclines'],
])('a decision against speaking, %s, is counted as: %s', (why, reason) => {
  const fates = makeFates()
  const verdict = { kind: 'verdict', group: 'lab', turn: 1, at: 1 } as const
  fates.see({ ...verdict, gate: 'dispatch', outcome: 'start', why: 'batchReady', messages: ['a'] })
  fates.see({ ...verdict, gate: 'decide', outcome: 'skip', why, messages: [] })
  expect(fates.of(messageKey({ group: 'lab', id: 'a' })).stop).toEqual({ gate: 'decide', reason })
})
