// One plot of a group: uPlot on a canvas, and in words what its highest values are.
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import { VitalityMark } from '../board/vitality-mark.tsx'
import { useWords } from '../i18n.ts'
import { roundStep } from '../round-step.ts'
import { useStore } from '../store.ts'
import { spanText } from '../time-text.ts'
import { vitalities } from '../turn-state.ts'
import { type Axis, ticksOf, tickTexts, timeFormats } from './axis.ts'
import { type Band, colour, paintBands, paintGaps, paintLimit } from './canvas.ts'
import type { Content, Series } from './contents.ts'
import { reportWords } from './report-words.ts'
import 'uplot/dist/uPlot.min.css'

/** Places on the axis. */
export interface View {
  min: number
  max: number
}

interface PlotProps {
  content: Content
  axis: Axis
  view: View
  /** px. */
  width: number
  zoom(view: View): void
  /** Of the plot of vitality alone: its bands, and how it is told. */
  vitality: { bands: Band[][]; names: readonly string[]; told: string }
}

type Column = (number | null)[]

const axisWidth = 64
const axisHeight = 28
const tickApart = 96
const bucketWidth = 6
const cursors = 'chime'

export function Plot({ content, axis, view, width, zoom, vitality }: PlotProps) {
  const words = useWords()
  const theme = useStore((state) => state.theme)
  const { lang } = words
  const w = reportWords[lang]
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const shown = useRef<Column[]>([])
  const { name, series, limit, stacked, height } = content
  const isVitality = name === 'vitality'

  const step = roundStep(view.max - view.min, width / bucketWidth)
  const { xs, columns } = useMemo(() => {
    const from = Math.floor(view.min / step) * step
    const buckets = { from, step, count: Math.ceil((view.max - from) / step) }
    const middles = Array.from({ length: buckets.count }, (_, i) => from + (i + 0.5) * step)
    return { xs: middles, columns: series.map((each) => each.of(buckets)) }
  }, [view, step, series])
  const per = isVitality ? '' : limit === undefined ? w.per(spanText(step, lang)) : w.limit
  const told = isVitality ? vitality.told : peaks()

  useEffect(() => {
    if (!frame.current) return undefined
    const made = new uPlot(options(), [[0], ...series.map(() => [null])] as uPlot.AlignedData, frame.current)
    chart.current = made
    return () => made.destroy()
    // Drawn anew when its content or its colours change
  }, [content, theme])
  useEffect(() => chart.current?.setSize({ width, height: height + axisHeight }), [content, theme, width, height])
  useEffect(() => {
    shown.current = columns
    chart.current?.batch(() => {
      chart.current?.setData([xs, ...(stacked ? piled(columns) : columns)] as uPlot.AlignedData, false)
      chart.current?.setScale('x', view)
    })
  }, [content, theme, width, xs, columns, stacked, view])

  return (
    <figure className="plot">
      <h3>
        {w.plots[name]} <small className="dim num">{per}</small>
      </h3>
      {isVitality && (
        <p className="swatches">
          {vitalities.map((each) => (
            <VitalityMark key={each} vitality={each} named />
          ))}
        </p>
      )}
      <div ref={frame} role="img" tabIndex={0} aria-label={`${w.plots[name]}. ${told}`} onKeyDown={moveCursors} />
      <p className="told dim num">{told}</p>
    </figure>
  )

  /** The highest value of each series in view, and when it was. */
  function peaks(): string {
    const { full } = timeFormats(lang)
    return series
      .map(({ name: what, text }, i) => {
        const column = columns[i] ?? []
        const most = Math.max(0, ...column.map((value) => value ?? 0))
        if (most === 0) return w.never(what)
        const when = limit === undefined ? full(axis.timeOf(xs[column.indexOf(most)] ?? 0)) : ''
        return w.most(what, text(most), when)
      })
      .join(' · ')
  }

  function options(): uPlot.Options {
    const formats = timeFormats(lang)
    const line = {
      stroke: colour('ink3'),
      font: '12px Inter, system-ui, sans-serif',
      grid: { stroke: colour('line'), width: 1 },
      ticks: { show: false },
    }
    const lanes = vitality.names.map((_, i) => 1 - (i + 0.5) / vitality.names.length)
    const laneNames = vitality.names.length > 1 ? vitality.names.map((each) => clipped(each)) : ['']
    return {
      width,
      height: height + axisHeight,
      padding: [null, 34, null, null],
      legend: { live: true },
      cursor: {
        y: false,
        sync: { key: cursors, setSeries: false, scales: ['x', null] },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => (zoom({ min: 0, max: axis.length }), null) },
        points: { show: !isVitality, size: 7 },
      },
      scales: {
        x: { time: false, auto: false },
        y: { range: (_plot, _min, max) => [0, isVitality ? 1 : Math.max((max ?? 0) * 1.08, (limit ?? 1) * 1.08)] },
      },
      axes: [
        {
          ...line,
          size: axisHeight,
          splits: (plot, _axis, min, max) => ticksOf(axis, min, max, ((max - min) * tickApart) / plot.width),
          values: (_plot, splits) => tickTexts(splits.map(axis.timeOf), formats),
        },
        isVitality
          ? { ...line, size: axisWidth, grid: { show: false }, splits: () => lanes, values: () => laneNames }
          : {
              ...line,
              size: axisWidth,
              ...(limit === undefined && { incrs: name === 'wait' ? waitSteps : wholeSteps }),
              values: (_plot, splits) => splits.map((value) => content.axisText(value)),
            },
      ],
      series: [
        { label: w.time, value: (_plot, place) => (place === null ? '–' : formats.full(axis.timeOf(place))) },
        ...series.map((each, i) => seriesOf(each, (at) => shown.current[i]?.[at])),
      ],
      hooks: {
        drawClear: [(plot) => paintGaps(plot, axis)],
        draw: [
          (plot) => {
            if (isVitality) paintBands(plot, vitality.bands, axis.length)
            if (limit !== undefined) paintLimit(plot, limit)
          },
        ],
        setSelect: [(plot) => selected(plot, zoom)],
      },
    }
  }
}

