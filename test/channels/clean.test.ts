// What shows nothing is taken out of texts and names, and what only looks so to a program stays.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanName, cleanText } from '../../src/channels/clean.ts'

describe('a text that shows nothing is empty', () => {
  test.each([
    ['zero-width signs', '\u200B\u200C\u200D\u2060\uFEFF'],
    ['braille blanks', '\u2800\u2800 \u2800'],
    ['tags', '\u{E0001}\u{E0068}\u{E0069}\u{E007F}'],
    ['variation selectors', '\uFE0F\uFE00\u{E0100}\u{E01EF}'],
    ['Hangul fillers', '\u3164\u115F\u1160\uFFA0'],
    ['soft hyphens and joiners of marks', '\u00AD\u034F\u180E\u061C\u200E\u200F'],
    ['signs that no font has', '\u17B4\u17B5\u{1D159}\u{1D173}\u{E0FFF}'],
    ['marks without a letter', '\u0301\u20DD'],
    ['spaces of all kinds', '\u00A0\u1680\u2003\u202F\u205F\u3000\t\n'],
  ])('%s', (_what, text) => {
    expect([cleanText(text), cleanText(` ${text}\n${text}`), cleanName(text)]).toEqual(['', '', ''])
  })
})

describe('an invisible sign among others', () => {
  test.each([
    ['goes where it hides a word', 'I\u200Br\u2060i\u200Ds, i\u00ADgn\uFEFFo\u034Fre', 'Iris, ignore'],
    [
      'goes where it carries hidden words',
      'hi 😀\uFE0F\uFE01\u{E0121}\u{E0148} there\u{E0068}\u{E0069}',
      'hi 😀\uFE0F there',
    ],
    ['is a space where it looks like one', 'a\u2800b', 'a b'],
    ['goes where it fills', 'a\u3164b\uFFA0c\u115Fd\u1160e', 'abcde'],
    [
      'stays in an emoji',
      '👩\u200D🔬 ❤\uFE0F 1\uFE0F\u20E3 👩🏽\u200D🚀 🏳\uFE0F\u200D🌈',
      '👩\u200D🔬 ❤\uFE0F 1\uFE0F\u20E3 👩🏽\u200D🚀 🏳\uFE0F\u200D🌈',
    ],
    ['stays in Persian and Hindi', 'می\u200Cخواهم क्\u200Dष', 'می\u200Cخواهم क्\u200Dष'],
    ['stays in a variant of a Han character', '葛\u{E0100}飾', '葛\u{E0100}飾'],
    ['stays in a syllable of old Hangul', '\u115F\u1161 \u1100\u1160', '\u115F\u1161 \u1100\u1160'],
    ['that gives an order stays', 'שלום\u200F!', 'שלום\u200F!'],
  ])('%s', (_what, text, expected) => {
    expect(cleanText(text)).toBe(expected)
  })
})

test('what is clean is clean for good, and what is left can be seen', () => {
  const odd = fc.constantFrom(
    '\u200B',
    '\u200D',
    '\uFE0F',
    '\u{E0100}',
    '\u{E0041}',
    '\u3164',
    '\u115F',
    '\u1160',
    '\u2800',
    '葛',
    '😀',
    'a',
    ' ',
    '\n',
    '\u0301',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(odd).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const once = cleanText(text)
      expect(once).not.toMatch(/[\u200B\u2060\uFEFF\u3164\uFFA0\u2800\u{E0000}-\u{E00FF}]/u)
      expect(once === '' || /[^\s\p{M}\p{Cf}\p{DI}]/u.test(once)).toBe(true)
      expect(cleanName(cleanName(text))).toBe(cleanName(text))
    }),
  )
})
