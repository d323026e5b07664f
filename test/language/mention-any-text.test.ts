import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonWord } from '../../src/language/common-words.ts'
import { makeMentionMatcher } from '../../src/language/mention.ts'

const named = (name: string, rest: { id?: string; aliases?: string[] } = {}) => ({
  id: 'x77.example.org',
  name,
  aliases: [],
  ...rest,
})

/** Those of the texts that mention the name. */
const among = (name: string, texts: string[]) => texts.filter(makeMentionMatcher(named(name)))

describe('any text', () => {
  it('may hide characters inside a name (bad inputs 9 and 10)', () => {
    const texts = ['Al\u200Bice', 'Al\u202Eice', 'Al\u{E0041}ice', 'A\u00ADlice', 'ＡＬＩＣＥ', '𝐀𝐥𝐢𝐜𝐞', 'Ali\u0007ce']
    expect(among('Alice', texts)).toEqual(texts)
  })

  const unicode = fc.string({ unit: 'binary' })
  const namings = ['called', 'named', undefined]
  const matchers = ['Alice', '苏苏', 'C++', '봉봉', '幻'].map((name) => makeMentionMatcher(named(name)))

  it('never throws, as text or as name (bad input 12)', () => {
    fc.assert(
      fc.property(unicode, unicode, (name, text) => {
        const known = makeMentionMatcher(named(name, { id: text, aliases: [text] }))
        for (const matches of [...matchers, known]) expect(namings).toContain(matches(`${text} ${name}`))
      }),
    )
  })

  it('gives the same answer in upper and lower case (M2)', () => {
    const parts = fc.array(
      fc.oneof(fc.constantFrom('Alice', '苏苏', ' ', '.', '@', '-', '`', '_', 'straße', '紫'), unicode),
    )
    fc.assert(
      fc.property(parts, (texts) => {
        const text = texts.join('')
        for (const matches of matchers) {
          expect([matches(text.toUpperCase()), matches(text.toLowerCase())]).toEqual([matches(text), matches(text)])
        }
      }),
    )
  })

  it('names a Latin name no more once letters touch it', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/).filter((name) => !isCommonWord(name))
    fc.assert(
      fc.property(word, fc.constantFrom('b', 'é', 'Ж', 'ω', '7'), (name, touching) => {
        expect(among(name, [name, `${touching}${name}${touching}`, `${name}${touching}`])).toEqual([name])
      }),
    )
  })

  it('is read in steady time, however hostile (bad inputs 13 to 15)', () => {
    const texts = ['長'.repeat(20_000), 'a'.repeat(1_000_000), '紫苏苏叶'.repeat(1_000), 'alice-bot '.repeat(400)]
    const deep = [
      `alice-x ${'a.'.repeat(2_000)}`,
      `alice-x ${'` `` '.repeat(800)}`,
      'alice_'.repeat(600),
      '@alice-x'.repeat(500),
      '@alice-x '.repeat(10_000),
    ]
    const found = [...texts, ...deep].map((text) => matchers.some((matches) => matches(text)))
    expect(found).toEqual([...texts, ...deep].map(() => false))
  })
})
