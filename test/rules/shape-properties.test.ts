// What shaping keeps and takes away, for any text (T3, T4, bad inputs 10 and 30).
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReplyType } from '../../machines/group/settings.ts'
import { shapeReply, shorten } from '../../machines/rules/reply-type.ts'

const types = fc.constantFrom<ReplyType>('reaction', 'short', 'normal', 'long')
const segmenter = new Intl.Segmenter('en')
const graphemes = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

const oneSign = [
  'é',
  'e\u0301\u0323',
  'ẹ\u0302',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '👩🏽‍💻',
  '🇨🇳',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '1️⃣',
  '❤️',
  '👍🏽\u0301',
  '각',
  '\u1100\u1161\u11A8',
  '\u1112\u1161\u11AB',
  'नि',
  'க்ஷ',
  'ก็',
  'שָׁ',
  'مُ',
  '\u{20BB7}',
  'が',
  '中',
  'x',
]
const units = [
  '@rex',
  '@José_B',
  '@李雷',
  '@some-body.else',
  '<at user_id="ou_1">Dr. Who? Yes!</at>',
  '<@U012AB>',
  'https://example.org/a.b?c=d!e&f=(g)#h',
  'http://127.0.0.1:8000/x/y',
  'example.com/very/long/path.html',
  'ann@example.org',
]

describe('a cut', () => {
  const piece = fc.oneof(fc.constantFrom(...oneSign), fc.constantFrom(' ', '. ', '。', '！', ', '))
  const texts = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''))

  it('falls between graphemes, whatever they are made of', () => {
    fc.assert(
      fc.property(texts, types, fc.nat(40), (text, type, maxChars) => {
        const known = new Set(graphemes(text))
        const shaped = shapeReply(text, type, { maxChars, markdown: false })
        for (const form of [shaped, shorten(shaped)]) {
          expect(graphemes(form).filter((sign) => !known.has(sign))).toEqual([])
        }
        expect(graphemes(shaped).length).toBeLessThanOrEqual(type === 'reaction' ? Math.min(8, maxChars) : maxChars)
      }),
      { numRuns: 1_500 },
    )
  })

  const words = fc.constantFrom('ok', 'Look.', 'Really? Yes!', '好的。', '走', 'Dr. Ng', ...oneSign)
  const mixed = fc
    .array(fc.oneof(words, fc.constantFrom(...units)), { maxLength: 14 })
    .map((parts) => ({ text: parts.join(' '), parts: new Set(parts) }))

  it('takes a mention, a link or an address whole or leaves it whole', () => {
    fc.assert(
      fc.property(mixed, types, fc.nat(80), ({ text, parts }, type, maxChars) => {
        const shaped = shapeReply(text, type, { maxChars, markdown: false })
        for (const form of [shaped, shorten(shaped)]) {
          const said = form.match(/<at[^>]*>[^<]*(?:<\/at>)?|\S*[@:/<>]\S*/g) ?? []
          expect(said.filter((each) => !parts.has(each))).toEqual([])
        }
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('shaping', () => {
  const pieces = [
    '@all',
    '@',
    '＠',
    'all',
    '所有人',
    '<!channel>',
    '<!',
    '<at id="all">',
    '</at>',
    '<b>',
    '</b>',
    '<br>',
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '```',
    '\n```\n',
    '#',
    '\n# ',
    '\n- ',
    '\n1. ',
    '> ',
    '|',
    '\n|-|\n',
    '[',
    '](',
    ')',
    '![',
    'https://x.org',
    '\n',
    '. ',
    '。',
    ' ',
    '\\',
    '‮',
    '​',
    'a',
    'b',
    '好',
  ]
  const hostile = fc.array(fc.constantFrom(...pieces, ...oneSign), { maxLength: 40 }).map((parts) => parts.join(''))
  const options = fc.record({ maxChars: fc.integer({ min: 0, max: 80 }), markdown: fc.boolean() })

  it('twice is shaping once', () => {
    fc.assert(
      fc.property(hostile, types, options, (text, type, option) => {
        const once = shapeReply(text, type, option)
        expect(shapeReply(once, type, option)).toBe(once)
      }),
      { numRuns: 2_000 },
    )
  })

  const wraps: ((inner: string) => string)[] = [
    (inner) => `**${inner}**`,
    (inner) => `*${inner}*`,
    (inner) => `__${inner}__`,
    (inner) => `_${inner}_`,
    (inner) => `~~${inner}~~`,
    (inner) => `\`${inner}\``,
    (inner) => `<b>${inner}</b>`,
    (inner) => `<p class="x">${inner}</p>`,
  ]
  const lines: ((inner: string) => string)[] = [
    (inner) => `> ${inner}`,
    (inner) => `- ${inner}`,
    (inner) => `## ${inner}`,
    (inner) => `3. ${inner}`,
    (inner) => `* [ ] ${inner}`,
    (inner) => `\`\`\`md\n${inner}\n\`\`\``,
  ]
  const nested = (core: string) =>
    fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...wraps), { maxLength: 5 }),
        fc.array(fc.constantFrom(...lines), { maxLength: 3 }),
      )
      .map(([inline, block]) => [...inline, ...block].reduce((inner, wrap) => wrap(inner), core))

  it('finds the words below any nesting of markdown', () => {
    fc.assert(
      fc.property(nested('plain words'), (text) => {
        expect(shapeReply(text, 'long', { maxChars: 500, markdown: false })).toBe('plain words')
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(['@all', '@everyone', '@所有人', '＠ａｌｌ', '<!channel>', '<!here|here>', '<at user_id="all">All</at>'])(
    'leaves nothing of %s below any nesting',
    (call) => {
      fc.assert(
        fc.property(nested(call), fc.boolean(), (text, markdown) => {
          const shaped = shapeReply(`look ${text} now`, 'long', { maxChars: 500, markdown })
          expect(shaped).not.toMatch(/[@＠](?:all|ａｌｌ|everyone|所有人)|<!|<at/i)
        }),
      )
    },
  )
})

it('names of Python and Node that look like bold stay (T4)', () => {
  const text = 'call `__init__` from __main__ and **__bold__**'
  expect(shapeReply(text, 'long', { maxChars: 500, markdown: false })).toBe('call __init__ from __main__ and bold')
})

it('scripts that join letters by invisible signs keep them, others do not (bad input 10)', () => {
  const text = 'می‌خواهم क्‍ष שלום a\u200Cb\u200F'
  expect(shapeReply(text, 'long', { maxChars: 500, markdown: false })).toBe('می‌خواهم क्‍ष שלום ab')
})
