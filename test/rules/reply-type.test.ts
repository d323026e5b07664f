import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReplyType } from '../../machines/group/settings.ts'
import { shapeReply, shorten } from '../../machines/rules/reply-type.ts'

const types: ReplyType[] = ['reaction', 'short', 'normal', 'long']
const shape = (text: string, type: ReplyType = 'long', maxChars = 500) =>
  shapeReply(text, type, { maxChars, markdown: false })
const graphemes = (text: string) => Array.from(new Intl.Segmenter('en').segment(text)).length

describe('lengths (T1, T3)', () => {
  it('a reaction is its first emoji, else the opening word that can stand alone, else nothing', () => {
    const cut = {
      '好的，我马上看这个方案': '好的',
      'Nice! I will have a look': 'Nice',
      'Bob, thanks a lot for that': 'thanks',
      'Sounds good to me, really': '',
      'Glad it works for you now!': '',
      'Well, I would rather not': '',
      'Bob, can you look at this?': '',
      'Ok then, I will do it': 'Ok then',
      '小明，我觉得这个方案还是不太行': '',
      'Круто, спасибо тебе большое': 'Круто',
      'I like it very much 👍🏽 yes': '👍🏽',
      '👨‍👩‍👧 and more words': '👨‍👩‍👧',
      '@Alexandra_B thanks a lot': 'thanks',
      'ok, fine': 'ok, fine',
      'Congratulations everybody': '',
    }
    expect(Object.fromEntries(Object.keys(cut).map((text) => [text, shape(text, 'reaction')]))).toEqual(cut)
  })

  it('a short reply has two sentences, a normal one five, a long one all', () => {
    const text = '一。二！三？Four. Five! Six? 7.'
    expect(types.slice(1).map((type) => shape(text, type))).toEqual(['一。二！', '一。二！三？Four. Five!', text])
  })

  it('a sentence ends neither at a title, nor in a number, link or mention', () => {
    expect(shape('Dr. Ng has 3.14 pies. Two. Three.', 'short')).toBe('Dr. Ng has 3.14 pies. Two.')
    expect(shape('See https://x.org/?q=A.B! Then go. Three.', 'short')).toBe('See https://x.org/?q=A.B! Then go.')
    expect(shape('Ask <at user_id="x">Dr. Who? Yes</at> now. Go. Three.', 'short')).toBe(
      'Ask <at user_id="x">Dr. Who? Yes</at> now. Go.',
    )
  })

  it('an emoji after a sentence belongs to it', () => {
    expect(shape('One. 😊 Two! Three.', 'short')).toBe('One. 😊 Two!')
    expect(shape('One. Two! 😊', 'short')).toBe('One. Two! 😊')
  })

  it('line breaks stay in normal and long replies and end sentences in short ones', () => {
    expect(shape('a\n\n\nb\r\nc', 'normal')).toBe('a\nb\nc')
    expect(shape('a\nb\nc', 'short')).toBe('a b')
    expect(shape('好的。\n走吧', 'short')).toBe('好的。走吧')
  })

  it('a reply beyond the limit ends at a sentence, else at a word, else at a grapheme', () => {
    expect(shape('Ok. Fine. Hello there', 'long', 12)).toBe('Ok. Fine.')
    expect(shape('Hello there friend of mine', 'long', 20)).toBe('Hello there friend')
    expect(shape('a'.repeat(30), 'long', 20)).toBe('a'.repeat(20))
    expect(shape('👨‍👩‍👧'.repeat(30), 'long', 20)).toBe('👨‍👩‍👧'.repeat(20))
    expect(shape('e\u0301'.repeat(30), 'long', 20)).toBe('e\u0301'.repeat(20))
    expect(shape('anything', 'long', 0)).toBe('')
  })

  it('a cut drops a mention or link whole', () => {
    expect(shape('hey look https://example.org/long/path', 'long', 20)).toBe('hey look')
    expect(shape('https://example.org/long/path', 'long', 20)).toBe('')
    expect(shape('please ask to @Some-Body-Long now', 'long', 20)).toBe('please ask to')
    expect(shape('see <at user_id="x">Dr. Bob Long</at> ok', 'long', 30)).toBe('see')
    expect(shapeReply('look [at this one](https://x.org) ok', 'long', { maxChars: 16, markdown: true })).toBe('look')
    expect(shape('ask @allison-of-the-hill', 'long', 8)).toBe('ask')
  })

  it('a draft is shortened to its first sentence (L3)', () => {
    expect([shorten('One 1.5. Two.'), shorten('好的。走吧'), shorten('a\nb'), shorten('')]).toEqual([
      'One 1.5.',
      '好的。',
      'a',
      '',
    ])
  })
})

