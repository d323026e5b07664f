// Chance that a seed repeats: numbers, choices, spans.
import { draw } from '../../machines/rules/random.ts'

export type Random = ReturnType<typeof seeded>

export function seeded(seed: number) {
  let state = seed
  const number = (): number => {
    const drawn = draw(state)
    state = drawn.seed
    return drawn.value
  }
  return {
    /** 0 ≤ number < 1 */
    number,
    chance: (share: number): boolean => number() < share,
    between: (least: number, most: number): number => least + Math.floor(number() * (most - least + 1)),
    one: <T>(from: readonly T[]): T => from[Math.floor(number() * from.length)] as T,
  }
}
