// @ts-check
// The summary on top, what two settings answer differently, and the bars of the gates that said no.
import { element, table } from './element.js'
import { spanText } from './words.js'

/** @typedef {import('../series.ts').ReportData} Data */
/** @typedef {import('./words.js').Words} Words */
/** @typedef {Data['runs'][number]['summary']} Summary */

/** One run: tiles. Two: a table with the difference. @param {Data['runs']} runs @param {Words} w */
export function figuresPart(runs, w) {
  const [a, b] = runs.map(({ summary }) => figuresIn(summary, w))
  const names = Object.entries(w.tiles)
  if (!a) return []
  if (!b) {
    return names.map(([key, name]) =>
      element('div', { class: `tile ${key}` }, element('strong', {}, a[key]?.text ?? '–'), element('span', {}, name)),
    )
  }
  const rows = names.map(([key, name]) => {
    const [x, y] = [a[key], b[key]]
    return [name, x?.text ?? '–', y?.text ?? '–', differenceOf(x, y)]
  })
  return [table([[w.figure, ...runs.map(({ name }) => name), w.difference], ...rows], 'numbers', w.figures)]
}

/** @param {NonNullable<Data['differ']>} differ @param {readonly string[]} names @param {Words} w */
export function differPart({ answeredInA, answeredInB, nothing }, names, w) {
  if (nothing) return [element('p', {}, w.nothing)]
  const [a = '', b = ''] = names
  return [
    { here: a, there: b, answered: answeredInA },
    { here: b, there: a, answered: answeredInB },
  ].flatMap(({ here, there, answered: { count, first } }) => {
    if (count === 0) return []
    const rows = first.map(({ sender, text, gate, why, id }) => [
      element('code', {}, id),
      `${sender}: ${text}`,
      `${w.stopped(there, gate)}: ${why}`,
    ])
    const heading = w.onlyIn(here, count)
    return [element('h3', {}, heading), table([['id', w.message, w.why], ...rows], 'answered', heading)]
  })
}

/** @param {Data['groups'][number]} group @param {readonly string[]} names @param {Words} w */
export function skipsPart({ runs }, names, w) {
  const gates = [...new Set(runs.flatMap(({ skips }) => Object.keys(skips)))]
  const countOf = (/** @type {string} */ gate) => runs.map(({ skips }) => skips[gate] ?? 0)
  const most = Math.max(1, ...gates.flatMap(countOf))
  if (gates.length === 0) return [element('p', { class: 'soft' }, w.noSkips)]
  const ordered = gates.toSorted((x, y) => Math.max(...countOf(y)) - Math.max(...countOf(x)))
  const items = ordered.map((gate) =>
    element(
      'li',
      {},
      element('span', { class: 'reason' }, w.gates[gate] ?? gate, ' ', element('small', { class: 'soft' }, gate)),
      element('span', { class: 'lengths' }, ...countOf(gate).map((count, run) => bar(count, most, run, names))),
    ),
  )
  return [element('ul', { class: 'skips' }, ...items)]
}

/** @param {number} count @param {number} most @param {number} run @param {readonly string[]} names */
function bar(count, most, run, names) {
  const length = element('i', { class: run === 0 ? 'a' : 'b' })
  // Room for the number and the name beside the longest one.
  length.style.width = `calc((100% - 12em) * ${count / most})`
  const name = names.length > 1 ? [element('small', { class: 'soft' }, names[run] ?? '')] : []
  return element('span', { class: 'bar' }, length, element('b', {}, String(count)), ...name)
}

/** @typedef {{ value: number, text: string, show: (value: number) => string }} Figure */

/** @param {Summary} summary @param {Words} w @returns {Record<string, Figure | undefined>} */
function figuresIn(summary, w) {
  const { messages, own, decisions, rejudgements, compositions, waits, budgetRefusals, violations } = summary
  const count = (/** @type {number} */ value) => String(value)
  const percent = (/** @type {number} */ value) => `${Math.round(value * 1_000) / 10} %`
  const span = (/** @type {number} */ value) => spanText(value, w)
  const { short, medium, long } = budgetRefusals
  return {
    others: figure(messages - own, count),
    calls: figure(decisions + rejudgements + compositions, count),
    callsPerMessage: figure(summary.callsPerMessage, percent),
    tokens: figure(summary.tokens, count),
    replies: figure(summary.replies, count),
    repliesToMentions: figure(summary.repliesToMentions, count),
    mentionsAnswered: figure(summary.mentionsAnswered, count),
    mentionsUnanswered: figure(summary.mentionsUnanswered, count),
    messageToReply: waits.messageToReply ? figure(waits.messageToReply.median, span) : undefined,
    batchToTurn: waits.batchToTurn ? figure(waits.batchToTurn.median, span) : undefined,
    budgetRefusals: figure(short + medium + long, count),
    violations: figure(violations.length, count),
  }
}

/** @param {number} value @param {(value: number) => string} show @returns {Figure} */
const figure = (value, show) => ({ value, text: show(value), show })

/** @param {Figure | undefined} before @param {Figure | undefined} after */
function differenceOf(before, after) {
  if (!before || !after) return '–'
  const by = after.value - before.value
  return by === 0 ? '=' : `${by < 0 ? '−' : '+'}${after.show(Math.abs(by))}`
}
