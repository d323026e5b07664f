// A row of the tape with other words for its numbers: each store numbers them by itself, and between stores they stand in full.
import { isWholeRecord } from '../../store/tape-rows.ts'

type Word = number | string
type Verdict = [
  turn: number,
  gate: Word,
  outcome: Word,
  why: Word,
  messages?: unknown,
  tokens?: unknown,
  ...rest: unknown[],
]
interface Change {
  a?: Word[]
  t?: Word[]
  l?: Word[]
  p?: [Word, ...unknown[]]
}

/** What others said, and other models, stand where a name may stand, too. */
const isMark = (name: unknown): boolean => name === '"' || name === '['

/** `led` of a row, as `src/store/tape-codec.ts` packs it. Throws when it cannot be read. */
export function reworded(led: string, word: (given: Word) => Word): string {
  // Of an older version: there are no numbers in it.
  if (isWholeRecord(led)) return led
  const [type, took, verdicts, change] = JSON.parse(led) as [Word, Word[], Verdict[] | 0, Change?]
  const told = verdicts === 0 ? verdicts : verdicts.map((verdict) => verdictIn(verdict, word))
  return JSON.stringify([word(type), took.map(word), told, ...(change ? [changeIn(change, word)] : [])])
}

function verdictIn([turn, gate, outcome, why, ...others]: Verdict, word: (given: Word) => Word): unknown[] {
  const [messages, tokens, ...pairs] = others
  const numbers = pairs.map((each, n) => (n % 2 === 0 && !isMark(each) ? word(each as Word) : each))
  return [turn, word(gate), word(outcome), word(why), ...[messages, tokens].slice(0, others.length), ...numbers]
}

function changeIn(change: Change, word: (given: Word) => Word): Change {
  const { a, t, l, p } = change
  return {
    ...change,
    ...(a && { a: a.map(word) }),
    ...(t && { t: t.map((each, n) => (n % 2 === 0 ? word(each) : each)) }),
    ...(l && { l: l.map((each, n) => (n % 4 === 0 ? word(each) : each)) }),
    ...(p && { p: [word(p[0]), ...p.slice(1)] as [Word, ...unknown[]] }),
  }
}
