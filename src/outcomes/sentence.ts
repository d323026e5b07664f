// Why a bot spoke or stayed silent, in one sentence.
import type { WindowName } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { isBudgets, isFailure, isHold, isSend, isWait } from '../../machines/group/verdicts/kinds.ts'
import type { SentenceWords } from './sentence-words.ts'
import { sentenceEn } from './sentence-en.ts'
import { sentenceZh } from './sentence-zh.ts'
import { countText, type Lang, spanText } from './span-text.ts'
import { clipped } from './clipped.ts'
import type { GateRow, Story } from './story.ts'
import { whyText } from './why-words.ts'

/** Who and what the sentence names. */
export interface Naming {
  lang: Lang
  /** Name of the bot. */
  bot: string
  /** A message of the room, where it is known. */
  line(id: string): { name: string; text: string; at: number } | undefined
  /** A time of day, as its reader sees it. */
  clock(at: number): string
  /** How long a window of the budget is, ms. */
  windowMs(window: WindowName): number | undefined
}

const wordsOf: Record<Lang, SentenceWords> = { en: sentenceEn, zh: sentenceZh }

/** The row that the outcome rests on: what stopped the turn, where it stands, or its send. */
export function decidingRow({ outcome, rows }: Story): GateRow | undefined {
  if (outcome === 'replied') return rows.findLast(({ verdict }) => verdict && isSend(verdict))
  if (outcome === 'own') return undefined
  if (outcome === 'waiting' || outcome === 'working') return rows.find(({ state }) => state === 'pending')
  return rows.findLast(({ state }) => state === 'stopped' || state === 'failed')
}

/** `message`: the one that is asked about; absent: the turn as a whole. */
export function sentenceOf(story: Story, message: string | undefined, naming: Naming): string {
  const words = wordsOf[naming.lang]
  const row = decidingRow(story)
  const { bot } = naming
  if (story.outcome === 'replied') return replied(story, row?.verdict, message, naming)
  if (story.outcome === 'own') return words.own(bot)
  if (story.outcome === 'waiting' || story.outcome === 'working') return underWay(story, row, naming)
  const cause = row?.verdict ? causeOf(row.verdict, naming) : words.cutOff
  if (story.outcome === 'dropped') return words.dropped(bot, cause)
  return row?.verdict && isFailure(row.verdict) ? words.failed(bot, cause) : words.silent(bot, cause)
}

function replied(story: Story, send: Verdict | undefined, message: string | undefined, naming: Naming): string {
  const { lang, bot, line } = naming
  const words = wordsOf[lang]
  const answers = story.answers ?? []
  const isOther = message !== undefined && story.messages.includes(message) && !answers.includes(message)
  // Asked about one of several, the sentence is about that one.
  const named = message !== undefined && answers.includes(message) ? message : answers[0]
  const said = named === undefined ? undefined : line(named)
  const quoted = quotedIn(naming)
  const what = quoted(named)
  if (isOther) return words.readWith(bot, what)
  const others = answers.filter((id) => id !== named && line(id)).slice(0, mostNamed - 1)
  const all = [what, ...others.map((id) => quoted(id, shortQuote).trimStart())].join(words.comma)
  const since = said?.at ?? story.startedAt
  const after = since === undefined || story.sentAt === undefined ? '' : spanText(story.sentAt - since, lang)
  const more = answers.length - 1 - others.length
  return words.answered(bot, all, {
    after,
    more,
    total: answers.length,
    reacted: send?.numbers?.['type'] === 'reaction',
  })
}

/** Lines that a reply answers are named up to so many, those behind the first with fewer of their words. */
const mostNamed = 4
const shortQuote = 30

const quotedIn =
  ({ lang, line }: Naming) =>
  (id: string | undefined, longest?: number): string => {
    const said = id === undefined ? undefined : line(id)
    const words = wordsOf[lang]
    return said ? words.quoted(said.name, clipped(said.text, longest)) : words.aMessage
  }

function underWay({ rows }: Story, row: GateRow | undefined, naming: Naming): string {
  const { lang, bot, clock } = naming
  const words = wordsOf[lang]
  const verdict = row?.verdict
  if (verdict && isHold(verdict)) {
    const waitMs = Number(verdict.numbers?.['waitMs'])
    const until = Number.isFinite(waitMs) ? clock(verdict.at + waitMs) : undefined
    return words.held(bot, until, causeOf({ ...verdict, numbers: withoutEnd(verdict.numbers) }, naming))
  }
  if (verdict) return words.at(bot, row.gate, causeOf(verdict, naming))
  // Before a turn takes it, the last wait says why.
  const wait = row?.gate === 'dispatch' ? rows.findLast(({ verdict: last }) => last)?.verdict : undefined
  return words.at(bot, row?.gate ?? 'dispatch', wait && isWait(wait) ? causeOf(wait, naming) : '')
}

/** When it frees is told as the end of the wait. */
const withoutEnd = ({ freesInMs: _, ...numbers }: NonNullable<Verdict['numbers']> = {}) => numbers

function causeOf(verdict: Verdict, naming: Naming): string {
  const { numbers } = verdict
  return isBudgets(verdict) && numbers?.['window'] !== undefined && numbers['limit'] !== undefined
    ? spent(numbers, naming)
    : whyText(verdict, naming.lang)
}

/** `5-minute budget, 1.8k of 2k tokens, free in 4 min 28 s`. */
function spent(numbers: NonNullable<Verdict['numbers']>, { lang, windowMs }: Naming): string {
  const words: SentenceWords = wordsOf[lang]
  const { window, what, used, limit, share, pauseMs, freesInMs } = numbers
  const ms = windowMs(window as WindowName)
  return [
    ms === undefined ? words.budget[window as WindowName] : words.budgetOf(ms),
    words.used(countText(Number(used)), countText(Number(limit)), what === 'tokens'),
    share === undefined ? '' : words.ofOnePerson,
    pauseMs === undefined ? '' : words.apart(spanText(Number(pauseMs), lang)),
    freesInMs === undefined ? '' : words.freesIn(spanText(Number(freesInMs), lang)),
  ]
    .filter(Boolean)
    .join(words.comma)
}
