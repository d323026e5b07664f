// Random numbers from a seed that is kept with the state (L7).

/** One draw of mulberry32: a number in [0, 1) and the seed of the next draw. */
export function draw(seed: number): { value: number; seed: number } {
  const next = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(next ^ (next >>> 15), 1 | next)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return { value: ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296, seed: next }
}

/** A seed from a name, so that every bot and group draws its own numbers (FNV-1a). */
export function seedOf(name: string, base = 0): number {
  let hash = 0x811c9dc5 ^ base
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash | 0
}
