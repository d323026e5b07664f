// Markdown as Telegram's entities: each shape, every word, and nothing cut in two that is one.
import { describe, expect, test, vi } from 'vitest'
import type { Entity } from '../../../src/channels/telegram/api.ts'
import { cutWritten } from '../../../src/channels/telegram/cut.ts'
import { written } from '../../../src/channels/telegram/written.ts'
import { makeReply, signal as never } from '../contract/online.ts'
import { telegramWorld } from './world.ts'

/** Entities as `type “what they cover”`. */
const marks = ({ text, entities }: { text: string; entities: readonly Entity[] }): string[] =>
  entities.map((each) => {
    const about =
      each.type === 'text_link' ? ` ${each.url}` : each.type === 'pre' && each.language ? ` ${each.language}` : ''
    return `${each.type}${about} “${text.slice(each.offset, each.offset + each.length)}”`
  })

const shapes: [string, string, string[]][] = [
  ['plain words', 'plain words', []],
  ['**bold** and *slanted*', 'bold and slanted', ['bold “bold”', 'italic “slanted”']],
  ['***both***', 'both', ['bold “both”', 'italic “both”']],
  ['~~gone~~', 'gone', ['strikethrough “gone”']],
  ['# Title\n\nText', 'Title\n\nText', ['bold “Title”']],
  ['use `x < 1` here', 'use x < 1 here', ['code “x < 1”']],
  ['**see `x` now**', 'see x now', ['bold “see ”', 'code “x”', 'bold “ now”']],
  ['```py\nprint(1)\n  x\n```', 'print(1)\n  x', ['pre py “print(1)\n  x”']],
  ['> wise\n> words', 'wise\nwords', ['blockquote “wise\nwords”']],
  ['> a\n> > b', 'a\n\nb', ['blockquote “a\n\nb”']],
  ['- one\n- two\n  - deep', '• one\n• two\n   • deep', []],
  ['3. c\n4. d', '3. c\n4. d', []],
  ['- [x] done\n- [ ] open', '☑ done\n☐ open', []],
  ['[here](https://example.org/a_b)', 'here', ['text_link https://example.org/a_b “here”']],
  ['<https://example.org>', 'https://example.org', []],
  ['[here](javascript:alert)', 'here (javascript:alert)', []],
  ['![a cat](https://example.org/cat.png)', 'a cat', ['text_link https://example.org/cat.png “a cat”']],
  ['[ref][1]\n\n[1]: https://example.org', 'ref', ['text_link https://example.org “ref”']],
  ['a\n\n---\n\nb', 'a\n\n———\n\nb', []],
  ['| a | n |\n|---|--:|\n| 猫 | 10 |', 'a  |  n\n---+---\n猫 | 10', ['pre “a  |  n\n---+---\n猫 | 10”']],
  ['<b>not bold</b> & <@U1>', '<b>not bold</b> & <@U1>', []],
  ['2 * 3 * 4 = 24, snake_case_name', '2 * 3 * 4 = 24, snake_case_name', []],
  ['- first\n\n  ```\n  a\n    b\n  ```', '• first\n   a\n  b', ['pre “a\n  b”']],
]

test.each(shapes)('%j', (markdown, text, expected) => {
  const made = written(markdown, [])
  expect([made.text, marks(made)]).toEqual([text, expected])
})

test.each(shapes)('Telegram takes %j as it is', async (markdown, text) => {
  const { fake, group, open } = await telegramWorld()
  const { channel } = open()
  await channel.send(makeReply({ group }, { text: markdown }), never())
  expect(fake.posted('lab').map((each) => each.text)).toEqual([text])
  expect(fake.calls.filter(({ method }) => method === 'sendMessage')).toHaveLength(1)
})

test('what Telegram does not take as marked up is said plainly, once', async () => {
  const { fake, group, open } = await telegramWorld()
  const { channel } = open()
  fake.failSends({ code: 400, says: "Bad Request: can't parse entities" })
  await channel.send(makeReply({ group }, { text: '**bold**' }), never())
  expect(fake.posted('lab').map(({ text, entities }) => [text, entities])).toEqual([['bold', []]])
})