describe('markdown (T4)', () => {
  it('becomes plain text', () => {
    const text = `# Title

- **one and *two***
- **one *and* two**
* [x] \`a*b*c\`
1. ***three*** __four__ _five_ ~~six~~
---
| a | b |
|---|:-:|
| 1 | 2 |
\`\`\`ts
const x = 1
\`\`\`
> [seven](https://x.org/_a_ "t") [https://y.org](https://y.org) <https://z.org>`
    expect(shape(text)).toBe(`Title
one and two
one and two
a*b*c
three four five six
a b
1 2
const x = 1
seven (https://x.org/_a_) https://y.org https://z.org`)
  })

  it('code keeps its signs, with backticks or without', () => {
    const code = String.raw`/^(?!.*(.).*\1)[1-3]{3}$/`
    const kept = [code, 'SELECT count(*), sum(*) FROM t', 'a.*b.*c', 'void f(char *a, char *b)', '*.ts and src/**/*.js']
    expect(kept.map((text) => shape(text, 'long'))).toEqual(kept)
    expect(shape(`try \`${code}\` here`, 'long')).toBe(`try ${code} here`)
    expect(shape('这是**重点**内容，*很* *good* "**so**" (*ok*)', 'long')).toBe('这是重点内容，很 good "so" (ok)')
  })

  it('signs that are no markdown stay', () => {
    const text = 'snake_case_name 2*3*4 2**3 and 4**5 #tag -5 > 3 ¯\\_(ツ)_/¯ >_<'
    expect(shape(text)).toBe(text)
  })

  it('stays when wanted, but for images (bad input 30)', () => {
    const text = '## T\n\n\n\n- **one**\n  - `two`\n\n![x](https://x.org/a(b).png "t")![y][z]<img src="x">[t](u)'
    expect(shapeReply(text, 'long', { maxChars: 500, markdown: true })).toBe('## T\n\n- **one**\n  - `two`\n\n[t](u)')
    expect(shape('a ![x](data:image/png;base64,AA==) b')).toBe('a b')
  })

  it.each([
    ['on **Friday**, see [the plan](https://a.org)', 'on **Friday**, see [the plan](https://a.org)'],
    ['- **one**\n- `two`', 'one two'],
    ['Run:\n```sh\nls\n```', 'Run: ls'],
  ])('stays in a short reply when wanted and on one line: %j', (text, expected) => {
    expect(shapeReply(text, 'short', { maxChars: 500, markdown: true })).toBe(expected)
  })
})

describe('what never leaves (bad inputs 10 and 30)', () => {
  it('is a call to everybody, in any form', () => {
    const calls = [
      '@all',
      '@Everyone',
      '@here,',
      '＠all',
      '@channel',
      '@所有人',
      '@全体成员',
      '@**all**',
      '@al\u200Bl',
      '@@all',
    ]
    const marked = ['<at user_id="all">Everyone</at>', '<at id=all></at>', '<!here>', '<!channel|channel>']
    expect([...calls, ...marked].map((call) => shape(`ok ${call} look`))).toEqual([
      ...calls.slice(0, -1).map(() => 'ok look'),
      'ok @ look',
      ...marked.map(() => 'ok look'),
    ])
    expect(shape('@所有人大家好')).toBe('大家好')
  })

  it('is not taken for a person or an address', () => {
    const text = 'ask @allison, @here-bot and bob@here.example @Hereford'
    expect(shape(text)).toBe(text)
  })

  it('is an invisible character, while emoji keep theirs', () => {
    expect(shape('a\u200Bb\u202Ec\u{E0041}d\u0000e\uD800f 👩‍💻 ❤️')).toBe('abcdef 👩‍💻 ❤️')
  })
})

describe('any answer', () => {
  const pieces = fc.constantFrom(
    '@all',
    '@',
    'all',
    '所有人',
    '*',
    '_',
    '`',
    '[a](b)',
    '![',
    '\n',
    '. ',
    '好。',
    '👍🏽',
    '|',
    '> ',
    '\u202E',
  )
  const answers = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''))
  const options = fc.record({ maxChars: fc.nat(30), markdown: fc.boolean() })

  it('comes out trimmed, within its limit, without calls or hidden characters', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...types), options, (answer, type, option) => {
        const text = shapeReply(answer, type, option)
        expect(text).toBe(text.trim())
        expect(graphemes(text)).toBeLessThanOrEqual(
          type === 'reaction' ? Math.min(8, option.maxChars) : option.maxChars,
        )
        expect(text).not.toMatch(/[@＠](?:all(?![\p{L}\p{N}_.\-])|所有人)|[[\p{Cc}\p{Cs}\p{Bidi_Control}]--\n]/iv)
        expect(shorten(text).length).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 500 },
    )
  })

  it('is shaped in steady time, however hostile', () => {
    const hostile = [
      'a',
      '*a ',
      '[',
      '![',
      '<at ',
      '@',
      'a.',
      '_a',
      '` `` ',
      '|-',
      ' ',
      ' \n',
      '[a](',
      'http://',
      '> ',
      '<at all ',
    ]
    for (const piece of hostile) {
      for (const markdown of [true, false]) {
        const text = shapeReply(piece.repeat(200_000 / piece.length), 'long', { maxChars: 500, markdown })
        expect(graphemes(text)).toBeLessThanOrEqual(500)
      }
    }
  })
})
