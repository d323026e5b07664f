// Figures as the benchmarks hand them on: a value, what it is measured against, and what is aimed at.

export interface Figure {
  /** Ends in its unit: `startCpuSeconds`. */
  name: string
  value: number
  baseline: number
  /** What the baseline is, in words. */
  against: string
  aim?: Aim
}

/** A bound on the value itself, or on value / baseline. */
export interface Aim {
  of: 'value' | 'ratio'
  atMost?: number
  atLeast?: number
}

/** Every part of the benchmark is a program that ends with its figures as one JSON line. */
export const report = (figures: Figure[]): void => void process.stdout.write(`${JSON.stringify(figures)}\n`)

export const ratioOf = ({ value, baseline }: Figure): number => value / baseline

export function isMet(figure: Figure): boolean | undefined {
  const { aim, value } = figure
  if (!aim) return undefined
  const measured = aim.of === 'value' ? value : ratioOf(figure)
  return measured <= (aim.atMost ?? Infinity) && measured >= (aim.atLeast ?? -Infinity)
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value that a share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Medians of both sides, run in turns so that other load on the machine meets both. */
export function paired<T>(rounds: number, a: () => T, b: () => T): { a: T[]; b: T[] } {
  const results: { a: T[]; b: T[] } = { a: [], b: [] }
  for (let round = 0; round < rounds; round += 1) {
    results.a.push(a())
    results.b.push(b())
  }
  return results
}