describe('calls', () => {
  const ann = { id: 7, name: 'Ann Lee', username: 'ann' }
  const twins = [
    { id: 8, name: 'Bo' },
    { id: 9, name: 'bo' },
  ]

  test('ring whoever alone bears the name, and nobody in code, links and addresses', () => {
    const called = (text: string) => marks(written(text, [ann, ...twins]))
    expect(called('@Ann Lee, and @ann: see')).toEqual(['text_mention “@Ann Lee”', 'text_mention “@ann”'])
    expect(called('**@Ann Lee**')).toEqual(['text_mention “@Ann Lee”', 'bold “@Ann Lee”'])
    expect(called('@Bo, @annika, x@ann.org')).toEqual([])
    expect(called('`@ann` and [@ann](https://example.org)')).toEqual([
      'code “@ann”',
      'text_link https://example.org “@ann”',
    ])
  })

  test('are told to the bots of the group', async () => {
    const { fake, group, open } = await telegramWorld()
    const { start, channel, heard } = open()
    await start()
    fake.say('ann', 'lab', 'Hello.')
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 5_000, interval: 5 })
    const { echo } = await channel.send(makeReply({ group }, { text: '@Ann, at nine.' }), never())
    expect(echo?.[0]?.mentions).toEqual([{ id: String(fake.userId('ann')), name: 'Ann' }])
    expect(fake.posted('lab').at(-1)?.entities).toMatchObject([
      { type: 'text_mention', user: { id: fake.userId('ann') } },
    ])
  })
})

describe('long texts', () => {
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
  const lines = (n: number, line: (at: number) => string) => Array.from({ length: n }, (_, at) => line(at)).join('\n')

  test.each([
    ['paragraphs', lines(80, (n) => `Paragraph ${n} says ${'very '.repeat(20)}much.\n`)],
    ['one line', 'word '.repeat(3_000)],
    ['Chinese', '今天我们讨论统计方法。'.repeat(900)],
    ['code', `\`\`\`ts\n${lines(400, (n) => `  const x${n} = ${n} // ${'-'.repeat(20)}`)}\n\`\`\``],
    [
      'links',
      lines(
        300,
        (n) => `see [number ${n}](https://example.org/${n}) and \`code ${n}\` and **bold ${n}** ${'on '.repeat(40)}`,
      ),
    ],
    ['emoji', '👩‍👩‍👧‍👦🦊'.repeat(1_500)],
    ['a quote', `> ${lines(300, (n) => `line ${n} of the quote`).replaceAll('\n', '\n> ')}`],
  ])('%s are cut into parts that hold every word', (_, markdown) => {
    const whole = written(markdown, [])
    const parts = cutWritten(whole, 4_096)
    expect(parts.length).toBeGreaterThan(1)
    for (const { text } of parts) {
      expect(text.length).toBeLessThanOrEqual(4_096)
      expect(text.isWellFormed()).toBe(true)
      expect(text.trim()).not.toBe('')
    }
    const signs = (text: string) => text.replaceAll(/\s/g, '')
    expect(signs(parts.map(({ text }) => text).join(''))).toBe(signs(whole.text))
    expect(parts.flatMap(({ text }) => wordsOf(text))).toEqual(wordsOf(whole.text))
    // What is one stays one: as many links, calls and pieces of code as before, each with its words.
    const single = (all: string[]) => all.filter((mark) => /^(?:text_link|text_mention|code|bold) /.test(mark))
    expect(parts.flatMap((part) => single(marks(part)))).toEqual(single(marks(whole)))
    for (const part of parts)
      for (const { offset, length } of part.entities) expect(offset + length).toBeLessThanOrEqual(part.text.length)
  })

  test('a code block that is too long is code in every part, with its indentation', () => {
    const code = lines(400, (n) => `    deep ${n}`)
    const parts = cutWritten(written(`\`\`\`\n${code}\n\`\`\``, []), 4_096)
    expect(parts.map((part) => part.entities.map(({ type, offset, length }) => [type, offset, length]))).toEqual(
      parts.map(({ text }) => [['pre', 0, text.length]]),
    )
    expect(parts.map(({ text }) => text).join('\n')).toBe(code)
  })
})
