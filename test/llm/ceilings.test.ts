import { expect, test } from 'vitest'
import { makeCeilings } from '../../src/llm/ceilings.ts'

test('what was spent within the last 24 hours counts to the millisecond, and longer rather than shorter (U6)', () => {
  let now = 59_999
  const ceilings = makeCeilings({
    process: { dailyMessages: 1, dailyTokens: 1_000 },
    bots: {},
    spent: () => [],
    now: () => now,
  })
  ceilings.book('iris', now, { messages: 1, tokens: 10 })
  const isFree = (at: number): boolean => {
    now = at
    return ceilings.used().messages === 0
  }
  const day = 24 * 60 * 60_000
  expect([isFree(59_999 + day - 1), isFree(59_999 + day), isFree(120_000 + day)]).toEqual([false, false, true])
})
