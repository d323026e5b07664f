// What a state or an edge is, in words beside it.
import type { ReactNode } from 'react'
import type { DrawnChart, DrawnEdge, DrawnLabel, DrawnState } from '../../src/feed/contract.ts'
import { useWords } from '../i18n.ts'
import { descriptionsZh } from './chinese-descriptions.ts'
import { marks } from './notes.ts'
import type { Rect, Size, View } from './view.ts'
import { useChartWords } from './words.ts'

/** What is pointed at: a state (with its ways out), an edge, or all edges that run through a place. */
export interface TipTarget {
  ids: string[]
  at?: { x: number; y: number }
}

export function Tip({ chart, of: { ids, at }, view, screen, active, took }: TipProps) {
  const state = chart.states.find(({ id }) => id === ids[0])
  const edges = chart.edges.filter(({ id }) => ids.includes(id))
  const rect = at ? { ...at, width: 0, height: 0 } : (state ?? edges[0]?.box)
  if (!rect) return null
  return (
    <Card rect={rect} view={view} screen={screen}>
      {state && <StateWords state={state} on={active.has(state.id)} />}
      {edges.map((edge) => (
        <EdgeWords key={edge.id} edge={edge} alone={!state && edges.length === 1} took={took} />
      ))}
    </Card>
  )
}

interface TipProps {
  chart: DrawnChart
  of: TipTarget
  view: View
  screen: Size
  active: ReadonlySet<string>
  took: ReadonlySet<string>
}

/** Below what it tells about, or above where there is no room, and always on the screen. */
function Card({ rect, view, screen, children }: { rect: Rect; view: View; screen: Size; children: ReactNode }) {
  const below = view.y + (rect.y + rect.height) * view.k + 8
  const above = screen.height - (view.y + rect.y * view.k) + 8
  const left = Math.max(8, Math.min(screen.width - 328, view.x + rect.x * view.k))
  const upwards = below > screen.height * 0.66
  return (
    <div
      className="tip chart-tip"
      role="tooltip"
      style={
        upwards ? { left, bottom: Math.min(Math.max(8, above), screen.height - 60) } : { left, top: Math.max(8, below) }
      }
    >
      {children}
    </div>
  )
}

function StateWords({ state, on }: { state: DrawnState; on: boolean }) {
  const words = useChartWords()
  const { lang } = useWords()
  const description = (lang === 'zh' ? descriptionsZh[state.id] : undefined) ?? state.description
  return (
    <>
      <b>{state.key}</b> <code className="dim finest">{state.id}</code>
      {on && <span className="tip-on"> ● {words.active}</span>}
      {description !== undefined && <p>{description}</p>}
      {state.gate !== undefined && (
        <p>
          <span className="gate-mark dim">◇</span> {words.gate} <code className="dim finest">{state.gate}</code>
        </p>
      )}
      {state.lines.map(({ kind, text, transition }) => (
        <p key={transition ?? text} className="tip-line finer">
          <i>{kind}</i> {text}
        </p>
      ))}
    </>
  )
}

/** Alone it has a line for each transition. */
function EdgeWords({ edge, alone, took }: EdgeWordsProps) {
  const words = useChartWords()
  return (
    <div className={alone ? 'tip-edge alone' : 'tip-edge'}>
      <code className="dim finest">
        {nameOf(edge.source)} → {nameOf(edge.target)}
      </code>
      <p className="tip-line finer">
        {edge.labels.map((label) => (
          <span key={label.transition} className={took.has(label.transition) ? 'hit' : ''}>
            <Transition label={label} />
            {took.has(label.transition) && ` (${words.taken})`}
          </span>
        ))}
      </p>
    </div>
  )
}

interface EdgeWordsProps {
  edge: DrawnEdge
  alone: boolean
  took: ReadonlySet<string>
}

function Transition({ label: { kind, text, guard, gate } }: { label: DrawnLabel }) {
  const words = useChartWords()
  return (
    <>
      {marks[kind]} <b>{text === '' && guard === undefined ? words.otherwise : text}</b>
      {guard !== undefined && ` ${words.when} ${guard}`}
      {gate !== undefined && (
        <>
          {' '}
          <span className="gate-mark dim">◇</span> {gate}
        </>
      )}
    </>
  )
}

const nameOf = (id: string): string => id.split('.').slice(-2).join('.')
