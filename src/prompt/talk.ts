// The talk as the model reads it: one line a message, clipped to an allowance, always in time order (P3).
import { type Count, clipTokens } from './clip.ts'
import { escapeId, escapeName, escapeText } from './escape.ts'

export interface PromptMessage {
  id: string
  /** Server time, ms. */
  ts: number
  /** Id of whoever wrote it. */
  sender: string
  name: string
  text: string
  mentioned: boolean
  /** Written by the bot itself. */
  own: boolean
}

export interface Talk {
  /** What was said before the batch. */
  before: PromptMessage[]
  batch: PromptMessage[]
  /** What has been said since. */
  after: PromptMessage[]
}

interface Line {
  message: PromptMessage
  section: keyof Talk
}

const contextLines = 10
/** A cut line worth less than this says nothing. */
const leastTokens = 8
/** With less room than this, one message may take all of it. */
const sharedFrom = 60

/** Mentions first, then the newest of the new, then the newest of the old, until `allowance` tokens are spent. */
export function talkBlock(talk: Talk, draft: string | undefined, allowance: number, count: Count): string {
  const draftLine = draft === undefined ? [] : [`Your draft: ${clipTokens(escapeText(draft), allowance / 3, count)}`]
  const room = allowance - draftLine.reduce((sum, line) => sum + count(line), 0)
  const kept = keepWhatFits(linesOf(talk), room, count)
  const section = (name: keyof Talk) => talk[name].toSorted(byTime).flatMap((message) => kept.get(message) ?? [])
  const [before, batch, after] = [section('before'), section('batch'), section('after')]
  return [
    ...(before.length > 0 ? ['Earlier:', ...before] : []),
    `New (${talk.batch.length}):`,
    ...batch,
    ...draftLine,
    ...(after.length > 0 ? [`Since then (${talk.after.length}):`, ...after] : []),
  ].join('\n')
}

function linesOf(talk: Talk): Line[] {
  const lines: Line[] = [
    ...talk.before
      .toSorted(byTime)
      .slice(-contextLines)
      .map((message) => ({ message, section: 'before' as const })),
    ...talk.batch.map((message) => ({ message, section: 'batch' as const })),
    ...talk.after.map((message) => ({ message, section: 'after' as const })),
  ]
  const rank = ({ message, section }: Line) => (section === 'before' ? 2 : message.mentioned ? 0 : 1)
  return lines.toSorted((a, b) => rank(a) - rank(b) || b.message.ts - a.message.ts)
}

// One long message must not push out all others, so none takes more than half.
function keepWhatFits(lines: Line[], allowance: number, count: Count): Map<PromptMessage, string> {
  const kept = new Map<PromptMessage, string>()
  const most = lines.length > 1 ? Math.max(allowance / 2, sharedFrom) : allowance
  let left = allowance
  for (const { message } of lines) {
    const line = lineOf(message, Math.min(most, left - 1), count)
    if (line === undefined) break
    left -= count(line) + 1
    kept.set(message, line)
  }
  return kept
}

function lineOf(message: PromptMessage, max: number, count: Count): string | undefined {
  const { head, text, tail } = partsOf(message)
  const whole = head + text + tail
  if (count(whole) <= max) return whole
  const room = max - count(head + tail)
  return room < leastTokens ? undefined : head + clipTokens(text, room, count) + tail
}

// A message stands in many prompts; escaping it once is enough.
const written = new WeakMap<PromptMessage, { head: string; text: string; tail: string }>()

function partsOf(message: PromptMessage) {
  const known = written.get(message)
  if (known) return known
  const own = message.own ? ' (you)' : ''
  const head = `[msg_id:${escapeId(message.id)}] [${clock(message.ts)}] ${escapeName(message.name)}${own}: `
  const parts = { head, text: escapeText(message.text), tail: message.mentioned ? ' [mentioned]' : '' }
  written.set(message, parts)
  return parts
}

function clock(ts: number): string {
  return Number.isFinite(ts) && Math.abs(ts) < 8.64e15 ? new Date(ts).toISOString().slice(-13, -5) : '00:00:00'
}

function byTime(a: PromptMessage, b: PromptMessage): number {
  return a.ts - b.ts
}
