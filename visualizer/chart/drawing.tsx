// A drawing of a statechart as it stands: active states lit, what was just taken in amber, timers as clocks; zoomed, panned, focused.
import { type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { DrawnChart, Standing } from '../../src/feed/contract.ts'
import { handleKey } from '../frame/handle-key.ts'
import { later } from '../frame/later.tsx'
import { useWords } from '../i18n.ts'
import { type State, useStore } from '../store.ts'
import { countdownText } from '../time-text.ts'
import { shownNow } from '../use-now.ts'
import { Controls } from './controls.tsx'
import { ArrowHeads, Edges } from './edges.tsx'
import {
  activeLeaves,
  aroundState,
  clocksOf,
  directions,
  edgesAt,
  focusRect,
  isLegible,
  leavesOf,
  nearOf,
  neighbourOf,
} from './lit.ts'
import { notesOf } from './notes.ts'
import { Clocks, Signs } from './overlay.tsx'
import { States, Titles } from './states.tsx'
import type { TipTarget } from './tip.tsx'
import { useView } from './use-view.ts'
import { readable } from './view.ts'
import { useChartWords } from './words.ts'

const Tip = later(async () => (await import('./tip.tsx')).Tip)

export function Drawing({ chart, standing, took = none, timeOf = shownNow, asked }: DrawingProps) {
  const words = useChartWords()
  const { lang } = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState(false)
  // A phone is too small for the whole: it begins where the work is done.
  const [wide, setWide] = useState(() => !matchMedia('(max-width: 480px)').matches)
  const [told, setTold] = useState<TipTarget>(nothing)
  const [picked, setPicked] = useState<string | undefined>()
  const [chosen, setChosen] = useState<string | undefined>()

  const activeKey = standing?.active.join(' ') ?? ''
  // Ids of transitions have blanks in them.
  const tookKey = took.join('\n')
  const active = useMemo(() => new Set(activeKey.split(' ')), [activeKey])
  const taken = useMemo(() => new Set(tookKey === '' ? [] : tookKey.split('\n')), [tookKey])
  const leaves = useMemo(() => new Set(leavesOf(chart).map(({ id }) => id)), [chart])
  const around = useMemo(() => (chosen === undefined ? undefined : aroundState(chart, chosen)), [chart, chosen])
  const followed = useMemo(() => (focus ? nearOf(chart, active, taken) : undefined), [chart, active, taken, focus])
  const near = around ?? followed
  const whole = { x: 0, y: 0, width: chart.width, height: chart.height }
  const goal = focus || !wide ? focusRect(chart, active) : undefined
  const hand = useView(frame, chart, goal ?? { rect: whole }, () => fitAll())
  const { view, screen } = hand
  const overview = chart.detail === 'overview'
  const close = overview ? isLegible(chart, view.k) : view.k >= readable
  const rough = Math.max(0.04, Math.round(view.k * 50) / 50)
  const clocks = useMemo(() => clocksOf(chart, active, standing?.timers ?? []), [chart, active, standing?.timers])
  const notes = useMemo(() => {
    if (close && !overview) return undefined
    const unlabelled = [...(around?.edges ?? [])].filter((id) => !close || !isLabelled(chart, id))
    return notesOf(chart, { took: taken, clocks, told: new Set(unlabelled) }, rough)
  }, [chart, taken, clocks, around, close, overview, rough])
  const beat = useBeat(took)
  // Another drawing is another place to look at.
  useLayoutEffect(() => {
    hand.release()
    setTold(nothing)
    setChosen(undefined)
  }, [overview])

  const running = useStore((state) =>
    clocks.map(({ timer }) => `${timer.name} ${countdownText(timer.due - timeOf(state), lang)}`).join(', '),
  )

  const lit = activeLeaves(chart, active)
  const summary = [
    `${words.chart} ${chart.id}`,
    lit.length === 0 ? words.nothing : `${words.active}: ${lit.map(({ id }) => id).join(', ')}`,
    running !== '' && `${words.running}: ${running}`,
  ]
  const toggleFocus = () => {
    setFocus(!focus)
    hand.release()
  }
  const fitAll = () => {
    setFocus(false)
    setWide(true)
    hand.release()
  }
  const choose = (id: string | undefined) => setChosen(id === chosen ? undefined : id)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setTold(nothing)
      setChosen(undefined)
    }
    const state = (event.target as SVGElement).dataset['state']
    handleKey(event, {
      ...arrowsOn(event, chart, hand.panBy),
      ...(state !== undefined && { Enter: () => choose(state), ' ': () => choose(state) }),
      '+': () => hand.zoomBy(1.25),
      '=': () => hand.zoomBy(1.25),
      '-': () => hand.zoomBy(0.8),
      '0': fitAll,
      f: toggleFocus,
    })
  }
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const owner = ownerOf(event.target as Element)
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const at = { x: (event.clientX - left - view.x) / view.k, y: (event.clientY - top - view.y) / view.k }
    const onEdge = overview && chart.edges.some(({ id }) => id === owner)
    const ids = onEdge ? edgesAt(chart, at, 7 / view.k).map(({ id }) => id) : owner === undefined ? [] : [owner]
    const same = (before: TipTarget) => (onEdge ? before.ids.join(' ') === ids.join(' ') : before.ids[0] === owner)
    setTold((before) => (same(before) ? before : { ids, ...(onEdge && { at }) }))
  }
  const toldIds = useMemo(() => new Set([...told.ids, ...told.ids.flatMap((id) => waysOut(chart, id))]), [told, chart])
  const pick = useCallback(
    (id: string) => {
      setPicked(id)
      setTold({ ids: [id, ...waysOut(chart, id)] })
    },
    [chart],
  )
  const boxes = {
    chart,
    leaves,
    active,
    took: taken,
    near: near?.states,
    picked: picked ?? lit[0]?.id,
    onPick: pick,
    words: overview ? ('brief' as const) : close ? ('all' as const) : ('names' as const),
    names: Math.max(13, 15 / rough),
  }
  const lines = { chart, took: taken, beat, near: near?.edges, told: toldIds }
  return (
    <div ref={frame} className={overview || close ? 'chart' : 'chart small'} onKeyDown={keys}>
      <svg
        role="group"
        aria-label={summary.filter(Boolean).join('. ')}
        aria-description={words.keys}
        tabIndex={0}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setTold(nothing)}
        onClick={({ target }) => choose((target as Element).closest<SVGElement>('[data-state]')?.dataset['state'])}
        onBlur={() => setTold(nothing)}
      >
        <ArrowHeads k={rough} />
        <g
          className={hand.fitted ? 'scene eased' : 'scene'}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.k})` }}
        >
          <States {...boxes} />
          <Edges {...lines} took={noneTaken} beat={0} part="lines" />
          <Edges {...lines} part="fired" />
          <Titles {...boxes} />
          {close && <Edges {...lines} part="boxes" />}
          {notes && <Signs key={beat} signs={notes.signs} k={rough} />}
          <Clocks clocks={clocks} spots={notes?.clocks} timeOf={timeOf} k={view.k} />
        </g>
      </svg>
      <Controls overview={asked} focus={focus} k={view.k} onZoom={hand.zoomBy} onFit={fitAll} onFocus={toggleFocus} />
      {told.ids.length > 0 && told.ids[0] !== chosen && (
        <Tip chart={chart} of={told} view={view} screen={screen} active={active} took={taken} />
      )}
    </div>
  )
}

interface DrawingProps extends Shown {
  chart: DrawnChart
  /** The detail that was asked for: while the full chart is drawn for the first time, the overview stays. */
  asked: boolean
}

/** What is lit on a chart. */
export interface Shown {
  standing: Pick<Standing, 'active' | 'timers'> | undefined
  /** Ids of the transitions the last step took. */
  took?: string[] | undefined
  /** Unless given, the time that the page shows. */
  timeOf?: (state: State) => number
}

const none: string[] = []
const noneTaken: ReadonlySet<string> = new Set()
const nothing: TipTarget = { ids: [] }

/** On the chart arrows pan; on a state they lead to the next one. */
function arrowsOn(
  { target, key, shiftKey }: KeyboardEvent,
  chart: DrawnChart,
  panBy: (dx: number, dy: number) => void,
) {
  if (!(target instanceof Element) || target.tagName === 'BUTTON') return {}
  const from = chart.states.find(({ id }) => id === ownerOf(target))
  const step = shiftKey ? 160 : 48
  const towards = (dx: number, dy: number) => () => {
    if (!from) return panBy(-dx * step, -dy * step)
    const next = neighbourOf(leavesOf(chart), from, key)
    if (next) target.parentElement?.querySelector<SVGElement>(`[data-state="${CSS.escape(next.id)}"]`)?.focus()
  }
  return Object.fromEntries(Object.entries(directions).map(([name, way]) => [name, towards(...way)]))
}

const isLabelled = (chart: DrawnChart, edge: string): boolean =>
  chart.edges.some(({ id, box }) => id === edge && box.width > 0)

const ownerOf = (element: Element): string | undefined => {
  const owner = element.closest<SVGElement>('[data-state], [data-edge]')
  return owner?.dataset['state'] ?? owner?.dataset['edge']
}

const waysOut = (chart: DrawnChart, state: string): string[] =>
  chart.edges.filter(({ source }) => source === state).map(({ id }) => id)

/** Counts the steps seen: every step brings its own list, even when it took the same transitions. */
function useBeat(took: string[]): number {
  const last = useRef({ took, beat: 0 })
  if (last.current.took !== took) last.current = { took, beat: last.current.beat + 1 }
  return last.current.beat
}
