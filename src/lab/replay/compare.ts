// Two lives of the same talk side by side: every figure with its difference, and who was answered in one alone.
import type { WindowName } from '../../../machines/group/settings.ts'
import { isBudgets, isRefusal } from '../../../machines/group/verdicts/kinds.ts'
import { whyText } from '../../outcomes/why-words.ts'
import type { TalkRecord } from './records.ts'
import { messageKey } from '../virtual/trace.ts'
import { type History, isMentioned, type PlayedMessage, type PlayedTurn, waitOf } from './history.ts'
import { atShare, sum } from '../counting.ts'
import type { Summary } from './run.ts'

export interface Life {
  /** The configuration's file name. */
  name: string
  summary: Summary
  history: History
}

export type Comparison = ReturnType<typeof compare>
type Compared = ReturnType<typeof comparedOf>

const mostShown = 5
const clipAt = 100

/** `most`: of the messages answered in one alone, on each side. */
export function compare(a: Life, b: Life, records: readonly TalkRecord[], most = mostShown) {
  const [left, right] = [comparedOf(a), comparedOf(b)]
  const rows = figureRows(left, right)
  /** b less a; null where one of them has no such figure. Waits in ms. */
  const figures = Object.fromEntries(rows.map(({ name, a: before, b: after }) => [name, less(after, before)]))
  const answeredInA = answeredIn(a.history, b.history, records, most)
  const answeredInB = answeredIn(b.history, a.history, records, most)
  const isSame = rows.every((row) => row.a === row.b)
  /** No figure differs, and the same messages are answered. */
  const nothing = isSame && answeredInA.count === 0 && answeredInB.count === 0
  return { a: left, b: right, differ: { figures, answeredInA, answeredInB, nothing } }
}

/** Every figure by a dotted name, in the order in which they are shown. */
export function figureRows(a: Compared, b: Compared): { name: string; a: number | null; b: number | null }[] {
  const gates = [...new Set([...Object.keys(a.skips), ...Object.keys(b.skips)])]
  const [before, after] = [figuresOf(a, gates), figuresOf(b, gates)]
  return Object.keys(before).map((name) => ({ name, a: before[name] ?? null, b: after[name] ?? null }))
}

/** Of one life, without what it was silent at. */
export const figuresIn = (life: Life): Record<string, number | null> => figuresOf(comparedOf(life), [])

function figuresOf(s: Compared, gates: readonly string[]): Record<string, number | null> {
  const entries = figures.map(([name, , figure]) => [name, figure(s)] as const)
  const silences = gates.map((gate) => [`skips.${gate}`, s.skips[gate] ?? 0] as const)
  const waits = entries.findIndex(([name]) => name.startsWith('waits.'))
  return Object.fromEntries([...entries.slice(0, waits), ...silences, ...entries.slice(waits)])
}

/** Names, what a table calls them, and the figures; before the waits stands what each gate was silent at. */
const figures: [name: string, label: string, figure: (s: Compared) => number | null][] = [
  ['others', 'others’ messages', (s) => s.messages - s.own],
  ['calls', 'model calls', (s) => sum(Object.values(s.calls))],
  ['decisions', '  decisions', (s) => s.decisions],
  ['rejudgements', '  rejudgements', (s) => s.rejudgements],
  ['compositions', '  compositions', (s) => s.compositions],
  ['callsPerMessage', '  by others’ messages', (s) => s.callsPerMessage],
  ['tokens', 'tokens', (s) => s.tokens],
  ['replies', 'replies', (s) => s.replies],
  ['repliesToMentions', '  to mentions', (s) => s.repliesToMentions],
  ['mentions', 'mentions', (s) => s.mentions],
  ['mentionsAnswered', '  answered', (s) => s.mentionsAnswered],
  ['mentionsUnanswered', '  unanswered', (s) => s.mentionsUnanswered],
  ['waits.messageToReply.median', 'message → reply, median', (s) => s.waits.messageToReply?.median ?? null],
  ['waits.messageToReply.p90', 'message → reply, 9 of 10', (s) => s.waits.messageToReply?.p90 ?? null],
  ['waits.batchToTurn.median', 'batch → turn, median', (s) => s.waits.batchToTurn?.median ?? null],
  ['waits.batchToTurn.p90', 'batch → turn, 9 of 10', (s) => s.waits.batchToTurn?.p90 ?? null],
  ['budgetRefusals.short', 'budget said no, short window', (s) => s.budgetRefusals.short],
  ['budgetRefusals.medium', 'budget said no, medium window', (s) => s.budgetRefusals.medium],
  ['budgetRefusals.long', 'budget said no, long window', (s) => s.budgetRefusals.long],
  ['violations', 'broken rules', (s) => s.violations.length],
]

