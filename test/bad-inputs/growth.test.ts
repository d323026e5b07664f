// What reads a model's words takes CPU time in proportion to their length, whatever they repeat.
import { describe, expect, test } from 'vitest'
import { plain, visible, withoutBroadcasts } from '../../machines/rules/plain-text.ts'
import { shapeReply, shorten } from '../../machines/rules/reply-type.ts'
import { sentenceSpans } from '../../machines/rules/sentences.ts'
import { readWords } from '../../src/jobs/profile-words.ts'
import { withoutRefusals } from '../../src/jobs/refusals.ts'
import { readNote } from '../../src/jobs/renew-note.ts'
import { bareReply } from '../../src/jobs/reply-text.ts'
import { isSilence, isSystemText, withoutHeads } from '../../src/jobs/output-guards.ts'
import { withoutReasoning } from '../../src/llm/completion.ts'
import { parseDecision, parseVerdict } from '../../src/llm/parse-decision.ts'
import { withoutQuotes } from '../../src/llm/redact.ts'

const profile = { id: 'iris', name: 'Iris', aliases: ['Iri'], role: 'librarian', expertise: 'papers' }
const speakers = { others: ['Ann', 'Bob'], asking: ['Ann'], self: ['iris'], asksWho: false }
const answer = (text: string) => ({ text, finish: 'stop', model: 'm', tokens: 1 })
const noteInput = { noteTokens: 200, maxTokens: 900, maxOutputTokens: 200, maxTalkTokens: 500, timeoutMs: 1_000 }
const noNote = { note: '', generation: 0, upto: 0, lines: [] }

const readers: Record<string, (text: string) => unknown> = {
  withoutReasoning,
  parseDecision,
  parseVerdict,
  isSilence,
  isSystemText,
  withoutHeads: (text) => withoutHeads(text, profile),
  withoutRefusals,
  bareReply: (text) => bareReply(text, profile, speakers),
  readNote: (text) => readNote(answer(text), noteInput, noNote),
  readWords: (text) => readWords(answer(text)),
  sentenceSpans,
  visible,
  plain,
  withoutBroadcasts,
  shapeReply: (text) => shapeReply(text, 'long', { maxChars: 500, markdown: false }),
  shorten,
  withoutQuotes: (text) => withoutQuotes(text, [{ content: text.slice(1) }]),
}

const pieces = [
  ['<think>', '<think></think>', '</think>', '<think ', '<', '{', '{"a":', '"', '\\', '[', '[(', '`', '```\n'],
  [' ', '\t', '\n', '\r', '\r\n', '\u2028', ' \n', '“', '”', '*a', '_a_', '~~', '|a', '> ', '- ', '@a', 'a.b.'],
  ['[a](', '![', '<at ', 'http://', 'no ', 'no', 'silent ', 'A. ', '长。', '我无法', 'a ? b : ', 'Ann: ', '1. '],
].flat()
/** Around the pieces: what a pattern begins with, and an end that none of them expects. */
const frames = [
  ['', ''],
  ['a', ' b'],
  ['[', 'x'],
] as const

/** UTF-16 units; a whole answer comes to who takes its thoughts away. */
const shorterOf = (name: string): number => (name === 'withoutReasoning' ? 80_000 : 8_000)
const times = 4
/** Quadratic work grows by 16. */
const most = 8
/** CPU time is counted in ticks of some ms: what takes less is as good as nothing. */
const leastMs = 10

function cpuMs(read: (text: string) => unknown, text: string): number {
  const runs = [1, 2].map(() => {
    const before = process.threadCpuUsage()
    try {
      read(text)
    } catch {
      // A refusal is an answer, too.
    }
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...runs)
}

describe.each(Object.entries(readers))('%s', (name, read) => {
  test('four times the text takes no more than eight times as long', () => {
    const shorter = shorterOf(name)
    const tooMuch: string[] = []
    for (const piece of pieces) {
      for (const [before, after] of frames) {
        const text = (length: number) => `${before}${piece.repeat(length / piece.length)}${after}`
        const long = cpuMs(read, text(times * shorter))
        if (long <= most * leastMs) continue
        const short = cpuMs(read, text(shorter))
        if (long > most * Math.max(short, leastMs)) tooMuch.push(JSON.stringify([before, piece, after, short, long]))
      }
    }
    expect(tooMuch).toEqual([])
  })
})
