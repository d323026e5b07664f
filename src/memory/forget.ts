// What an order to forget points at: lines of the talk, found without a model.
import type { MemoryStore, Place, StoredLine } from '../store/memory.ts'
import { searchTerms } from '../store/search-terms.ts'
import type { TalkIndex } from '../store/talk-index.ts'
import type { ForgetOrder } from './forget-order.ts'
import { pastQuestion } from './question.ts'
import { partnerOf, type RecallLimits, recallLines } from './recall.ts'
import { searchLines } from './search.ts'

export interface Ordered extends Place {
  order: Exclude<ForgetOrder, { what: 'everything' }>
  /** The message that orders it. */
  message: StoredLine
  ownId: string
  limits: RecallLimits
  /** How the bot is called. */
  names: readonly string[]
}

/** As many lines as one order takes away at most. */
const mostForgotten = 60
/** An exchange older than this is not what "that" means, when something was said since. */
const exchangeMs = 30 * 60_000
const sameBreathMs = 10 * 60_000
const lookedBack = 60
/** A line that says so much of the same is the same told again. */
const sameShare = 0.6

export function forgottenLines(store: MemoryStore, index: TalkIndex, ordered: Ordered): StoredLine[] {
  const { order, message } = ordered
  const named = order.what === 'topic' ? ofTopic(store, index, ordered, order) : []
  // Words that nobody used before, such as "the number", mean what was just told.
  const found = named.length > 0 ? named : pointedAt(store, index, ordered)
  const lines = new Map<number, StoredLine>()
  for (const line of found)
    for (const each of [line, ...toldAgain(store, index, ordered, line)]) lines.set(each.n, each)
  lines.delete(message.n)
  return [...lines.values()].slice(0, mostForgotten)
}

function ofTopic(
  store: MemoryStore,
  index: TalkIndex,
  ordered: Ordered,
  { about, mine }: { about: string; mine: boolean },
): StoredLine[] {
  const { message, ownId } = ordered
  const isMeant = ({ sender }: StoredLine): boolean => !mine || sender === message.sender || sender === ownId
  return search(store, index, ordered, about)
    .filter(({ line, share }) => isMeant(line) && share >= sameShare)
    .map(({ line }) => line)
}

function pointedAt(store: MemoryStore, index: TalkIndex, ordered: Ordered): StoredLine[] {
  const { group, message, ownId } = ordered
  const replied = message.replyTo === undefined ? undefined : store.lineWith(group, message.replyTo)
  if (replied) return [replied, ...maybe(partnerOf(store, replied, ordered))]
  const before = store.before(group, message, lookedBack)
  const answer = before.find((line) => line.sender === ownId && isTo(line, message.sender, before))
  const mine = (line: StoredLine): boolean =>
    line.sender === message.sender && message.ts - line.ts <= sameBreathMs && (!answer || line.n > answer.n)
  const since = before.filter(mine).slice(0, 10)
  if (!answer || (since.length > 0 && message.ts - answer.ts > exchangeMs)) return since
  const question = partnerOf(store, answer, ordered)
  return [...since, answer, ...maybe(question), ...(question ? answeredFrom(store, index, ordered, question) : [])]
}

/** What its answer was, or could have been, written from. */
function answeredFrom(store: MemoryStore, index: TalkIndex, ordered: Ordered, question: StoredLine): StoredLine[] {
  const asked = searchFor(ordered, question.text, question)
  const same = searchLines(store, index, asked).filter(({ share }) => share >= sameShare)
  return [...recallLines(store, index, asked, ordered.limits), ...same.map(({ line }) => line)]
}

const maybe = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** It answers the person, as far as it says, or was said right after the person spoke. */
function isTo(answer: StoredLine, person: string, before: readonly StoredLine[]): boolean {
  const asked = before.find(({ id, n }) => (answer.replyTo === undefined ? n < answer.n : id === answer.replyTo))
  return asked?.sender === person
}

/** Lines that say the same as a forgotten one. */
const toldAgain = (store: MemoryStore, index: TalkIndex, ordered: Ordered, line: StoredLine): StoredLine[] =>
  searchTerms(line.text).size < 2
    ? []
    : search(store, index, ordered, line.text)
        .filter(({ share }) => share >= sameShare)
        .map((found) => found.line)

const search = (store: MemoryStore, index: TalkIndex, ordered: Ordered, text: string) =>
  searchLines(store, index, {
    ...searchFor(ordered, text, ordered.message),
    question: { terms: [...searchTerms(text)], span: undefined, said: undefined, asksBack: true },
  })

const searchFor = ({ bot, group, message, ownId, names }: Ordered, text: string, until: StoredLine) => ({
  bot,
  group,
  question: pastQuestion(text, message.ts, { names }),
  text,
  asker: message.sender,
  ownId,
  now: message.ts,
  skips: (line: StoredLine) => line.n === message.n || line.n > Math.max(until.n, message.n),
})
