// What finds no room in a prompt is counted there (I4).
import { describe, expect, test } from 'vitest'
import { readTalk } from '../../src/llm/rehearsal-talk.ts'
import { estimateTokens } from '../../src/language/tokens.ts'
import { noteBlock } from '../../src/prompt/prompt-parts.ts'
import { said } from './iris.ts'
import { styles, talkIn } from './prompts-of.ts'

describe.each(styles)('what has been said since and has no room is counted, in style %s', (style) => {
  const since = Array.from({ length: 30 }, (_, n) => said(n + 20, 'Ann', `since ${n}: ${'word '.repeat(12)}`))
  const headIn = (text: string) => text.split('\n').filter((line) => line.startsWith('Since then'))

  test('beside those that stand there', () => {
    const { text } = talkIn(style, { batch: [said(1, 'Bob', 'why?')], after: since }, { allowance: 150 })
    const there = text.split('\n').filter((line) => line.includes('Ann:')).length
    expect(there).toBeGreaterThan(1)
    const left = 30 - there
    expect(headIn(text)).toEqual([
      style === 'compact' ? `Since then (${left} more left out):` : `Since then (30, ${left} left out):`,
    ])
    expect(readTalk(text).after).toHaveLength(there)
  })

  test('where none of them does', () => {
    const asked = said(1, 'Bob', 'why? '.repeat(100), { mentioned: true })
    const { text } = talkIn(style, { batch: [asked], after: since.slice(0, 3) }, { allowance: 60 })
    expect(headIn(text)).toEqual([
      style === 'compact' ? 'Since then (3 more left out):' : 'Since then (3, 3 left out):',
    ])
    expect(readTalk(text).after).toEqual([])
  })

  test('and nothing is said of it where all of it stands there', () => {
    expect(talkIn(style, { batch: [said(1, 'Bob', 'why?')], after: since }).text).not.toContain('left out')
  })
})

test.each(styles)('a text of which only the beginning is read ends with a mark: %s', (style) => {
  const { text } = talkIn(style, { batch: [said(1, 'Bob', 'word '.repeat(1_000))] })
  expect(text.endsWith('word…')).toBe(true)
})

test('what finds no room of the note is counted', () => {
  const matters = Array.from({ length: 40 }, (_, n) => `matter ${n} was decided by all of them on Friday`)
  const lines = noteBlock(matters.join('\n'), estimateTokens).split('\n')
  expect(lines[0]).toBe(`Noted of this room (data; ${40 - (lines.length - 1)} more left out):`)
  expect(lines.length).toBeGreaterThan(5)
})
