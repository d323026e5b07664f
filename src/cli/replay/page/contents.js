// @ts-check
// What each plot of a group shows: its series, their values for the buckets in view, and how they are told.
import { highest, heldIn, lastBefore, slidingSums, summed, timesOf } from './course.js'
import { states } from './canvas.js'
import { spanText } from './words.js'

/** @typedef {import('../series.ts').ReportData} Data */
/** @typedef {Data['groups'][number]} Group */
/** @typedef {import('./words.js').Words} Words */
/** @typedef {import('./time.js').Axis} Axis */
/** @typedef {import('./course.js').Buckets} Buckets */
/** @typedef {(number | null)[]} Column */
/** @typedef {{ name: string, colour: string, look: 'bars' | 'left' | 'right' | 'line' | 'dashed' | 'none', of(buckets: Buckets): Column, text(value: number): string }} Series */
/**
 * @typedef {{ key: keyof Words['plots'], height: number, series: Series[], stacked?: true, limit?: number, axisText(value: number): string }} Content
 */

const windows = /** @type {const} */ (['short', 'medium', 'long'])
const callKinds = /** @type {const} */ ([
  ['d', 'decide'],
  ['r', 'rejudge'],
  ['c', 'compose'],
])

/** @param {Group} group @param {Axis} axis @param {readonly string[]} names of the runs @param {Words} w @returns {Content[]} */
export function contentsOf(group, axis, names, w) {
  const start = group.stretches[0]?.[0] ?? 0
  const isPair = names.length > 1
  /** @param {readonly number[]} steps */
  const times = (steps) => timesOf(steps, start)
  /** @param {readonly number[]} steps */
  const places = (steps) => times(steps).map(axis.placeOf)
  const said = places(group.messages.at)
  const runs = group.runs.map((run, i) => ({
    ...run,
    name: isPair ? `${names[i]}` : '',
    colour: i === 0 ? 'a' : 'b',
    look: /** @type {Series['look']} */ (isPair ? (i === 0 ? 'left' : 'right') : 'bars'),
  }))
  const count = (/** @type {number} */ value) => String(value)
  const percent = (/** @type {number} */ value) => `${Math.round(value)} %`
  /** @param {string} run @param {string} what */
  const label = (run, what) => (isPair ? `${run}: ${what}` : what)

  /** @param {'messages' | 'tokens'} what @returns {Content} */
  const budget = (what) => ({
    key: what === 'messages' ? 'budgetMessages' : 'budgetTokens',
    height: 130,
    limit: 100,
    axisText: percent,
    series: runs.flatMap(({ name, limits, sends, calls }, i) =>
      windows.map((window) => {
        const { durationMs, maxMessages, maxTokens } = limits[`${window}Window`]
        const most = what === 'messages' ? maxMessages : maxTokens
        const amount = what === 'messages' ? () => 1 : (/** @type {number} */ n) => calls.tokens[n] ?? 0
        const course = slidingSums(times(what === 'messages' ? sends.at : calls.at), amount, durationMs)
        return {
          name: label(name, `${w.windows[window]} (${spanText(durationMs, w)})`),
          colour: window,
          look: i === 0 ? 'line' : 'dashed',
          of: (/** @type {Buckets} */ b) => heldIn(course, axis, b).map((used) => (used / Math.max(1, most)) * 100),
          text: (/** @type {number} */ value) =>
            `${w.of(Math.round((value * Math.max(1, most)) / 100), most)} (${percent(value)})`,
        }
      }),
    ),
  })

  return [
    {
      key: 'vitality',
      height: isPair ? 74 : 52,
      axisText: count,
      series: runs.map(({ name, vitality }) => {
        const changes = times(vitality.at)
        return {
          name: name || w.plots.vitality,
          colour: 'active',
          look: 'none',
          of: ({ from, step, count: most }) =>
            Array.from({ length: most }, (_, i) =>
              Number(vitality.state[lastBefore(changes, axis.timeOf(from + (i + 0.5) * step))] ?? 0),
            ),
          text: (value) => states[value] ?? '',
        }
      }),
    },
    {
      key: 'talk',
      height: 150,
      axisText: count,
      series: [
        { name: w.others, colour: 'talk', look: 'bars', of: (b) => summed(said, b, () => 1), text: count },
        {
          name: w.mentions,
          colour: 'mention',
          look: 'bars',
          of: (b) => summed(said, b, (i) => Number(group.messages.mentioned[i])),
          text: count,
        },
      ],
    },
    {
      key: 'replies',
      height: 100,
      axisText: count,
      series: runs.map(({ name, sends, colour, look }) => {
        const at = places(sends.at)
        return { name: name || w.replies, colour, look, of: (b) => summed(at, b, () => 1), text: count }
      }),
    },
    {
      key: 'calls',
      height: 130,
      axisText: count,
      ...(isPair ? {} : { stacked: true }),
      series: runs.flatMap(({ name, calls, colour, look }) => {
        const at = places(calls.at)
        if (isPair) return { name: label(name, w.calls), colour, look, of: (b) => summed(at, b, () => 1), text: count }
        return callKinds.map(([letter, kind]) => ({
          name: w[kind],
          colour: kind,
          look,
          of: (b) => summed(at, b, (i) => (calls.kind[i] === letter ? 1 : 0)),
          text: count,
        }))
      }),
    },
    budget('messages'),
    budget('tokens'),
    {
      key: 'wait',
      height: 120,
      axisText: (value) => spanText(value, w),
      series: runs.map(({ name, waits, colour, look }) => {
        const at = places(waits.at)
        return {
          name: name || w.wait,
          colour,
          look,
          of: (b) => highest(at, waits.ms, b),
          text: (value) => spanText(value, w),
        }
      }),
    },
  ]
}
