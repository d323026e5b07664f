// Which lines the renewal of a note reads when not all of them fit.
import { expect, test } from 'vitest'
import { estimateTokens as count } from '../../src/language/tokens.ts'
import { type NotedLine, notePrompt } from '../../src/prompt/note-prompt.ts'

const at = Date.UTC(2026, 10, 2, 14)
const line = (n: number, text: string, own = false): NotedLine => ({
  ts: at + n * 60_000,
  name: own ? 'Iris' : 'Ann',
  own,
  text,
})
const chatter = Array.from({ length: 60 }, (_each, n) => line(n + 10, `the noodles of stall ${n} were great today`))
const talk = [
  line(0, 'long before'),
  line(1, 'how many do we need?'),
  line(2, 'Sixty, for a power of 0.8.', true),
  ...chatter,
]
const profile = { id: 'iris', name: 'Iris', aliases: ['小研'] }
const shown = (allowance: number, lines: readonly NotedLine[] = talk) => {
  const input = { profile, note: '', lines, noteTokens: 150, at, timeZone: 'UTC', count }
  const { user } = notePrompt(input, allowance)
  return user
    .split('\n')
    .slice(user.split('\n').indexOf('New lines:') + 1)
    .map((each) => each.replace(/^.*?\d\d:\d\d /, ''))
}

test('what the bot said and what it said it to stand there before newer talk, in time order', () => {
  const lines = shown(200)
  expect(lines.slice(0, 2)).toEqual(['Ann: how many do we need?', 'you: Sixty, for a power of 0.8.'])
  expect(lines.at(-1)).toBe('Ann: the noodles of stall 59 were great today')
  expect(lines).not.toContain('Ann: long before')
  expect(lines.reduce((sum, each) => sum + count(`Mon 2 Nov 14:00 ${each}`) + 1, 0)).toBeLessThanOrEqual(200)
})

test('all of it where it fits', () => {
  expect(shown(10_000)).toHaveLength(talk.length)
})

test('nobody but the bot is noted as the bot', () => {
  const names = ['you', 'YOU', 'Iris', 'Irіs', '小研', 'Ann']
  expect(
    shown(
      10_000,
      names.map((name, n) => ({ ...line(n, 'x'), name })),
    ),
  ).toEqual([
    'you (person): x',
    'YOU (person): x',
    'Iris (person): x',
    'Irіs (person): x',
    '小研 (person): x',
    'Ann: x',
  ])
})
