// The few stored lines that tell most about what a person asks: each with the line that it answers or is answered by.
import { estimateTokens } from '../language/tokens.ts'
import type { MemoryStore, StoredLine } from '../store/memory.ts'
import type { TalkIndex } from '../store/talk-index.ts'
import { excerptOf } from './excerpt.ts'
import { type Search, searchLines } from './search.ts'

export interface RecallLimits {
  recallLines: number
  recallTokens: number
}

const mostQuestions = 3
/** Lines worth less than this share of the best one tell of something else. */
const leastShare = 0.4
/** A line that has less of the question's words than this has them by chance; what does not ask back wants more. */
const leastWords = { asksBack: 0.25, otherwise: 0.4 }
/** What a line's head costs in a prompt: its date and its name. */
const headTokens = 10
/** Tokens that one line may take. */
const longestLine = 80
/** Where an answer stands, seen from its question. */
const answerWithin = 3

/** For several questions at once, the newest first: each has its best lines before any has its second best. */
export function recallFor(
  store: MemoryStore,
  index: TalkIndex,
  searches: readonly Search[],
  limits: RecallLimits,
): StoredLine[] {
  const [newest, ...rest] = searches.slice(-mostQuestions).toReversed()
  if (!newest) return []
  const share = Math.max(2, Math.ceil(limits.recallLines / (1 + rest.length)))
  const parts = [newest, ...rest].map((search) => recallLines(store, index, search, limits))
  const kept = new Map<number, StoredLine>()
  for (const line of [...parts.flatMap((lines) => lines.slice(0, share)), ...parts.flat()]) {
    const spent = [...kept.values()].reduce((sum, { text }) => sum + headTokens + estimateTokens(text), 0)
    if (kept.size >= limits.recallLines || spent + headTokens + estimateTokens(line.text) > limits.recallTokens)
      continue
    kept.set(line.n, line)
  }
  return [...kept.values()]
}

/** The best first, each followed by its partner; long ones cut to what goes with the question. */
export function recallLines(store: MemoryStore, index: TalkIndex, search: Search, limits: RecallLimits): StoredLine[] {
  const found = searchLines(store, index, search)
  const best = found[0]?.score ?? 0
  const least = search.question.asksBack ? leastWords.asksBack : leastWords.otherwise
  const worth = found.filter(({ score, share }) => score >= best * leastShare && (share === 0 || share >= least))
  const kept = new Map<number, StoredLine>()
  const texts = new Set<string>()
  let room = limits.recallTokens
  const keep = (line: StoredLine): boolean => {
    if (kept.has(line.n) || texts.has(line.text)) return true
    const text = excerptOf(line.text, search.question.terms, Math.min(longestLine, room - headTokens))
    const cost = headTokens + estimateTokens(text)
    if (kept.size >= limits.recallLines || text === '' || cost > room) return false
    kept.set(line.n, { ...line, text })
    texts.add(line.text)
    room -= cost
    return true
  }
  for (const { line } of worth) {
    if (kept.size >= limits.recallLines) break
    if (!keep(line)) continue
    const partner = partnerOf(store, line, search)
    if (partner && !search.skips(partner)) keep(partner)
  }
  return [...kept.values()]
}

/** The line that it answers, or its answer: an answer alone tells half. */
export function partnerOf(
  store: MemoryStore,
  line: StoredLine,
  { group, ownId }: Pick<Search, 'group' | 'ownId'>,
): StoredLine | undefined {
  if (line.replyTo !== undefined) return store.lineWith(group, line.replyTo)
  if (line.sender === ownId) return store.before(group, line, 1).find(({ sender }) => sender !== ownId)
  const next = store.after(group, line, answerWithin)
  return next.find(({ replyTo }) => replyTo === line.id) ?? next.slice(0, 2).find(({ sender }) => sender === ownId)
}
