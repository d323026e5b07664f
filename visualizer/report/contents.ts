// What each plot of a group shows: its series, their values for the buckets in view, and how they are told.
import type { GroupSeries } from '../../src/lab/replay/report-contract.ts'
import { spanText } from '../time-text.ts'
import { vitalities } from '../turn-state.ts'
import { callWords } from '../why/call-words.ts'
import type { Words } from '../words.ts'
import { type Axis, lastBefore } from './axis.ts'
import { type Buckets, heldIn, highest, slidingSums, summed, timesOf } from './course.ts'
import { numberText, type PlotName, reportWords } from './report-words.ts'

type Look = 'bars' | 'left' | 'right' | 'line' | 'dashed' | 'none'

export interface Series {
  name: string
  /** A variable of the style sheet. */
  colour: string
  look: Look
  of(buckets: Buckets): (number | null)[]
  text(value: number): string
}

export interface Content {
  name: PlotName
  height: number
  series: Series[]
  stacked?: true
  /** On the y scale. */
  limit?: number
  axisText(value: number): string
}

/** Variables of the style sheet, by run. */
export const runTones = ['cool', 'wait']
const windows = ['short', 'medium', 'long'] as const
const windowColours = { short: 'hot', medium: 'wait', long: 'cool' }
const callKinds = [
  ['d', 'decide', 'think'],
  ['r', 'rejudge', 'wait'],
  ['c', 'compose', 'send'],
] as const
const percent = (value: number): string => `${Math.round(value)} %`

/** `names`: of the runs. */
export function contentsOf(group: GroupSeries, axis: Axis, names: readonly string[], words: Words): Content[] {
  const w = reportWords[words.lang]
  const span = (ms: number): string => spanText(ms, words.lang)
  const start = group.stretches[0]?.[0] ?? 0
  const isPair = names.length > 1
  const placesOf = (steps: readonly number[]): number[] => timesOf(steps, start).map(axis.placeOf)
  const label = (run: string, what: string): string => (isPair ? `${run}: ${what}` : what)
  const said = placesOf(group.messages.at)
  const runs = group.runs.map((run, i) => ({
    ...run,
    name: isPair ? (names[i] ?? '') : '',
    colour: runTones[i] ?? '',
    look: (isPair ? (i === 0 ? 'left' : 'right') : 'bars') satisfies Look as Look,
  }))

  const budget = (what: 'messages' | 'tokens'): Content => ({
    name: what === 'messages' ? 'budgetMessages' : 'budgetTokens',
    height: 130,
    limit: 100,
    axisText: percent,
    series: runs.flatMap(({ name, limits, sends, calls }, i) =>
      windows.map((window): Series => {
        const { durationMs, maxMessages, maxTokens } = limits[`${window}Window`]
        const most = Math.max(1, what === 'messages' ? maxMessages : maxTokens)
        const amount = what === 'messages' ? () => 1 : (n: number) => calls.tokens[n] ?? 0
        const at = timesOf(what === 'messages' ? sends.at : calls.at, start)
        const course = slidingSums(at, amount, durationMs)
        return {
          name: label(name, `${w.windows[window]} (${span(durationMs)})`),
          colour: windowColours[window],
          look: i === 0 ? 'line' : 'dashed',
          of: (buckets) => heldIn(course, axis, buckets).map((used) => (used / most) * 100),
          text: (value) => `${w.of(numberText((value * most) / 100), numberText(most))} (${percent(value)})`,
        }
      }),
    ),
  })

  const vitality = runs.map(({ name, vitality: { at, state } }): Series => {
    const changes = timesOf(at, start)
    const stateAt = (time: number): number => Number(state[lastBefore(changes, time)] ?? 0)
    return {
      name: name || w.plots.vitality,
      colour: 'live',
      look: 'none',
      of: ({ from, step, count }) =>
        Array.from({ length: count }, (_, i) => stateAt(axis.timeOf(from + (i + 0.5) * step))),
      text: (value) => vitalities[value] ?? '',
    }
  })

  const counted = (name: string, colour: string, look: Look, at: readonly number[], is = (_: number) => 1): Series => ({
    name,
    colour,
    look,
    of: (buckets) => summed(at, buckets, is),
    text: numberText,
  })

  return [
    { name: 'vitality', height: isPair ? 74 : 46, axisText: numberText, series: vitality },
    {
      name: 'talk',
      height: 150,
      axisText: numberText,
      series: [
        counted(w.others, 'line2', 'bars', said),
        counted(w.mentions, 'think', 'bars', said, (i) => Number(group.messages.mentioned[i])),
      ],
    },
    {
      name: 'replies',
      height: 100,
      axisText: numberText,
      series: runs.map(({ name, sends, colour, look }) =>
        counted(name || w.figures.replies, isPair ? colour : 'send', look, placesOf(sends.at)),
      ),
    },
    {
      name: 'calls',
      height: 130,
      axisText: numberText,
      ...(!isPair && { stacked: true as const }),
      series: runs.flatMap(({ name, calls, colour, look }) => {
        const at = placesOf(calls.at)
        if (isPair) return counted(label(name, w.calls), colour, look, at)
        return callKinds.map(([letter, kind, tone]) =>
          counted(callWords[words.lang].callKinds[kind], tone, look, at, (i) => Number(calls.kind[i] === letter)),
        )
      }),
    },
    budget('messages'),
    budget('tokens'),
    {
      name: 'wait',
      height: 120,
      axisText: span,
      series: runs.map(({ name, waits, colour, look }) => {
        const at = placesOf(waits.at)
        return { name: name || w.wait, colour, look, of: (buckets) => highest(at, waits.ms, buckets), text: span }
      }),
    },
  ]
}
