// Whether a figure grows with time: a straight line through it that outliers hardly move, and how sure its slope is.

export interface Slope {
  /** Per minute, in the figure's unit. */
  perMinute: number
  /** 95 % lie within ± this; infinite where too little was measured. */
  plusMinus: number
  /** Where the line begins and ends. */
  from: number
  to: number
}

export interface Point {
  /** s */
  at: number
  value: number
}

export type Trend = 'flat' | 'grows' | 'unclear'

const fewestBlocks = 8
const mostBlocks = 60
const shortestBlock = 5
const rounds = 20
/** Tukey's: a residual of so many scales counts nothing. */
const reach = 4.685

/** Least squares with Tukey's weights over the medians of blocks of seconds. */
export function slopeOf(points: readonly Point[]): Slope {
  const blocks = blocksOf(points)
  if (blocks.length < 2)
    return {
      perMinute: 0,
      plusMinus: Infinity,
      from: blocks[0]?.value ?? Number.NaN,
      to: blocks[0]?.value ?? Number.NaN,
    }
  let weights = blocks.map(() => 1)
  let line = fit(blocks, weights)
  for (let round = 0; round < rounds; round += 1) {
    const residuals = blocks.map(({ at, value }) => value - line.base - line.slope * at)
    const scale = medianOf(residuals.map(Math.abs)) / 0.6745
    if (scale === 0) break
    weights = residuals.map((residual) => Math.max(0, 1 - (residual / (reach * scale)) ** 2) ** 2)
    line = fit(blocks, weights)
  }
  const { base, slope } = line
  const at = (second: number): number => base + slope * second
  return {
    perMinute: slope * 60,
    plusMinus: blocks.length < fewestBlocks ? Infinity : 60 * doubtOf(blocks, weights, line),
    from: at(blocks[0]?.at ?? 0),
    to: at(blocks.at(-1)?.at ?? 0),
  }
}

/** `grows`, `flat`: surely more, surely not more than `tolerance` a minute. */
export function trendOf({ perMinute, plusMinus }: Slope, tolerance: number): Trend {
  if (perMinute - plusMinus > tolerance) return 'grows'
  return perMinute + plusMinus <= tolerance ? 'flat' : 'unclear'
}

function blocksOf(points: readonly Point[]): Point[] {
  const size = Math.max(shortestBlock, Math.ceil(points.length / mostBlocks))
  const starts = Array.from({ length: Math.floor(points.length / size) }, (_, block) => block * size)
  return starts.map((start) => {
    const block = points.slice(start, start + size)
    return { at: block.reduce((sum, { at }) => sum + at, 0) / size, value: medianOf(block.map(({ value }) => value)) }
  })
}

interface Line {
  base: number
  slope: number
  /** Weighted spread of the times. */
  spread: number
}

function fit(points: readonly Point[], weights: readonly number[]): Line {
  const weight = (i: number): number => weights[i] ?? 0
  const sum = (of: (point: Point, i: number) => number): number =>
    points.reduce((total, point, i) => total + weight(i) * of(point, i), 0)
  const all = sum(() => 1)
  const middle = sum(({ at }) => at) / all
  const mean = sum(({ value }) => value) / all
  const spread = sum(({ at }) => (at - middle) ** 2)
  const slope = spread === 0 ? 0 : sum(({ at, value }) => (at - middle) * (value - mean)) / spread
  return { base: mean - slope * middle, slope, spread }
}

/** What comes one after the other is alike: neighbours count for less than strangers would. */
function doubtOf(points: readonly Point[], weights: readonly number[], { base, slope, spread }: Line): number {
  const residuals = points.map(({ at, value }, i) => Math.sqrt(weights[i] ?? 0) * (value - base - slope * at))
  const squares = residuals.reduce((sum, each) => sum + each ** 2, 0)
  const neighbours = residuals.slice(1).reduce((sum, each, i) => sum + each * (residuals[i] ?? 0), 0)
  const alike = squares === 0 ? 0 : Math.min(0.9, Math.max(0, neighbours / squares))
  const free = Math.max(1, weights.reduce((sum, each) => sum + each, 0) - 2)
  const error = Math.sqrt(squares / free / Math.max(spread, Number.MIN_VALUE))
  return 2 * error * Math.sqrt((1 + alike) / (1 - alike))
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return ((sorted[sorted.length - 1 - half] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2
}
