// Which lines of the talk stand in a prompt, and how much of each, within an allowance of tokens (I4).
import { LRUCache } from 'lru-cache'
import { type Count, clipTokens } from './clip.ts'
import { maxTextChars } from './escape.ts'
import { carriesMore, fittedLine, longestOf, wholeLine } from './talk-carried.ts'
import { toldAgain } from './told-again.ts'
import type { Chosen, ChosenLine, PromptMessage, Talk, TalkForm, TalkInput } from './talk-parts.ts'

const nothing: ReadonlySet<string> = new Set()

type Section = 'before' | 'batch' | 'after'

interface Candidate {
  message: PromptMessage
  section: Section
  /** What stands first: 0 to be answered, 1 new, 2 what the new lines go on with, 3 what was said before. */
  rank: 0 | 1 | 2 | 3
  /** Told with what it quotes and forwards. */
  isWhole: boolean
}

/** A cut line worth less than this says nothing. */
const leastTokens = 8
/** With less room than this, one message may take all of it. */
const sharedFrom = 60
const shareOf = { draft: 1 / 3, recalled: 1 / 3 }

export function chooseLines(input: TalkInput, form: TalkForm): Chosen {
  const { talk, draft, allowance, count } = input
  const shownDraft = draft === undefined ? undefined : clipTokens(form.escape(draft), allowance * shareOf.draft, count)
  const recalled = chooseRecalled(input, form)
  const isRecalled = new Set(recalled.lines.map(({ line }) => line.id))
  const spent = (shownDraft === undefined ? 0 : count(`Your draft: ${shownDraft}`) + 1) + recalled.tokens
  const candidates = candidatesOf(input, isRecalled)
  const kept = keepWhatFits(candidates, allowance - spent, input, form)
  const section = (name: Section): ChosenLine[] =>
    kept.filter((line) => line.section === name).toSorted((a, b) => a.message.ts - b.message.ts)
  const missing = (name: Section): number => {
    const isThere = (line: { section: Section }): boolean => line.section === name
    return candidates.filter(isThere).length - kept.filter(isThere).length
  }
  return {
    before: section('before'),
    batch: section('batch'),
    after: section('after'),
    recalled: recalled.lines,
    ...(shownDraft !== undefined && { draft: shownDraft }),
    asked: talk.batch.filter(({ own }) => !own).length,
    since: talk.after.length,
    leftOut: missing('batch'),
    leftOutSince: missing('after'),
  }
}

/** Each message once, where it belongs, what matters most first. */
function candidatesOf({ talk, targets, at, tellsAgain }: TalkInput, isRecalled: ReadonlySet<string>): Candidate[] {
  const answered = new Set(targets)
  const again = tellsAgain ? toldAgain(talk, targets, at) : nothing
  const seen = new Set<string>()
  const of = (name: keyof Talk, section: Section, usual: Candidate['rank']): Candidate[] =>
    (talk[name] ?? [])
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .map((message) => {
        const rank = answered.has(message.id) ? 0 : usual
        // What was said before tells its words alone: what a line carries matters where the line does.
        return { message, section, rank, isWhole: rank !== 3 || again.has(message.id) }
      })
  return [
    ...of('batch', 'batch', 1),
    ...of('after', 'after', 1),
    ...of('linked', 'before', 2),
    ...of('before', 'before', 3).filter(({ message }) => !isRecalled.has(message.id)),
  ].toSorted((a, b) => a.rank - b.rank || b.message.ts - a.message.ts)
}

function keepWhatFits(candidates: Candidate[], room: number, input: TalkInput, form: TalkForm) {
  const kept: (ChosenLine & { section: Section })[] = []
  const days = new Set([''])
  const most = sharesOf(candidates, room, input)
  let left = room
  const add = (candidate: Candidate): boolean => {
    const { message, section } = candidate
    const day = form.dayOf(message)
    // Its own day line, and one where the next day begins.
    const besides = days.has(day) ? 0 : 2 * form.dayTokens
    const fitted = lineOf(candidate, Math.min(most(candidate), left - besides - 1), form, input)
    if (fitted === undefined) return false
    const { text, isCut, quotes } = fitted
    days.add(day)
    left -= fitted.tokens + besides + 1
    kept.push(quotes ? { message, section, text, isCut, quotes } : { message, section, text, isCut })
    return true
  }
  // A draft is judged by what has come since: the newest of it stands beside the question.
  const newest = input.draft === undefined ? undefined : candidates.find(({ section }) => section === 'after')
  for (const candidate of candidates.filter(({ rank }) => rank === 0)) add(candidate)
  if (newest && newest.rank !== 0) add(newest)
  for (const candidate of candidates) {
    const isDone = candidate.rank === 0 || candidate === newest
    // Older talk without a gap: a line that does not fit ends it.
    if (!isDone && !add(candidate) && candidate.rank === 3) break
  }
  return kept
}

