// An answer's markdown in messages of bounded length: nothing is lost, and nothing is torn.
import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messagesOf } from '../../../src/channels/discord/markdown.ts'
import { planReply } from '../../../src/channels/discord/outbound.ts'

const most = 60
const one = (text: string): string => messagesOf(text, 2_000).join('\n--\n')

test.each([
  ['what Discord reads itself', '# One\n\n- a\n  - b\n\n> c **d** ~~e~~ ||f||\n\n1. g\n2. h', undefined],
  ['a heading too deep', '##### Deep', '**Deep**'],
  ['an underlined heading', 'Title\n===\n\nText', '# Title\n\nText'],
  ['a table', '| a | b |\n|---|---|\n| long one | 日本 |', '```\na         b\n--------  ----\nlong one  日本\n```'],
  ['code with its language', '```ts\nconst a = 1\n```', undefined],
  ['HTML', '<b>not bold</b> & <@1>', undefined],
  ['one line after the other', 'a\nb', undefined],
  ['nothing', '  \n ', ''],
])('%s', (_, text, expected) => {
  expect(one(text)).toBe(expected ?? text)
})

describe('in pieces', () => {
  test('a code block that is too long is several, each whole', () => {
    const code = Array.from({ length: 12 }, (_, n) => `line ${n};`).join('\n')
    const pieces = messagesOf(`Look:\n\n\`\`\`js\n${code}\n\`\`\`\n\nDone.`, most)
    expect(pieces.every((piece) => piece.length <= most)).toBe(true)
    const blocks = pieces.filter((piece) => piece.includes('```'))
    for (const block of blocks) expect(block.match(/```/g)).toHaveLength(2)
    expect(blocks.flatMap((block) => block.match(/line \d+;/g))).toEqual(code.split('\n'))
  })

  test('a table that is too long, and a line of code that has no end', () => {
    const rows = Array.from({ length: 20 }, (_, n) => `| row ${n} | ${n} |`).join('\n')
    for (const text of [`| a | b |\n|--|--|\n${rows}`, `\`\`\`\n${'😀'.repeat(100)}\n\`\`\``]) {
      const pieces = messagesOf(text, most)
      expect(pieces.every((piece) => piece.length <= most && piece.match(/```/g)?.length === 2)).toBe(true)
      expect(pieces.join('').isWellFormed()).toBe(true)
    }
  })

  test('every message is within its bound and no word is lost, whatever was written', () => {
    const word = constantFrom(
      'alpha',
      '**beta**',
      '`gamma`',
      '[link](https://example.org/a)',
      '- x',
      '# h',
      '```\ncode\n```\n',
      '| a |\n|--|\n| b |',
      '@Ann',
      '日本語',
      '\n\n',
      '\n',
      '> q',
    )
    assert(
      property(array(word, { maxLength: 60 }), (words) => {
        const text = words.join(' ')
        const pieces = messagesOf(text, most)
        expect(pieces.every((piece) => piece.length <= most && piece.trim() === piece && piece !== '')).toBe(true)
        const letters = (of: string) => of.replaceAll(/[^\p{L}]/gu, '')
        expect(letters(pieces.join(''))).toBe(letters(text))
      }),
      { numRuns: 500 },
    )
  })
})

test('a plan is the same for every try, and its nonces fit', () => {
  const reply = { key: 'discord:1/iris/7', text: 'Words go on. '.repeat(400), type: 'long' as const }
  const people = [{ id: '5', name: 'Words', isBot: false }]
  const { parts } = planReply(reply, people)
  expect(planReply(reply, []).parts.map(({ plain, nonce }) => [plain, nonce])).toEqual(
    parts.map(({ plain, nonce }) => [plain, nonce]),
  )
  expect(new Set(parts.map(({ nonce }) => nonce)).size).toBe(parts.length)
  expect(parts.every(({ nonce, text }) => nonce.length <= 25 && text.length <= 2_000)).toBe(true)
})
