// Counts of right and wrong answers, their rates, and sums over several bots.

/** hits: said yes and was right · wrong: said yes and was not · missed: should have said yes. */
export type Score = { hits: number; wrong: number; missed: number }

export interface Rates {
  precision: number | null
  recall: number | null
  f1: number | null
}

export const makeScore = (): Score => ({ hits: 0, wrong: 0, missed: 0 })

export function note(score: Score, said: boolean, right: boolean): void {
  if (said && right) score.hits += 1
  else if (said) score.wrong += 1
  else if (right) score.missed += 1
}

export function ratesOf({ hits, wrong, missed }: Score): Rates {
  return {
    precision: ratio(hits, hits + wrong),
    recall: ratio(hits, hits + missed),
    f1: ratio(2 * hits, 2 * hits + wrong + missed),
  }
}

/** To four places; null where nothing was counted. */
export const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000

export const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

export type Counts = { [name: string]: number | null | Counts }

/** Adds number to number, name by name. */
export function sumOf<T extends Counts>(all: readonly T[]): T {
  const total: Counts = {}
  for (const counts of all) add(total, counts)
  return total as T
}

function add(total: Counts, counts: Counts): void {
  for (const [name, value] of Object.entries(counts)) {
    const before = total[name]
    if (typeof value === 'number') total[name] = value + (typeof before === 'number' ? before : 0)
    else if (value === null) total[name] ??= null
    else {
      const inner = typeof before === 'object' && before !== null ? before : {}
      add(inner, value)
      total[name] = inner
    }
  }
}
