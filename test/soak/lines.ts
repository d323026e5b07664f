// What a soak found, line by line: a figure, its bound, and whether it keeps to it.
import { availableParallelism, loadavg } from 'node:os'
import { quantile } from '../bench/figures.ts'
import type { Sample } from './samples.ts'
import { medianOf } from './slope.ts'
import type { SoakOptions, SoakResult } from './soak-run.ts'
import { diskPoints, longestLife, type TrendLine, trendsOf } from './trends.ts'

export interface Line {
  name: string
  value: number
  unit: string
  atMost?: number
  atLeast?: number
  /** Absent: the figure has no bound, or was not measured. */
  isKept?: boolean
  /** Second after second. */
  course: number[]
}

export interface SoakReport {
  options: SoakOptions
  machine: { node: string; cpus: number; load: number }
  figures: Line[]
  trends: TrendLine[]
  result: SoakResult
}

const mb = 1_024 * 1_024
export function soakReport(options: SoakOptions, result: SoakResult): SoakReport {
  const steady = result.samples.filter(({ at }) => at > options.warmUpS)
  return {
    options,
    machine: { node: process.version, cpus: availableParallelism(), load: loadavg()[1] ?? 0 },
    figures: figuresOf(options, result, steady),
    trends: trendsOf(longestLife(result.samples, options.warmUpS)),
    result,
  }
}

export const areFiguresKept = ({ figures, trends }: SoakReport): boolean =>
  figures.every(({ isKept }) => isKept !== false) && trends.every(({ trend = 'flat' }) => trend === 'flat')

function figuresOf(options: SoakOptions, result: SoakResult, steady: readonly Sample[]): Line[] {
  const { latencies, provider, acknowledged } = result
  const of = (take: (sample: Sample) => number | undefined): number[] => steady.flatMap((each) => take(each) ?? [])
  const posts = sum(of((each) => each.posts))
  const seconds = sum(of((each) => each.spanS))
  const perMessage = (each: Sample): number | undefined => (each.posts > 0 ? each.cpuMs / each.posts : undefined)
  const disk = diskPoints(longestLife(result.samples, options.warmUpS)).map(({ value }) => value)
  const line = (name: string, unit: string, value: number, course: number[], bound: Partial<Line> = {}): Line => ({
    name,
    unit,
    value,
    ...bound,
    ...keeps(value, bound),
    course,
  })
  const changeS = options.prune > 1 ? changeOf(options) : Infinity
  const cpu = (name: string, isIn: (at: number) => boolean, bound?: Partial<Line>): Line => {
    const part = steady.filter(({ at }) => isIn(at))
    const course = part.flatMap((each) => perMessage(each) ?? [])
    return line(name, 'ms', sum(part.map((each) => each.cpuMs)) / sum(part.map((each) => each.posts)), course, bound)
  }
  return [
    line(
      'posts acknowledged',
      '/s',
      posts / seconds,
      of(({ posts: n, spanS }) => n / spanS),
      {
        atLeast: 0.98 * options.rate,
      },
    ),
    line(
      'post, median',
      'ms',
      quantile(latencies, 0.5),
      of((each) => each.postMedianMs),
      { atMost: 10 },
    ),
    line('post, 95 %', 'ms', quantile(latencies, 0.95), []),
    line(
      'post, 99 %',
      'ms',
      quantile(latencies, 0.99),
      of((each) => each.postP99Ms),
      { atMost: 100 },
    ),
    cpu('CPU a message', (at) => at <= changeS, { atMost: 6 }),
    // It starts anew, and removes within a minute or two what the first part wrote in ten times as long.
    ...(options.prune > 1 ? [cpu('CPU a message, start and pruning', (at) => at > changeS)] : []),
    line('disk a message', 'bytes', medianOf(disk), disk, { atMost: 4_096 }),
    line(
      'whole store a message',
      'bytes',
      (result.storeMb * mb) / Math.max(1, acknowledged),
      of((each) => each.fileMb),
    ),
    line('model calls a message', '', provider.calls / Math.max(1, acknowledged), []),
    line(
      'event loop late, mean',
      'ms',
      medianOf(of((each) => each.delayMeanMs)),
      of((each) => each.delayMeanMs),
    ),
    line(
      'event loop late, worst',
      'ms',
      Math.max(0, ...of((each) => each.delayMaxMs)),
      of((each) => each.delayMaxMs),
    ),
    line(
      'timers late, 99 %',
      'ms',
      quantile(
        of((each) => each.overdueMs),
        0.99,
      ),
      of((each) => each.overdueMs),
    ),
    ...(options.prune === 1
      ? [
          line(
            'pruning behind',
            's',
            Math.max(0, ...of((each) => each.pruneLagMs)) / 1_000,
            of((each) => each.pruneLagMs),
            { atMost: 120 },
          ),
        ]
      : []),
    ...(options.prune > 1
      ? [
          line(
            'pruned, times as fast as written',
            '',
            timesPruned(options, result.samples),
            result.samples.map((each) => each.pruneLagMs),
            { atLeast: options.prune },
          ),
        ]
      : []),
    line(
      'memory, most',
      'MB',
      Math.max(0, ...of((each) => each.rssMb)),
      of((each) => each.rssMb),
    ),
    line(
      'WAL, most',
      'MB',
      Math.max(0, ...of((each) => each.walMb)),
      of((each) => each.walMb),
    ),
    line(
      'this harness late, 99 %',
      'ms',
      quantile(
        of((each) => each.harnessLagMs),
        0.99,
      ),
      of((each) => each.harnessLagMs),
    ),
  ]
}

/** How long the first part wrote, by how long it took until nothing of it was left; 0: something was to the end. */
function timesPruned(options: SoakOptions, samples: readonly Sample[]): number {
  const changeS = changeOf(options)
  const behind = samples.findLast(({ pruneLagMs }) => pruneLagMs > 0)
  const gone = behind && samples.find(({ at }) => at > behind.at)
  return gone ? changeS / (gone.at - changeS) : 0
}

/** When the first part ends, s. */
const changeOf = ({ minutes, prune }: SoakOptions): number => (minutes * 60 * prune) / (prune + 1)

function keeps(value: number, { atMost, atLeast }: Partial<Line>): Pick<Line, 'isKept'> {
  if ((atMost === undefined && atLeast === undefined) || Number.isNaN(value)) return {}
  return { isKept: value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) }
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