// One long message must not push out all others.
function sharesOf(candidates: Candidate[], room: number, { draft }: TalkInput): (candidate: Candidate) => number {
  const answered = candidates.filter(({ rank }) => rank === 0).length
  const half = Math.floor(room / 2)
  if (draft !== undefined) {
    return ({ rank }) => (rank === 0 ? Math.floor(half / answered) : Math.max(half, leastTokens))
  }
  if (candidates.length < 2) return () => room
  const most = Math.max(half, sharedFrom)
  return ({ rank }) => (rank === 0 && answered > 1 ? Math.max(Math.floor((0.8 * room) / answered), leastTokens) : most)
}

type FittedLine = Omit<ChosenLine, 'message'> & { tokens: number }

function lineOf(
  candidate: Candidate,
  max: number,
  form: TalkForm,
  { count, draft, targets }: TalkInput,
): FittedLine | undefined {
  const { message, isWhole } = candidate
  const { head, tail } = form.frame(message)
  const words = escaped(message, form)
  const measured = (text: string): number =>
    tail === '' && count.headed ? count.headed(head, text) : count(head + text + tail)
  const carried = isWhole && carriesMore(message) ? form.carried(message) : undefined
  const whole = carried && wholeLine(words, carried)
  const tokens = measured(whole ? longestOf(whole) : words)
  if (tokens <= max) return whole ? { ...whole, tokens } : { text: words, isCut: false, tokens }
  const room = max - count(head + tail)
  const least = draft !== undefined || targets.includes(message.id) ? 2 : leastTokens
  if (room < least) return undefined
  if (carried) {
    const fitted = fittedLine(words, carried, room, count)
    const fittedTokens = measured(longestOf(fitted))
    if (fittedTokens <= max) return { ...fitted, tokens: fittedTokens }
  }
  const cut = clipTokens(words, room, count)
  return { text: cut, isCut: cut !== words, tokens: count(head + cut + tail) }
}

/** The best come first; they stand in time order. */
function chooseRecalled({ recalled: all = [], talk, allowance, count }: TalkInput, form: TalkForm) {
  const lines: Chosen['recalled'] = []
  const stands = new Set([...talk.batch, ...talk.after, ...(talk.linked ?? [])].map(({ id }) => id))
  const recalled = all.filter(({ id }) => !stands.has(id))
  if (recalled.length === 0) return { lines, tokens: 0 }
  const heading = recalledTokens(count)
  let left = Math.floor(allowance * shareOf.recalled) - heading
  for (const line of recalled) {
    const head = form.recalledHead(line)
    const text = clipTokens(form.escape(line.text), Math.min(left - 1, sharedFrom + count(head)) - count(head), count)
    if (left - 1 - count(head) < leastTokens || text === '') break
    left -= count(head + text) + 1
    lines.push({ line, text })
  }
  const tokens = lines.length === 0 ? 0 : Math.floor(allowance * shareOf.recalled) - left
  return { lines: lines.toSorted((a, b) => a.line.ts - b.line.ts), tokens }
}

export const recalledHeading = 'Recalled from before:'
const recalledTokens = (count: Count): number => count(recalledHeading) + 1

// A text stands in many prompts; escaping it once for each form is enough.
const known = new Map<TalkForm['escape'], LRUCache<string, string>>()
const mostKnown = 2_000
/** UTF-16 units: what is longer is escaped anew. */
const longestKnown = 1_000

function escaped({ text: raw }: PromptMessage, { escape }: TalkForm): string {
  if (raw.length > maxTextChars) return `${escape(raw)}…`
  if (raw.length > longestKnown) return escape(raw)
  let texts = known.get(escape)
  if (!texts) known.set(escape, (texts = new LRUCache({ max: mostKnown })))
  let text = texts.get(raw)
  if (text === undefined) texts.set(raw, (text = escape(raw)))
  return text
}