export const labelOf = (name: string): string =>
  figures.find(([known]) => known === name)?.[1] ?? name.replace('skips.', 'silent at ')

const comparedOf = ({ name, summary, history }: Life) => ({ config: name, ...summary, ...measure(history) })

const less = (after: number | null, before: number | null): number | null =>
  after === null || before === null ? null : Number((after - before).toFixed(4))

/** Messages that one setting answered, and the gate that kept the other one silent. */
function answeredIn(here: History, there: History, records: readonly TalkRecord[], most: number) {
  const keys = [...here.messages].flatMap(([key, { turn }]) => {
    const other = there.messages.get(key)
    return turn?.sent && other && !other.turn?.sent ? [{ key, other }] : []
  })
  const said = saidIn(records)
  const first = keys.slice(0, most).flatMap(({ key, other }) => {
    const record = said.get(key)
    if (!record) return []
    const { id, group, sender, text } = record
    return [{ id, group, sender, text: clipped(text), ...refusalOf(other) }]
  })
  return { count: keys.length, first }
}

/** By group and id: a later record of the same id is a duplicate that nobody heard. */
export const saidIn = (records: readonly TalkRecord[]): Map<string, TalkRecord> =>
  new Map(records.map((record) => [messageKey(record), record] as const).toReversed())

function refusalOf({ turn, dropped }: PlayedMessage) {
  const verdict = turn?.verdicts.findLast(isRefusal) ?? dropped ?? ({ gate: 'dispatch', why: 'noTurn' } as const)
  return { gate: verdict.gate, why: verdict.why, words: { en: whyText(verdict, 'en'), zh: whyText(verdict, 'zh') } }
}

/** One line, so long at most. */
export function clipped(text: string, most = clipAt): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Figures of one life that its summary does not have. */
export function measure({ turns, messages }: History) {
  const mentions = [...messages.values()].filter(({ mentioned }) => mentioned)
  const mentionsAnswered = mentions.filter(({ turn }) => turn?.sent).length
  const replied = turns.filter(({ sent }) => sent)
  const budgetRefusals = { short: 0, medium: 0, long: 0 }
  for (const verdict of turns.flatMap(({ verdicts }) => verdicts)) {
    const window = verdict.numbers?.['window']
    if (isBudgets(verdict) && isWindow(window)) budgetRefusals[window] += 1
  }
  return {
    repliesToMentions: replied.filter(isMentioned).length,
    mentionsAnswered,
    mentionsUnanswered: mentions.length - mentionsAnswered,
    budgetRefusals,
    /** ms; null: there was none. */
    waits: { messageToReply: spread(turns.flatMap(replyWait)), batchToTurn: spread(turns.map(waitOf)) },
  }
}

/** From the message that the reply answers. */
const replyWait = ({ sent }: PlayedTurn): number[] => (sent?.replyTo ? [sent.at - sent.replyTo.at] : [])

const spread = (values: readonly number[]) =>
  values.length === 0 ? null : { median: atShare(values, 0.5) ?? 0, p90: atShare(values, 0.9) ?? 0 }

const isWindow = (name: unknown): name is WindowName => name === 'short' || name === 'medium' || name === 'long'
