// @ts-check
// The plots of one group: one time axis, one cursor and one zoom for all of them.
import { paintBands, paintGaps, paintLimit, colour, states } from './canvas.js'
import { contentsOf } from './contents.js'
import { timesOf } from './course.js'
import { element } from './element.js'
import { roundStep, ticksOf, timeFormats } from './time.js'
import { spanText } from './words.js'

/** @typedef {import('./contents.js').Content} Content */
/** @typedef {import('./contents.js').Group} Group */
/** @typedef {import('./time.js').Axis} Axis */
/** @typedef {import('./words.js').Words} Words */
/** @typedef {{ min: number, max: number }} View */
/** @typedef {import('uplot')} Plot */

/** Its own script leaves it there. @type {typeof import('uplot')} */
const Chart = Reflect.get(globalThis, 'uPlot')
const axisWidth = 64
const axisHeight = 28
const tickApart = 96
const bucketWidth = 6

/**
 * @param {HTMLElement} host @param {Group} group @param {Axis} axis @param {readonly string[]} names @param {Words} w
 * @param {'en' | 'zh'} language @param {(view: View) => void} zoom
 */
export function makePlots(host, group, axis, names, w, language, zoom) {
  const formats = timeFormats(language)
  const contents = contentsOf(group, axis, names, w)
  const start = group.stretches[0]?.[0] ?? 0
  const bands = group.runs.map(({ vitality }) =>
    timesOf(vitality.at, start).map((at, i) => ({ place: axis.placeOf(at), state: Number(vitality.state[i]) })),
  )
  const width = () => Math.max(320, host.clientWidth)
  /** @type {Plot[]} */
  const charts = []
  const drawn = contents.map((content) => {
    const title = element('h3', {}, w.plots[content.key])
    const per = element('small', { class: 'soft' })
    const frame = element('div', { class: 'plot', role: 'img', tabindex: '0' })
    const told = element('p', { class: 'soft told' })
    /** @type {(number | null)[][]} */
    let columns = []
    const chart = new Chart(optionsOf(content), [[0], ...content.series.map(() => [null])], frame)
    title.append(' ', per)
    host.append(element('figure', {}, title, ...(content.key === 'vitality' ? [swatches()] : []), frame, told))
    charts.push(chart)
    frame.addEventListener('keydown', (event) => moveCursor(charts, event))
    return {
      show,
      resize: () => chart.setSize({ width: width(), height: content.height + axisHeight }),
      destroy: () => chart.destroy(),
    }

    /** @param {View} view */
    function show({ min, max }) {
      const step = roundStep(max - min, width() / bucketWidth)
      const from = Math.floor(min / step) * step
      const buckets = { from, step, count: Math.ceil((max - from) / step) }
      columns = content.series.map((series) => series.of(buckets))
      const xs = Array.from({ length: buckets.count }, (_, i) => from + (i + 0.5) * step)
      per.textContent = content.key === 'vitality' ? '' : content.limit ? w.limit : w.per(spanText(step, w))
      told.textContent = content.key === 'vitality' ? shares(bands) : peaks(content, columns, xs)
      frame.setAttribute('aria-label', `${w.plots[content.key]}. ${told.textContent}`)
      chart.batch(() => {
        chart.setData([xs, ...(content.stacked ? piled(columns) : columns)], false)
        chart.setScale('x', { min, max })
      })
    }

    /** @param {Content} _ @returns {import('uplot').Options} */
    function optionsOf({ key, height, series, limit, axisText }) {
      const isVitality = key === 'vitality'
      const font = '12px system-ui, sans-serif'
      const line = { stroke: colour('soft'), font, grid: { stroke: colour('grid'), width: 1 }, ticks: { show: false } }
      return {
        width: width(),
        height: height + axisHeight,
        padding: [null, 34, null, null],
        legend: { live: true },
        cursor: {
          y: false,
          sync: { key: 'chime', setSeries: false, scales: ['x', null] },
          drag: { x: true, y: false, setScale: false },
          bind: { dblclick: () => () => (zoom({ min: 0, max: axis.length }), null) },
          points: { show: !isVitality, size: 7 },
        },
        scales: {
          x: { time: false, auto: false },
          y: { range: (_plot, _min, max) => [0, topOf(max, limit, isVitality)] },
        },
        axes: [
          {
            ...line,
            size: axisHeight,
            splits: (plot, _axis, min, max) => ticksOf(axis, min, max, ((max - min) * tickApart) / plot.width),
            values: (_plot, splits) => tickTexts(splits),
          },
          {
            ...line,
            size: axisWidth,
            ...(isVitality ? bandAxis() : {}),
            ...(isVitality || limit ? {} : { incrs: key === 'wait' ? waitSteps : wholeSteps }),
            ...(isVitality
              ? {}
              : { values: (_plot, splits) => splits.map((value) => (value === null ? '' : axisText(value))) }),
          },
        ],
        series: [
          { label: w.time, value: (_plot, place) => (place === null ? '–' : formats.full(axis.timeOf(place))) },
          ...series.map(({ name, colour: paint, look, text }, i) => ({
            label: name,
            stroke: colour(paint),
            width: look === 'line' || look === 'dashed' ? 1.5 : 0,
            ...(look === 'dashed' && { dash: [6, 4] }),
            ...(look !== 'line' && look !== 'dashed' && { fill: colour(paint) }),
            paths: pathsOf(look),
            points: { show: false },
            value: (
              /** @type {Plot} */ _plot,
              /** @type {number} */ _shown,
              /** @type {number} */ _series,
              /** @type {number | null} */ at,
            ) => {
              const value = at === null ? null : columns[i]?.[at]
              return value === null || value === undefined ? '–' : text(value)
            },
          })),
        ],
        hooks: {
          drawClear: [(plot) => paintGaps(plot, axis)],
          draw: [
            (plot) => {
              if (isVitality) paintBands(plot, bands, axis.length)
              if (limit) paintLimit(plot, limit)
            },
          ],
          setSelect: [selected],
        },
      }
    }
  })

  /** @param {Plot} plot */
  function selected(plot) {
    const { left, width: wide } = plot.select
    if (wide < 4) return
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    zoom({ min: plot.posToVal(left, 'x'), max: plot.posToVal(left + wide, 'x') })
  }

  function bandAxis() {
    const places = names.map((_, i) => 1 - (i + 0.5) / names.length)
    const clipped = names.map((name) => (name.length > 9 ? `${name.slice(0, 8)}…` : name))
    return { grid: { show: false }, splits: () => places, values: () => (names.length > 1 ? clipped : ['']) }
  }

  function swatches() {
    const names4 = states.map((state) =>
      element('span', {}, element('i', { class: `swatch ${state.toLowerCase()}` }), state),
    )
    return element('p', { class: 'swatches' }, ...names4)
  }

  /** @param {readonly number[]} splits */
  function tickTexts(splits) {
    const times = splits.map(axis.timeOf)
    const apart = Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))
    const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
    const isLong = span > 72_000_000
    if (isLong) return times.map(apart >= 43_200_000 ? formats.tickDay : formats.tickDayClock)
    return times.map(apart >= 60_000 ? formats.tickClock : formats.tickSecond)
  }

  /** The share of each state in the messages, told by the first run. @param {readonly { state: number, place: number }[][]} runs */
  function shares(runs) {
    const said = timesOf(group.messages.at, start).map(axis.placeOf)
    const [course = []] = runs
    const counts = states.map(() => 0)
    let next = 0
    for (const place of said) {
      while (next < course.length && (course[next]?.place ?? 0) <= place) next += 1
      const state = course[next - 1]?.state ?? 0
      counts[state] = (counts[state] ?? 0) + 1
    }
    const parts = states.map((state, i) =>
      w.share(state, Math.round(((counts[i] ?? 0) / Math.max(1, said.length)) * 100)),
    )
    return `${w.ofTalk}: ${parts.join(', ')}`
  }

  /** @param {Content} content @param {readonly (number | null)[][]} columns @param {readonly number[]} xs */
  function peaks({ series, limit }, columns, xs) {
    return series
      .map(({ name, text }, i) => {
        const column = columns[i] ?? []
        const most = Math.max(0, ...column.map((value) => value ?? 0))
        if (most === 0) return w.never(name)
        if (limit) return w.most(name, text(most))
        return w.peak(name, text(most), formats.full(axis.timeOf(xs[column.indexOf(most)] ?? 0)))
      })
      .join(' · ')
  }

  return {
    /** @param {View} view */
    show: (view) => drawn.forEach((each) => each.show(view)),
    resize: () => drawn.forEach((each) => each.resize()),
    destroy() {
      drawn.forEach((each) => each.destroy())
      host.replaceChildren()
    },
  }
}

