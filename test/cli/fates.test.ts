import { expect, test } from 'vitest'
import { makeFates } from '../../src/cli/eval/fates.ts'
import { messageKey } from '../../src/cli/eval/labels.ts'

test.each([
  ['aimed at somebody else, says the model', 'aimed at somebody else, says the model'],
  ['not relevant enough', 'not relevant enough'],
  ['I would only repeat Ann', 'the model says no'],
])('a decision against speaking, %s, is counted as: %s', (why, reason) => {
  const fates = makeFates()
  const verdict = { kind: 'verdict', group: 'lab', turn: 1, at: 1 } as const
  fates.see({ ...verdict, gate: 'dispatch', outcome: 'start', why: 'batch', messages: ['a'] })
  fates.see({ ...verdict, gate: 'decide', outcome: 'skip', why, messages: [] })
  expect(fates.of(messageKey({ group: 'lab', id: 'a' })).stop).toEqual({ gate: 'decide', reason })
})
