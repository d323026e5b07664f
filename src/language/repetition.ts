// How much a reply resembles what was said lately, by the bot itself or by its peers (T5).
import { LRUCache } from 'lru-cache'

export interface Recent {
  own: readonly string[]
  peers: readonly string[]
}

/** Weight of the shortest text of a peer that ours can repeat: "ok" and "好的" are everybody's. */
const leastSubstance = 16

/** The nearest of the recent texts. A text that stands whole within a longer one adds nothing to it: 1. */
export function nearest(text: string, { own, peers }: Recent): { similarity: number; like?: 'own' | 'peer' } {
  const said = takenApart(text)
  const ofPeers = peers.map(recalled).filter(({ print }) => substance(print) >= leastSubstance)
  const [toOwn, toPeers] = [own.map(recalled), ofPeers].map((others) =>
    saysAll(others, said.print) ? 1 : likenessOf(said, others),
  )
  const most = Math.max(toOwn ?? 0, toPeers ?? 0)
  if (most === 0) return { similarity: 0 }
  return { similarity: most, like: most === toOwn ? 'own' : 'peer' }
}

/** 0–1: 1 for the same fingerprint as one of `recent`, else the best Dice coefficient of character pairs. */
export const similarity = (text: string, recent: readonly string[]): number => similarityTo(recent)(text)

/** The same for several texts: `recent` is taken apart once. */
export function similarityTo(recent: readonly string[]) {
  const others = recent.map(recalled)
  return (text: string): number => (others.length === 0 ? 0 : likenessOf(takenApart(text), others))
}

// The texts of one talk come back with every reply; long ones would fill the memory.
const apart = new LRUCache<string, Pairs>({ max: 300 })
/** UTF-16 units. */
const longestKept = 600

function recalled(text: string): Pairs {
  if (text.length > longestKept) return takenApart(text)
  let pairs = apart.get(text)
  if (!pairs) apart.set(text, (pairs = takenApart(text)))
  return pairs
}

const takenApart = (text: string): Pairs => pairsOf(fingerprint(text))

/** Letters, digits and emoji only, NFKC, lower case: what punctuation, spaces and invisible characters cannot change. */
export function fingerprint(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^[\p{L}\p{N}\p{M}\p{ExtPict}\p{RI}]--\p{DI}]/gv, '')
}

const saysAll = (others: readonly Pairs[], print: string): boolean =>
  substance(print) >= leastSubstance && others.some((other) => other.print.includes(print))

/** A sign that is a word or a syllable of its own weighs as two letters. */
function substance(print: string): number {
  return (
    Array.from(print).length +
    (print.match(/[\p{Script=Han}\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]/gu)?.length ?? 0)
  )
}

/** A fingerprint, and how often each pair of neighbours stands in it. */
interface Pairs {
  print: string
  counts: ReadonlyMap<string, number>
  total: number
}

function pairsOf(print: string): Pairs {
  const characters = Array.from(print)
  const counts = new Map<string, number>()
  for (let at = 1; at < characters.length; at += 1) {
    const pair = `${characters[at - 1]}${characters[at]}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return { print, counts, total: Math.max(0, characters.length - 1) }
}

function likenessOf(own: Pairs, others: readonly Pairs[]): number {
  if (own.print === '') return 0
  let most = 0
  for (const other of others) {
    if (other.print === own.print) return 1
    // What could not be nearer even if it had all our pairs is not compared.
    if (dice(Math.min(own.total, other.total), own, other) > most) most = Math.max(most, likeness(own, other))
  }
  return most
}

function likeness(a: Pairs, b: Pairs): number {
  let shared = 0
  for (const [pair, count] of a.counts) shared += Math.min(count, b.counts.get(pair) ?? 0)
  return dice(shared, a, b)
}

const dice = (shared: number, a: Pairs, b: Pairs): number => (shared === 0 ? 0 : (2 * shared) / (a.total + b.total))
