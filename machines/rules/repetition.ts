// How much a reply resembles what the bot said lately (T5).

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
