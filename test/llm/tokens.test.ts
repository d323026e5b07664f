// The estimate against a second, cruder one, and its bound on work (U3, row 14).
import { describe, expect, test } from 'vitest'
import { estimateTokenCount } from 'tokenx'
import { estimateTokens, maxCountedChars } from '../../src/language/tokens.ts'

/** By script: what a character of ASCII, of Han and of Han punctuation weighs on average. */
function weigh(text: string): number {
  const han = text.match(/[\u3400-\u9fff]/g)?.length ?? 0
  const ascii = text.match(/[ -~]/g)?.length ?? 0
  return han * 0.85 + ascii * 0.25 + (text.length - han - ascii) * 0.9
}

describe('the estimate lies near the weight of the characters (U3)', () => {
  test.each([
    ['English', 'The quick brown fox jumps over the lazy dog, and then it goes home to sleep.'],
    ['Chinese', '请问这个样本的统计检验应该怎么做？我们只有二十个数据。'],
    ['mixed', '这个 TypeScript 的类型错误怎么修?'],
  ])('%s', (_language, text) => {
    const estimate = estimateTokens(text)
    expect(estimate).toBeGreaterThanOrEqual(weigh(text) * 0.85)
    expect(estimate).toBeLessThanOrEqual(weigh(text) * 1.3)
  })

  test('Chinese is not priced as a quarter of a token a character', () => {
    const text = '明天下午三点开会讨论预算'
    expect(estimateTokens(text)).toBeGreaterThan((text.length / 4) * 2)
  })
})

test.each([
  ['100 k × a', 'a'.repeat(100_000)],
  ['20 k × 長', '長'.repeat(20_000)],
  ['100 k lines', 'a\n'.repeat(100_000)],
])('%s is worth no more than its first characters', (_what, text) => {
  expect(estimateTokens(text)).toBe(estimateTokens(text.slice(0, maxCountedChars)))
})

test('the lines of a text add up, a break for each (U3)', () => {
  expect(estimateTokens('one two\nthree')).toBe(estimateTokens('one two') + 1 + estimateTokens('three'))
  expect(estimateTokens('')).toBe(0)
})

test('a line is worth the same however it is taken apart to be counted', () => {
  const parts = [
    '12* 19s Ben >4',
    ' ',
    ': ',
    ':',
    '?: ',
    '小研',
    '，',
    '  ',
    'café',
    '. ',
    '"',
    '🙂',
    '\u3000',
    '一个 test',
    '- ',
    'ok',
  ]
  const next = seeded(7)
  for (let n = 0; n < 3_000; n += 1) {
    const line = Array.from({ length: 1 + (next() % 9) }, () => parts[next() % parts.length]).join('')
    expect([line, estimateTokens(line)]).toEqual([line, estimateTokenCount(line)])
  }
})

function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >>> 8
}
