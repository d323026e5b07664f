// The report of a soak as a person reads it in a terminal.
import { styleText } from 'node:util'
import type { Check } from './end-checks.ts'
import type { Line, SoakReport } from './lines.ts'
import { medianOf } from './slope.ts'
import type { TrendLine } from './trends.ts'

const barWidth = 32
const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
const shownProblems = 5

export function reportText(report: SoakReport): string {
  const { figures, trends, result } = report
  return [
    headText(report),
    table(['figure', 'measured', 'bound', '', 'from warm-up to end'], figures.map(figureRow)),
    table(['slope a minute', 'measured', 'counts as flat', '', 'from … to'], trends.map(trendRow)),
    ['correctness', ...result.checks.flatMap(checkLines)].join('\n'),
  ].join('\n\n')
}

function headText({ options, machine, result }: SoakReport): string {
  const { rate, minutes, rooms, bots, policy, seed, faults } = options
  const kills = result.incidents.filter(({ kind }) => kind === 'kill')
  const moved = result.incidents.filter(({ setMs, sleptMs }) => setMs !== 0 || sleptMs !== 0)
  const wrong = countsText(result.provider.faults)
  const again = countsText(result.failedTries)
  const late = Math.max(0, ...kills.map(({ readyMs = 0 }) => readyMs))
  return [
    `Soak: ${rate} messages/s for ${minutes} min over ${rooms} rooms with ${bots} bots each, policy ${policy}, seed ${seed}`,
    `Node ${machine.node}, ${machine.cpus} CPUs, load ${machine.load.toFixed(1)} over five minutes`,
    `processors ${options.awake ? 'kept awake' : 'as they are'}: after a rest of 10 ms a piece of work takes ${result.wakingFactor.toFixed(1)} × the CPU time that it takes in one go`,
    `${result.acknowledged} posts acknowledged, ${again ? `tried again after ${again}` : 'each at the first try'} · ${result.provider.calls} model calls, ${result.provider.served} tokens served`,
    `${kills.length} kills${kills.length > 0 ? ` (back within ${Math.round(late)} ms)` : ''}, clocks moved ${moved.length} times, ${Math.round(faults * 100)} % of the calls go wrong${wrong && `: ${wrong}`}`,
  ].join('\n')
}

const countsText = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([what, n]) => `${what} ${n}`)
    .join(', ')

type Row = [name: string, measured: string, bound: string, verdict: string, course: string]

function figureRow({ name, value, unit, atMost, atLeast, isKept, course }: Line): Row {
  const bound = atMost === undefined ? atLeast && `≥ ${short(atLeast)}` : `≤ ${short(atMost)}`
  return [name, `${short(value)} ${unit}`, bound ? `${bound} ${unit}` : '', verdict(isKept), bar(course)]
}

function trendRow({ name, unit, perMinute, plusMinus, tolerance, trend, from, to, course }: TrendLine): Row {
  const measured = `${perMinute < 0 ? '' : '+'}${short(perMinute)} ± ${short(plusMinus)} ${unit}`
  const bound = tolerance === undefined ? '' : `≤ ${short(tolerance)} ${unit}`
  return [
    name,
    measured,
    bound,
    trend ? styleText(colours[trend], trend) : '',
    `${bar(course)}  ${short(from)} → ${short(to)}`,
  ]
}

const colours = { flat: 'green', grows: 'red', unclear: 'yellow' } as const

function checkLines({ name, found, problems }: Check): string[] {
  const more = problems.length - shownProblems
  return [
    `  ${verdict(problems.length === 0)}  ${name}${found ? `: ${found}` : ''}`,
    ...problems.slice(0, shownProblems).map((problem) => `          ${problem}`),
    ...(more > 0 ? [`          … and ${more} more`] : []),
  ]
}

function verdict(isGood: boolean | undefined): string {
  if (isGood === undefined) return ''
  return isGood ? styleText('green', 'ok') : styleText('red', 'not ok')
}

function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => widthOf(row[column] ?? ''))))
  const line = (row: Row): string =>
    row
      .map((cell, i) => (i === 1 || i === 2 ? padStart(cell, widths[i]) : padEnd(cell, widths[i])))
      .join('  ')
      .trimEnd()
  return [styleText('bold', line(head)), ...rows.map(line)].join('\n')
}

// oxlint-disable-next-line no-control-regex -- colours take no room
const widthOf = (cell: string): number => cell.replaceAll(/\u001B\[\d+m/g, '').length
const padEnd = (cell: string, width = 0): string => cell + ' '.repeat(width - widthOf(cell))
const padStart = (cell: string, width = 0): string => ' '.repeat(width - widthOf(cell)) + cell

function short(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : '∞'
  return Math.abs(value) >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}

/** The course of a figure, medians of parts, from its least to its most. */
export function bar(course: readonly number[]): string {
  const size = Math.max(1, Math.ceil(course.length / barWidth))
  const parts = Array.from({ length: Math.ceil(course.length / size) }, (_, i) =>
    medianOf(course.slice(i * size, (i + 1) * size)),
  )
  const least = Math.min(...parts)
  const span = Math.max(...parts) - least
  return parts.map((part) => bars[span === 0 ? 0 : Math.round(((part - least) / span) * (bars.length - 1))]).join('')
}
