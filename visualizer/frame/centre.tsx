// The middle: who is shown and how they stand, then the chart, the sequence or the context.
import { useRef } from 'react'
import { TroubleMark } from '../board/trouble-mark.tsx'
import { TurnChip } from '../board/turn-chip.tsx'
import { VitalityMark } from '../board/vitality-mark.tsx'
import { Chart } from '../chart/chart.tsx'
import { ControlBar } from '../control/control-bar.tsx'
import { Silences } from '../control/silences.tsx'
import { Floor } from '../floor/floor.tsx'
import { useWords } from '../i18n.ts'
import { botOf, botRow } from '../invoked/bot-row.ts'
import { Invoked } from '../invoked/invoked.tsx'
import { setState, type State, useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { chartIdOf, turnStateOf } from '../turn-state.ts'
import { hasJustBeen } from '../use-now.ts'
import { eventText } from './event-text.ts'
import { later } from './later.tsx'
import { useRoving } from './use-roving.ts'
import './frame.css'
// A sheet that comes late comes only once.
import '../timeline/sequence.css'

const Sequence = later(async () => (await import('../timeline/sequence.tsx')).Sequence)
const ContextView = later(async () => (await import('./context-view.tsx')).ContextView)

const views: State['view'][] = ['chart', 'sequence', 'context']

export function Centre() {
  const words = useWords()
  const view = useStore((state) => state.view)
  const row = useStore(botRow)
  return (
    <section className="centre column" aria-label={words.views.chart}>
      <Crumb />
      {row && <ControlBar key={row.key} row={row} />}
      {row && <Floor row={row} />}
      {row && <Invoked row={row} />}
      <div className="view grow" role="tabpanel" id={`view-${view}`} aria-labelledby={`tab-${view}`}>
        {view === 'chart' && <ChartHere />}
        {view === 'sequence' && <Sequence />}
        {view === 'context' && <ContextView />}
      </div>
    </section>
  )
}

function Crumb() {
  const words = useWords()
  const actor = useStore((state) => state.actor)
  const row = useStore(botRow)
  const step = useStore(({ steps, cursor }) => stepAt(steps, cursor))
  const view = useStore((state) => state.view)
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const isBot = actor === undefined || botOf(actor) === actor
  const shown = step ?? (isBot ? row : undefined)
  const tabs = useRef<HTMLDivElement>(null)
  useRoving(tabs, 'button')
  return (
    <div className="crumb row">
      {row ? (
        <h2 className="cut">
          {row.botName} <span className="dim">@</span> {row.groupTitle}
        </h2>
      ) : (
        <h2 className="cut">{actor ?? words.board.none}</h2>
      )}
      {shown && isBot && <VitalityMark vitality={shown.vitality} named />}
      {shown && isBot && <Silences of={shown} />}
      {row && !paused && <TroubleMark bot={row.bot} />}
      {shown && <TurnChip turn={turnStateOf(shown.active)} full />}
      {step && <LastEvent type={step.event.type} seq={step.seq} at={step.at} />}
      <div ref={tabs} className="tabs row end" role="tablist" aria-orientation="horizontal">
        {views.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            className="dim"
            role="tab"
            aria-selected={view === name}
            aria-controls={view === name ? `view-${name}` : undefined}
            onFocus={() => setState({ view: name })}
            onClick={() => setState({ view: name })}
          >
            {words.views[name]}
          </button>
        ))}
      </div>
    </div>
  )
}

function LastEvent({ type, seq, at }: { type: string; seq: number; at: number }) {
  const fresh = useStore((state) => isFresh(state, at))
  return (
    <span className={`event cut fine ${fresh ? 'fresh' : 'dim'}`}>
      {eventText(type)} <span className="num">#{seq}</span>
    </span>
  )
}

function ChartHere() {
  const step = useStore(({ steps, cursor }) => stepAt(steps, cursor))
  const row = useStore(botRow)
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const fresh = useStore((state) => step !== undefined && isFresh(state, step.at))
  const isBot = useStore(({ actor }) => actor === undefined || botOf(actor) === actor)
  const chart = chartIdOf(step?.active ?? row?.active ?? [])
  // A bot that has heard nothing yet has no step, but it stands somewhere.
  const standing = step ?? (paused || !isBot ? undefined : row)
  return <Chart id={chart} standing={standing} took={fresh ? step?.took : undefined} />
}

const isFresh = (state: State, at: number): boolean => state.cursor !== undefined || hasJustBeen(state, at)
