// How much a reply resembles what was said lately, by the bot itself or by its peers (T5).

export interface Recent {
  own: readonly string[]
  peers: readonly string[]
}

/** Weight of the shortest text of a peer that ours can repeat: "ok" and "好的" are everybody's. */
const leastSubstance = 16

/** The nearest of the recent texts. A text that stands whole within a longer one adds nothing to it: 1. */
export function nearest(text: string, { own, peers }: Recent): { similarity: number; like?: 'own' | 'peer' } {
  const substantial = peers.filter((other) => substance(fingerprint(other)) >= leastSubstance)
  const [toOwn, toPeers] = [own, substantial].map((texts) => (saysAll(texts, text) ? 1 : similarity(text, texts)))
  const most = Math.max(toOwn ?? 0, toPeers ?? 0)
  if (most === 0) return { similarity: 0 }
  return { similarity: most, like: most === toOwn ? 'own' : 'peer' }
}

/** 0–1: 1 for the same fingerprint as one of `recent`, else the best Dice coefficient of character pairs. */
export function similarity(text: string, recent: readonly string[]): number {
  const own = fingerprint(text)
  if (own === '') return 0
  return Math.max(0, ...recent.map((other) => likeness(own, fingerprint(other))))
}

/** Letters, digits and emoji only, NFKC, lower case: what punctuation, spaces and invisible characters cannot change. */
export function fingerprint(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^[\p{L}\p{N}\p{M}\p{ExtPict}\p{RI}]--\p{DI}]/gv, '')
}

function saysAll(texts: readonly string[], text: string): boolean {
  const own = fingerprint(text)
  return substance(own) >= leastSubstance && texts.some((other) => fingerprint(other).includes(own))
}

/** A sign that is a word or a syllable of its own weighs as two letters. */
function substance(print: string): number {
  return (
    Array.from(print).length +
    (print.match(/[\p{Script=Han}\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]/gu)?.length ?? 0)
  )
}

function likeness(a: string, b: string): number {
  if (a === b) return 1
  const left = pairs(a)
  const unmatched = new Map<string, number>()
  for (const pair of left) unmatched.set(pair, (unmatched.get(pair) ?? 0) + 1)
  const right = pairs(b)
  let shared = 0
  for (const pair of right) {
    const count = unmatched.get(pair) ?? 0
    if (count === 0) continue
    unmatched.set(pair, count - 1)
    shared += 1
  }
  return shared === 0 ? 0 : (2 * shared) / (left.length + right.length)
}

function pairs(text: string): string[] {
  const characters = Array.from(text)
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}