const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
const waitSteps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400].map((s) => s * 1_000)

/** @param {number | null} max @param {number | undefined} limit @param {boolean} isVitality */
const topOf = (max, limit, isVitality) => (isVitality ? 1 : Math.max((max ?? 0) * 1.08, limit ? limit * 1.08 : 1))

/** @param {Content['series'][number]['look']} look @returns {import('uplot').Series.PathBuilder} */
function pathsOf(look) {
  const { bars, stepped } = Chart.paths
  if (look === 'none' || !bars || !stepped) return () => null
  if (look === 'line' || look === 'dashed') return stepped({ align: 1 })
  const align = /** @type {const} */ ({ left: -1, right: 1, bars: 0 })[look]
  return bars({ size: [align === 0 ? 0.9 : 0.45, 80], align })
}

/** Sums from the last to the first: drawn in order, each shows above the next. @param {readonly (number | null)[][]} columns */
export function piled(columns) {
  return columns.map((column, i) =>
    column.map((_, at) => columns.slice(i).reduce((sum, each) => sum + (each[at] ?? 0), 0)),
  )
}

/** @param {readonly Plot[]} charts @param {KeyboardEvent} event */
function moveCursor(charts, event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const [first] = charts
  if (by === undefined || !first) return
  event.preventDefault()
  const [xs] = first.data
  const index = Math.min(xs.length - 1, Math.max(0, (first.cursor.idx ?? (by > 0 ? -1 : xs.length)) + by))
  for (const chart of charts) chart.setCursor({ left: chart.valToPos(xs[index] ?? 0, 'x'), top: 10 })
}
