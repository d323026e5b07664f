// The middle: who is shown and how they stand, then the chart, the sequence or the context.
import type { KeyboardEvent } from 'react'
import { showStep } from '../actions.ts'
import { TroubleMark } from '../board/trouble-mark.tsx'
import { TurnChip } from '../board/turn-chip.tsx'
import { VitalityMark } from '../board/vitality-mark.tsx'
import { Chart } from '../chart/chart.tsx'
import { ControlBar } from '../control/control-bar.tsx'
import { Silences } from '../control/silences.tsx'
import { useWords } from '../i18n.ts'
import { setState, type State, useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { Sequence } from '../timeline/sequence.tsx'
import { chartIdOf, turnStateOf } from '../turn-state.ts'
import { useNow } from '../use-now.ts'
import { ContextView } from './context-view.tsx'
import { eventText } from './event-text.ts'
import './frame.css'

const views: State['view'][] = ['chart', 'sequence', 'context']
/** A transition is "just fired" for so long, ms. */
const freshMs = 1_800

export function Centre() {
  const words = useWords()
  const view = useStore((state) => state.view)
  const row = useStore(({ rows, actor }) => rows.get(actor ?? ''))
  return (
    <section className="centre" aria-label={words.views.chart}>
      <Crumb />
      {row && <ControlBar key={row.key} row={row} />}
      <div className="view" role="tabpanel" id={`view-${view}`} aria-labelledby={`tab-${view}`}>
        {view === 'chart' && <ChartHere />}
        {view === 'sequence' && <SequenceHere />}
        {view === 'context' && <ContextView />}
      </div>
    </section>
  )
}

function Crumb() {
  const words = useWords()
  const actor = useStore((state) => state.actor)
  const row = useStore(({ rows }) => rows.get(actor ?? ''))
  const step = useStore(({ steps, cursor }) => stepAt(steps, cursor))
  const view = useStore((state) => state.view)
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const shown = step ?? row
  return (
    <div className="crumb">
      {row ? (
        <h2>
          {row.botName} <span className="dim">@</span> {row.groupTitle}
        </h2>
      ) : (
        <h2>{actor ?? words.board.none}</h2>
      )}
      {shown && <VitalityMark vitality={shown.vitality} named />}
      {shown && <Silences of={shown} />}
      {row && !paused && <TroubleMark bot={row.bot} />}
      {shown && <TurnChip turn={turnStateOf(shown.active)} full />}
      {step && <LastEvent type={step.event.type} seq={step.seq} at={step.at} />}
      <div className="tabs" role="tablist" aria-orientation="horizontal" onKeyDown={arrows}>
        {views.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={view === name}
            aria-controls={view === name ? `view-${name}` : undefined}
            tabIndex={view === name ? 0 : -1}
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
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const now = useNow()
  return (
    <span className={paused || now - at < freshMs ? 'event fresh' : 'event'}>
      {eventText(type)} <span className="num">#{seq}</span>
    </span>
  )
}

function ChartHere() {
  const words = useWords()
  const step = useStore(({ steps, cursor }) => stepAt(steps, cursor))
  const row = useStore(({ rows, actor }) => rows.get(actor ?? ''))
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const now = useNow()
  const chart = chartIdOf(step?.active ?? row?.active ?? [])
  const fresh = step && (paused || now - step.at < freshMs)
  // A bot that has heard nothing yet has no step, but it stands somewhere.
  const standing = step ?? (paused ? undefined : row)
  return <Chart id={chart} standing={standing} took={fresh ? step.took : nothing} now={now} lang={words.lang} />
}

function SequenceHere() {
  const steps = useStore((state) => state.steps)
  const cursor = useStore((state) => state.cursor)
  const lang = useStore((state) => state.lang)
  const talk = useStore((state) => state.talk)
  const bot = useStore(({ rows, actor }) => rows.get(actor ?? '')?.botName ?? '')
  return <Sequence steps={steps} talk={talk} bot={bot} cursor={cursor} onCursor={showStep} lang={lang} />
}

function arrows(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  event.preventDefault()
  event.nativeEvent.stopImmediatePropagation()
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  const next = tabs[(at + (event.key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length]
  next?.focus()
  next?.click()
}

const nothing: string[] = []
