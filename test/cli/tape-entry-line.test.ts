// What stands on the line of an entry that says what a run was asked: every message that it is to answer.
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { entryLine } from '../../src/cli/tape/entry-line.ts'
import type { TapeWords } from '../../src/cli/tape/words.ts'

const words = { states: { fork: '', merged: '', failed: 'failed' } } as unknown as TapeWords
const lineOf = (body: unknown, kind: 'message' | 'tool_result' = 'message'): string =>
  stripVTControlCharacters(
    entryLine({ n: 1, run: '12', id: '0', kind, at: 0, state: 'merged', body, tokens: 0 }, words),
  ).trim()
const head = (kind: string): string => `1  1970-01-01 00:00:00  ${kind.padEnd(11)}  12/0  `

test('each of them, eight at most, and the rest is counted', () => {
  expect(lineOf({ role: 'user', messages: ['m9', 'm11'] })).toBe(`${head('message')}>m9 >m11`)
  const many = Array.from({ length: 10 }, (_, n) => `m${n}`)
  expect(lineOf({ role: 'user', messages: many })).toBe(`${head('message')}>m0 >m1 >m2 >m3 >m4 >m5 >m6 >m7 +2`)
})

test('what a model said, and what a tool gave, as before', () => {
  expect(lineOf({ role: 'assistant', text: 'Seven.' })).toBe(`${head('message')}assistant Seven.`)
  expect(lineOf({ messages: ['m1'] }, 'tool_result')).toBe(`${head('tool_result')}m1`)
  expect(lineOf(null)).toBe(head('message').trim())
})