const wholeSteps = [1, 2, 5].flatMap((n) => [1, 10, 100, 1_000, 10_000].map((by) => n * by)).toSorted((a, b) => a - b)
const waitSteps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400].map((s) => s * 1_000)

const clipped = (name: string): string => (name.length > 9 ? `${name.slice(0, 8)}…` : name)

function seriesOf({ name, colour: tone, look, text }: Series, valueAt: (at: number) => number | null | undefined) {
  const isLine = look === 'line' || look === 'dashed'
  const paint = colour(tone)
  return {
    label: name,
    stroke: paint,
    width: isLine ? 1.5 : 0,
    ...(look === 'dashed' && { dash: [6, 4] }),
    ...(!isLine && { fill: paint }),
    paths: pathsOf(look),
    points: { show: false },
    value: (_plot: uPlot, _shown: number, _series: number, at: number | null) => {
      const value = at === null ? null : valueAt(at)
      return value === null || value === undefined ? '–' : text(value)
    },
  }
}

function pathsOf(look: Series['look']): uPlot.Series.PathBuilder {
  const { bars, stepped } = uPlot.paths
  if (look === 'none' || !bars || !stepped) return () => null
  if (look === 'line' || look === 'dashed') return stepped({ align: 1 })
  const align = ({ left: -1, right: 1, bars: 0 } as const)[look]
  return bars({ size: [align === 0 ? 0.9 : 0.45, 80], align })
}

/** Sums from the last to the first: drawn in order, each shows above the next. */
const piled = (columns: readonly Column[]): Column[] =>
  columns.map((column, i) => column.map((_, at) => columns.slice(i).reduce((sum, each) => sum + (each[at] ?? 0), 0)))

function selected(plot: uPlot, zoom: (view: View) => void): void {
  const { left, width } = plot.select
  if (width < 4) return
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  zoom({ min: plot.posToVal(left, 'x'), max: plot.posToVal(left + width, 'x') })
}

function moveCursors(event: KeyboardEvent): void {
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
  const { plots } = uPlot.sync(cursors)
  const [first] = plots
  if (by === 0 || !first) return
  event.preventDefault()
  const [xs] = first.data
  const index = Math.min(xs.length - 1, Math.max(0, (first.cursor.idx ?? (by > 0 ? -1 : xs.length)) + by))
  for (const plot of plots) plot.setCursor({ left: plot.valToPos(xs[index] ?? 0, 'x'), top: 10 })
}
