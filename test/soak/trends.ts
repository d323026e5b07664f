// Which figures grow while the load stays the same: memory, handles, WAL, disk, delay.
import type { Sample } from './samples.ts'
import { type Point, type Slope, slopeOf, type Trend, trendOf } from './slope.ts'

export interface TrendLine extends Slope {
  name: string
  unit: string
  /** Growth a minute that counts as none; absent, and no `trend`: it is a part of the line above, and tells where that grows. */
  tolerance?: number
  trend?: Trend
  course: number[]
}

const mb = 1_024 * 1_024
/** Between two looks at what a message costs on disk, samples. */
const diskSpan = 10

export function trendsOf(life: readonly Sample[]): TrendLine[] {
  const points = (take: (sample: Sample) => number | undefined): Point[] =>
    life.flatMap((each) => {
      const value = take(each)
      return value === undefined ? [] : [{ at: each.at, value }]
    })
  const line = (name: string, unit: string, tolerance: number, of: Point[]): TrendLine => ({
    ...part(name, unit, of),
    tolerance,
    trend: trendOf(slopeOf(of), tolerance),
  })
  return [
    line(
      'memory (RSS)',
      'MB',
      1,
      points((each) => each.rssMb),
    ),
    part(
      '· heap, the most V8 took',
      'MB',
      points((each) => each.heapTakenMb),
    ),
    part(
      '· pages of files',
      'MB',
      points((each) => each.rssFilesMb),
    ),
    // The page cache of SQLite grows with the store, up to its bound.
    part(
      '· the rest',
      'MB',
      points(({ heapTakenMb, rssMb, rssFilesMb }) => heapTakenMb && rssMb - rssFilesMb - heapTakenMb),
    ),
    part(
      '· buffers among it',
      'MB',
      points((each) => each.externalMb),
    ),
    line(
      'heap after collections',
      'MB',
      1,
      points((each) => each.heapLiveMb),
    ),
    line(
      'handles',
      '',
      1,
      points((each) => each.handles),
    ),
    line(
      'open files',
      '',
      0.5,
      points((each) => each.fds),
    ),
    line(
      'WAL',
      'MB',
      0.25,
      points((each) => each.walMb),
    ),
    line('disk a message', 'bytes', 40, diskPoints(life)),
    line(
      'event loop late',
      'ms',
      0.1,
      points((each) => each.delayMeanMs),
    ),
    line(
      'post, median',
      'ms',
      0.1,
      points((each) => each.postMedianMs),
    ),
    line(
      'CPU a message',
      'ms',
      0.1,
      points((each) => (each.posts > 0 ? each.cpuMs / each.posts : undefined)),
    ),
  ]
}

/** A restart empties the memory: only one life of the service has a slope. Its beginning is not counted. */
export function longestLife(samples: readonly Sample[], warmUpS: number): Sample[] {
  const lives = [...Map.groupBy(samples, ({ life }) => life).values()]
  const longest = lives.toSorted((a, b) => b.length - a.length)[0] ?? []
  const begun = longest[0]?.at ?? 0
  const warm = longest.filter(({ at }) => at > begun + warmUpS)
  return warm.length >= longest.length / 3 ? warm : longest.slice(Math.floor(longest.length / 3))
}

export function diskPoints(life: readonly Sample[]): Point[] {
  return life.flatMap((each, i) => {
    const before = life[i - diskSpan]
    if (!before || i % diskSpan !== 0) return []
    const posts = sum(life.slice(i - diskSpan + 1, i + 1).map((one) => one.posts))
    return posts === 0 ? [] : [{ at: each.at, value: ((each.usedMb - before.usedMb) * mb) / posts }]
  })
}

function part(name: string, unit: string, of: Point[]): TrendLine {
  return { name, unit, ...slopeOf(of), course: of.map(({ value }) => value) }
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
