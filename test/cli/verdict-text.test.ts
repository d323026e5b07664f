import { expect, test } from 'vitest'
import type { Verdict } from '../../machines/group/types.ts'
import { verdictText } from '../../src/terminal/verdict-text.ts'

test('a verdict is one line that cannot steer the terminal, whatever a model says of its reasons and of itself', () => {
  const verdict = {
    turn: 1,
    at: 0,
    gate: 'compose',
    outcome: 'draft',
    why: 'written',
    reason: 'a\u001B]0;title\u0007\r\nb\u009B2J\u202Ec',
    messages: [],
    tokens: 42,
    numbers: { model: 'gpt\u001B[2J', waitMs: 1_500 },
  } satisfies Verdict
  expect(verdictText(verdict)).toBe(
    'compose draft: the reply is written: “a ]0;title b 2J c” · model gpt [2J · wait 1.5 s · 42 tokens',
  )
})
