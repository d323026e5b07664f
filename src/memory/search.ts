// Ranks the stored lines of one group by what they share with a question: rare words count most, as in BM25.
import { fold } from '../language/names.ts'
import type { MemoryStore, Place, StoredLine } from '../store/memory.ts'
import { isNumber, searchTerms } from '../store/search-terms.ts'
import type { Hits, TalkIndex } from '../store/talk-index.ts'
import type { PastQuestion } from './question.ts'
import type { Span } from './times.ts'

export interface Found {
  line: StoredLine
  score: number
  /** Share of the question's words that the line has, by weight: 0–1. */
  share: number
}

export interface Search extends Place {
  question: PastQuestion
  /** Its whole text, for names. */
  text: string
  asker: string
  /** The bot's own id in the group. */
  ownId: string
  now: number
  /** Lines that are not looked at: shown elsewhere, or forgotten. */
  skips: (line: StoredLine) => boolean
}

/** Most lines looked up for a word, and most lines weighed for a question: no search grows with the store. */
const hitsATerm = 80
const mostWeighed = 80
const mostTerms = 24
const dayMs = 24 * 60 * 60_000
/** A store of this many lines makes a word that stands in one of them worth ln(2 001). */
const usualLines = 2_000

/** The lines that have something of the question, best first. */
export function searchLines(store: MemoryStore, index: TalkIndex, search: Search): Found[] {
  const { group, question, skips } = search
  const hits = index.search(group, question.terms.slice(0, mostTerms), hitsATerm)
  const weights = new Map(hits.map((hit) => [hit.term, weightOf(hit)]))
  const most = hits.reduce((sum, { term }) => sum + (weights.get(term) ?? 0), 0)
  const found = [...sums(hits, weights)]
    .toSorted(([rowA, a], [rowB, b]) => b - a || rowB - rowA)
    .slice(0, mostWeighed)
    .flatMap(([row, sum]): Found[] => {
      const line = store.lineAt(group, row)
      return line && !skips(line) ? [{ line, share: sum / most, score: sum * leaning(line, search) }] : []
    })
  // "What did we talk about yesterday?" has no word to search for.
  const told = found.length > 0 || !question.span || most > 0 ? [] : saidThen(store, search, question.span)
  return [...found, ...told].toSorted((a, b) => b.score - a.score || b.line.ts - a.line.ts)
}

function sums(hits: readonly Hits[], weights: ReadonlyMap<string, number>): Map<number, number> {
  const rows = new Map<number, number>()
  for (const { term, rows: at } of hits) {
    for (const row of at) rows.set(row, (rows.get(row) ?? 0) + (weights.get(term) ?? 0))
  }
  return rows
}

const weightOf = ({ term, estimate }: Hits): number =>
  Math.log(1 + usualLines / (1 + estimate)) * (isNumber(term) ? 1.3 : 1)

/** What beside its words speaks for a line: whose it is, when it was said, and that it is short. */
function leaning(line: StoredLine, { question, text, asker, ownId, now }: Search): number {
  const { said, span } = question
  const own = line.sender === ownId
  const isNamed = !own && line.name.length > 1 && fold(text).includes(fold(line.name))
  const whose = said === 'bot' && own ? 1.6 : said === 'asker' && line.sender === asker ? 1.6 : isNamed ? 1.4 : 1
  const when = span ? (isIn(line, span) ? 1.8 : 0.7) : 1
  const length = 1 / (0.7 + 0.3 * Math.min(4, searchTerms(line.text).size / 12))
  const age = Math.max(0, now - line.ts) / dayMs
  // A question is seldom its own answer.
  const asks = /[?？吗呢]\s*$/u.test(line.text) ? 0.8 : 1
  return whose * when * length * asks * (1 + 0.1 / (1 + age))
}

const isIn = ({ ts }: StoredLine, { from, to }: Span): boolean => ts >= from && ts < to

const saidThen = (store: MemoryStore, search: Search, span: Span): Found[] =>
  store
    .within(search.group, span, hitsATerm)
    .filter((line) => !search.skips(line) && searchTerms(line.text).size > 2)
    .map((line) => ({ line, share: 0, score: 0.1 * leaning(line, search) * Math.min(12, searchTerms(line.text).size) }))
