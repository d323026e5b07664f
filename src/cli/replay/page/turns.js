// @ts-check
// The table of turns: those of the group, in the time in view, that the filters let through.
import { button, chooser, element, table, tableRow } from './element.js'
import { timeFormats } from './time.js'

/** @typedef {import('../series.ts').ReportData} Data */
/** @typedef {Data['rows']['rows'][number]} Row */
/** @typedef {import('./words.js').Words} Words */

const page = 100

/** @param {{ filters: HTMLElement, host: HTMLElement }} parts @param {Data} data @param {Words} w @param {'en' | 'zh'} language */
export function makeTurns({ filters, host }, { rows: { rows, texts, leftOut }, runs }, w, language) {
  const formats = timeFormats(language)
  const asked = { gate: '', outcome: '', run: '' }
  /** @type {{ group: number, from: number, to: number }} */
  let view = { group: 0, from: -Infinity, to: Infinity }
  let shown = page
  const count = element('span', { class: 'soft', role: 'status' })
  /** @param {keyof typeof asked} what */
  const ask = (what) => (/** @type {string} */ value) => {
    asked[what] = value
    shown = page
    list()
  }
  const gates = [...new Set(rows.flatMap(({ gate }) => gate ?? []))].toSorted()
  filters.replaceChildren(
    chooser(w.outcome, [['', w.anyOutcome], ...Object.entries(w.outcomes), ['called', w.called]], '', ask('outcome')),
    chooser(w.gate, [['', w.anyGate], ...gates.map((gate) => /** @type {const} */ ([gate, gate]))], '', ask('gate')),
    ...(runs.length > 1
      ? [
          chooser(
            w.setting,
            [['', w.anySetting], ...runs.map(({ name }, i) => /** @type {const} */ ([String(i), name]))],
            '',
            ask('run'),
          ),
        ]
      : []),
    count,
  )

  /** @param {Row} row */
  const isAsked = ({ group, at, gate, outcome, called, run }) =>
    group === view.group &&
    at >= view.from &&
    at <= view.to &&
    (asked.gate === '' || gate === asked.gate) &&
    (asked.outcome === '' || (asked.outcome === 'called' ? called === 1 : outcome === asked.outcome)) &&
    (asked.run === '' || run === Number(asked.run))

  function list() {
    const total = rows.filter(({ group, at }) => group === view.group && at >= view.from && at <= view.to)
    const found = total.filter(isAsked)
    count.textContent = w.count(found.length, total.length)
    const made = table([w.heads], 'turns', w.turns)
    made.tBodies[0]?.append(...found.slice(0, shown).map((row) => tableRow(cellsOf(row))))
    const more = button(w.more, () => {
      shown += page
      list()
    })
    host.replaceChildren(
      ...(leftOut > 0 ? [element('p', { class: 'soft' }, w.cut(leftOut))] : []),
      found.length > 0
        ? element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': w.turns }, made)
        : element('p', { class: 'soft' }, w.noTurns),
      ...(found.length > shown ? [more] : []),
    )
  }

  /** @param {Row} row */
  function cellsOf({ run, at, size, batch, called, chain, reply, tokens }) {
    const before = size - batch.length
    const messages = element('div', {}, ...batch.map((place) => element('p', {}, texts[place] ?? '')))
    if (before > 0) messages.prepend(element('p', { class: 'soft' }, w.earlierInBatch(before)))
    if (called) messages.prepend(element('small', { class: 'called' }, w.called))
    const gatesSaid = element('ol', {}, ...chain.map((place) => element('li', {}, texts[place] ?? '')))
    const said = reply === undefined ? '' : element('span', { class: 'said' }, texts[reply] ?? '')
    const name = runs.length > 1 ? [element('small', { class: 'soft' }, runs[run]?.name ?? '')] : []
    const time = element('div', {}, element('div', {}, formats.full(at)), ...name)
    return [time, messages, gatesSaid, said, tokens === 0 ? '' : String(tokens)]
  }

  return {
    /** @param {typeof view} next */
    show(next) {
      view = next
      shown = page
      list()
    },
  }
}
