// Which lines the renewal of a note reads when not all of them fit.
import { expect, test } from 'vitest'
import { rehearsedNote } from '../../src/llm/rehearsal-note.ts'
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
const promptOf = (allowance: number, lines: readonly NotedLine[] = talk): string[] => {
  const input = { profile, note: '', lines, noteTokens: 150, at, timeZone: 'UTC', count }
  return notePrompt(input, allowance).user.split('\n')
}
const shown = (allowance: number, lines: readonly NotedLine[] = talk): string[] => {
  const prompt = promptOf(allowance, lines)
  return prompt
    .slice(prompt.findIndex((each) => each.startsWith('New lines')) + 1)
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

test('lines that there is no room for are counted, and the rehearsal still reads those that stand there', () => {
  const lines = [line(0, 'we decided on Welch'), ...chatter, line(90, 'we decided on Friday')]
  const prompt = promptOf(200, lines)
  const there = prompt.filter((each) => each.includes('Ann:')).length
  expect(there).toBeGreaterThan(2)
  expect(prompt).toContain(`New lines (${lines.length - there} more left out):`)
  expect(rehearsedNote(prompt.join('\n'))).toBe('Ann: we decided on Friday')
  expect(promptOf(10_000, lines)).toContain('New lines:')
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
