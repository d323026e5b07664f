// Results that are too long for a prompt: what is shown of them, and that the rest can be read page by page.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimatePromptTokens } from '../../src/language/tokens.ts'
import { longestKept, longestResult, pageOf, spill } from '../../src/tools/spill.ts'

const words = Array.from({ length: 6_000 }, (_, n) => `word${n}`).join(' ')
const lines = Array.from({ length: 3_000 }, (_, n) => `第${n}行：今天天气很好😀`).join('\n')

/** All pages of what is kept, from a place on. */
function rest(whole: string, offset: number): string {
  const page = pageOf(whole, 'r1 1.0', offset)
  if (page === undefined) return ''
  const [, text = page, next] =
    /^(.*)\n… \d+ characters more: tape_page \{"id":"r1 1\.0","offset":(\d+)\}$/s.exec(page) ?? []
  return next === undefined ? text : text + rest(whole, Number(next))
}

describe('a result', () => {
  test('that fits stands in the prompt as it is, and is kept nowhere else', () => {
    expect(spill('short', 'r1 1.0')).toEqual({ shown: 'short' })
    expect(spill('', 'r1 1.0')).toEqual({ shown: '' })
  })

  test.each([words, lines, 'x'.repeat(200_000), '\n'.repeat(100_000)])(
    'that is too long is shown by its head and tail, and how much lies between',
    (text) => {
      const { shown, whole = '' } = spill(text, 'r1 1.0')
      const [, head = '', more, offset, tail = ''] =
        /^(.*?)\n… (\d+) characters more: tape_page \{"id":"r1 1\.0","offset":(\d+)\}\n(.*)$/s.exec(shown) ?? []
      expect(text.startsWith(head) && text.endsWith(tail) && whole === text).toBe(true)
      expect([Number(more), Number(offset)]).toEqual([text.length - head.length - tail.length, head.length])
      expect(estimatePromptTokens(shown)).toBeLessThanOrEqual(longestResult)
      expect(estimatePromptTokens(shown)).toBeGreaterThan(longestResult / 2)
      expect(head + rest(whole, head.length)).toBe(text)
    },
  )

  test('of which no more can be kept says so', () => {
    const { shown, whole = '' } = spill('名'.repeat(100_000), 'r1 1.0')
    expect([Buffer.byteLength(whole) <= longestKept, whole.length]).toEqual([true, 87_381])
    expect(shown).toContain(' (the last 12619 characters are not kept)\n')
  })

  test('whatever it is, is well formed, has a bounded length, and can be read to its end', { timeout: 60_000 }, () => {
    const sign = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.constantFrom('😀', '\u{D83D}', '名', ' ', '\n', 'word '),
    )
    fc.assert(
      fc.property(
        fc.array(sign, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 4_000 }),
        (signs, times) => {
          const text = signs.join('').repeat(times).slice(0, 60_000)
          const { shown, whole } = spill(text, 'r1 1.0')
          expect([shown.isWellFormed(), estimatePromptTokens(shown) <= 1.2 * longestResult]).toEqual([true, true])
          expect(rest(whole ?? shown, 0)).toBe(text.toWellFormed())
        },
      ),
      { numRuns: 30 },
    )
  })
})
