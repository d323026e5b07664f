// Sums, shares and counts by name, as the figures of every play need them.

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** To four places; null where nothing was counted. */
export const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000

export const count = (counts: Record<string, number>, name: string, times = 1): void => {
  counts[name] = (counts[name] ?? 0) + times
}

/** How often each name comes. */
export function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) count(counts, name)
  return counts
}

/** The value that so great a share of them do not exceed; undefined: there is none. */
export const atShare = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]

type Counts = { [name: string]: number | null | Counts }

/** Adds number to number, name by name. */
export function sumOf<T extends object>(all: readonly T[]): T {
  const total: Counts = {}
  for (const counts of all) add(total, counts as Counts)
  return total as T
}

function add(total: Counts, counts: Counts): void {
  for (const [name, value] of Object.entries(counts)) {
    const before = total[name]
    if (typeof value === 'number') total[name] = value + (typeof before === 'number' ? before : 0)
    else if (value === null) total[name] ??= null
    else add((total[name] = before ?? {}) as Counts, value)
  }
}
