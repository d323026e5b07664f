// Where sentences end in talk about code, in English, Chinese and Russian (T3).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shapeReply } from '../../machines/rules/reply-type.ts'
import { sentenceSpans } from '../../machines/rules/sentences.ts'

const split = (text: string): string[] => sentenceSpans(text).map(({ start, end }) => text.slice(start, end))

test('code that holds a sign of an end comes out whole', () => {
  const text = 'Use a !== b, not a != b.'
  expect(shapeReply(text, 'short', { maxChars: 500, markdown: false })).toBe(text)
  expect(shapeReply(`Yes. ${text} It is safer.`, 'short', { maxChars: 500, markdown: false })).toBe(`Yes. ${text}`)
})

/** Sentences as they must be told apart, a bar between them. */
const talks = [
  'Use a !== b, not a != b. | It compares types too.',
  'Write foo?.bar ?? baz there. | It is undefined otherwise.',
  'It is x ? 1 : 2 in one line. | Sure?',
  'Try v2.0.1! | It fixes that.',
  'Node.js 24.15 has it. | Deno 2.1 has not.',
  'Open src/main.ts. | Then look at tsconfig.json! | Done?',
  'Call items[0].Name first. | Then foo().Bar twice.',
  'Put it in .env. | Never in git.',
  'See https://x.org/?q=A!b. | Or example.com/a?b=c! | Both work.',
  'Mail ann@example.org. | She knows.',
  'Print it: print("Hi! You there? Yes."). | Well, nearly.',
  'println!("Hello! World") is a macro. | It ends in a sign.',
  'Use parse()? to pass the error on. | It returns early.',
  'Ask list.empty? before you take one. | Ruby likes that.',
  'Cast it with as! String here. | It may crash.',
  'Set WHERE id = ? AND x = ? and bind both. | Never paste values.',
  'Look at $? after it. | Zero is fine.',
  'Leave vim by :q! or :wq. | Really!',
  'It costs 3.50 in all, i.e. 0.5 more. | Fine.',
  'Ask e.g. Dr. Ng or Prof. Li. | They know.',
  'The U.S. Army did it. | In 1950.',
  'J. R. R. Tolkien wrote it. | Not C. S. Lewis.',
  'See p. 12, fig. 3 and No. 7. | No. | Not that one.',
  'It is #!/bin/sh! | Not bash.',
  'Set color: red !important; there. | It wins.',
  '!!x makes it a boolean. | Odd, no?',
  'a.b!.c is no null. | Says who?',
  '"Stop!" she said. | He went on.',
  '(Really?) and yet it works. | Wow!',
  'Well... maybe. | Or not…',
  '用 a !== b。 | 不要用 a != b！ | 懂了吗？',
  '版本是 v2.0.1。 | 升级到 3.0 吧！',
  '先跑 npm test。 | 再看 src/main.ts。',
  '用 Node.js。 | 不是 Deno?',
  '他说“停！” | 然后走了。',
  '这样写：foo?.bar。 | 行吗？ | 行。',
  '看 https://x.org/a?b=c。 | 里面有！',
  'Пиши a !== b, а не a != b. | Так надёжнее.',
  'Обнови до v2.0.1! | Там это починили.',
  'А. С. Пушкин так не писал. | Правда?',
  'Смотри рис. 3 и стр. 12. | Там всё есть.',
  'Вызови foo?.bar(x) сначала. | Потом остальное.',
  '`a. B! C?` is code. | So is `x! Y`.',
  '1. Install it. | Run it.',
]

test.each(talks)('%s', (marked) => {
  expect(split(marked.replaceAll(' | ', ' '))).toEqual(marked.split(' | ').map((each) => each.trim()))
})

describe('Chinese needs no space between sentences', () => {
  test.each([
    ['好。走吧！行？', ['好。', '走吧！', '行？']],
    ['用 Node.js.然后重启', ['用 Node.js.', '然后重启']],
    ['OK!我来。', ['OK!', '我来。']],
    ['3.5版很好。', ['3.5版很好。']],
    ['第一行\n第二行', ['第一行', '第二行']],
  ])('%s', (text, wanted) => {
    expect(split(text)).toEqual(wanted)
  })
})

test('no sign is lost or gained between the sentences of any text', () => {
  const pieces = fc.constantFrom(
    'a',
    'B',
    '. ',
    '! ',
    '!',
    '?',
    '。',
    '“',
    '”',
    '(',
    ')',
    '`',
    '\n',
    ' ',
    '1',
    '好',
    '😊',
    ':',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      const spans = sentenceSpans(text)
      const between = spans.map(({ end }, at) => text.slice(end, spans[at + 1]?.start ?? text.length))
      expect(between.join('').trim()).toBe('')
      expect(
        spans
          .map(({ start, end }) => text.slice(start, end))
          .join('')
          .replaceAll(/\s/g, ''),
      ).toBe(text.replaceAll(/\s/g, ''))
    }),
    { numRuns: 1_000 },
  )
})
