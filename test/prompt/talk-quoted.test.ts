// A quote of what the prompt may show anyway: dropped where that stands there whole, else told beside its line (A12, P3).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/language/tokens.ts'
import type { Part } from '../../src/language/parts.ts'
import type { Talk } from '../../src/prompt/talk.ts'
import type { TalkInput } from '../../src/prompt/talk-parts.ts'
import { readTalk } from '../../src/llm/rehearsal-talk.ts'
import { said } from './iris.ts'
import { styles, talkIn } from './prompts-of.ts'

const words = Array.from({ length: 1_200 }, (_, n) => `word${n}`).join(' ')
const passage = 'we take Welch'
const quoting = (text: string, over: object = {}): Part[] => [{ kind: 'quote', id: '2', name: 'Ann', text, ...over }]
const asking = (parts: Part[]) => said(5, 'Bob', 'is that so?', { replyTo: '2', parts, mentioned: true })
const lastLine = (talk: Partial<Talk>, over: Partial<TalkInput> = {}): string =>
  talkIn('compact', talk, over).text.split('\n').at(-1) ?? ''

test('a passage marks what is meant in a line that stands there, by the number of the line', () => {
  const line = said(2, 'Ann', `the groups differ, so ${passage}, and sixty of each`)
  expect(lastLine({ before: [line], batch: [asking(quoting(passage))] })).toBe(
    `2* 55s Bob >1: ⟦quotes >1: ${passage}⟧ is that so?`,
  )
  const { text } = talkIn('documents', { before: [line], batch: [asking(quoting(passage))] })
  expect(text).toContain(`Bob: ⟦quotes [msg_id:2]: ${passage}⟧ is that so? [mentioned]`)
})

test('a passage far behind in a line that is cut to its beginning stays', () => {
  const line = said(2, 'Ann', `${words} ${passage}`)
  const talk = { before: [], linked: [line], batch: [asking(quoting(passage))] }
  const { text } = talkIn('compact', talk, { allowance: 200 })
  expect(text).toMatch(/ Ann: word0 .*…\n/)
  expect(text.split('\n').at(-1)).toBe(`2* 55s Bob >1: ⟦quotes >1: ${passage}⟧ is that so?`)
})

test('what is quoted stands there with its writer where its line finds no room', () => {
  const crowd = Array.from({ length: 8 }, (_, n) => said(10 + n, 'Cleo', 'many words about nothing '.repeat(3)))
  const talk = { before: [said(2, 'Ann', passage)], batch: [asking(quoting(passage)), ...crowd] }
  const { text } = talkIn('compact', talk, { allowance: 60 })
  expect(text).not.toMatch(/^\d+ 58s Ann/m)
  expect(text).toContain(`Bob: ⟦quotes Ann: ${passage}⟧ is that so?`)
})

describe('a message that is quoted as a whole', () => {
  const quoted = (line: string, quote: string, over: Partial<TalkInput> = {}, lineOver: object = {}): string =>
    lastLine({ linked: [said(2, 'Ann', line, lineOver)], batch: [asking(quoting(quote))] }, over)

  test.each([
    ['word for word', 'we take  Welch', 'we take Welch'],
    ['without the words of its picture', 'look [image: a.png]', 'look'],
    ['as a channel renders it', 'we **take** Welch', 'we take Welch'],
    ['cut where quotes are cut', `${'x'.repeat(1_999)} and more`, 'x'.repeat(1_999).padEnd(2_000)],
  ])('is not told once more: %s', (_, line, quote) => {
    const parts = line.includes('[image') ? [{ kind: 'image', name: 'a.png' }] : undefined
    expect(quoted(line, quote, {}, { ...(parts && { parts }) })).toBe('2* 55s Bob >1: is that so?')
  })

  test('is told beside the line of which only the beginning stands there', () => {
    const line = quoted(words, words, { allowance: 300 })
    expect(line).toMatch(/^2\* 55s Bob >1: ⟦quotes >1: word0 .*…⟧ is that so\?$/)
  })

  test('is told beside a line that came cut', () => {
    expect(quoted('we take…', passage, {}, { cut: true })).toBe(`2* 55s Bob >1: ⟦quotes >1: ${passage}⟧ is that so?`)
  })
})

test('words that nobody vouches for are told as such beside the line, too', () => {
  const line = said(2, 'Ann', `so ${passage}, all of us`)
  const batch = [asking(quoting(passage, { unproven: true }))]
  expect(lastLine({ before: [line], batch })).toBe(`2* 55s Bob >1: ⟦says that it quotes >1: ${passage}⟧ is that so?`)
})

describe.each(styles)('what lines carry is cut before their words vanish, in style %s', (style) => {
  const lines = Array.from({ length: 50 }, (_, n) => ({ name: 'Rex', text: `line ${n} ${'word '.repeat(40)}` }))
  const bundle = { kind: 'forward', lines, more: 150 } as const

  test.each([10_000, 1_000, 400, 120])(
    'a bundle of 200 lines ends with how many there are more, in %i tokens',
    (allowance) => {
      const batch = [said(5, 'Bob', '[forwarded messages: 200]', { parts: [bundle] })]
      const { text } = talkIn(style, { batch }, { allowance })
      const there = text.match(/Rex: line/g)?.length ?? 0
      expect(there).toBeGreaterThan(0)
      expect(text.endsWith(` ⏎ and ${200 - there} more⟧`)).toBe(true)
      expect(text.length).toBeLessThan(3_300)
    },
  )

  test('a long quote leaves the words of a line half of its room', () => {
    const parts = [{ kind: 'quote', name: 'Ann', text: 'quoted '.repeat(60) }] as const
    const { text } = talkIn(
      style,
      { batch: [said(5, 'Bob', 'my own words '.repeat(60), { parts })] },
      { allowance: 100 },
    )
    expect(text).toMatch(/: ⟦quotes Ann: (?:quoted ){5,}quoted…⟧ my own words (?:my own words ){5,}.*…$/)
  })

  test('never more tokens than there are, and no bracket is left open', () => {
    const text = fc.stringMatching(/^[a-z 长文.,]{0,200}$/)
    const part = fc.oneof(
      fc.record({ kind: fc.constant('quote' as const), id: fc.constantFrom('0', '1', '7'), text }),
      fc.record({
        kind: fc.constant('forward' as const),
        lines: fc.array(fc.record({ name: fc.constant('Rex'), text }), { minLength: 1, maxLength: 20 }),
      }),
    )
    const said0 = fc.tuple(text, fc.array(part, { maxLength: 3 }))
    fc.assert(
      fc.property(
        fc.array(said0, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 40, max: 600 }),
        (all, allowance) => {
          const batch = all.map(([each, parts], n) => said(n, 'Bob', each, { mentioned: n === 2, parts }))
          const shown = talkIn(style, { batch }, { allowance })
          const body = shown.text.split('\n').filter((line) => /^(?:\d|\[)/.test(line))
          expect(estimateTokens(body.join('\n'))).toBeLessThanOrEqual(allowance)
          const opened = shown.text.split('⟦').length
          expect(shown.text.split('⟧')).toHaveLength(opened)
          expect(readTalk(shown.text).batch).toHaveLength(shown.lines.size)
        },
      ),
      { numRuns: 150 },
    )
  })
})
