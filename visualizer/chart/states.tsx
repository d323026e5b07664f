// The states of a chart: nested boxes with names, gates, invoked children and transitions that only act.
import { memo } from 'react'
import type { DrawnChart, DrawnState } from '../../src/feed/contract.ts'
import { Glyph } from './glyph.tsx'
import { nameAt, type Written } from './name-at.ts'
import { toneOf } from '../turn-state.ts'

export const States = memo(function States(props: StatesProps) {
  return props.chart.states
    .filter(({ parent }) => parent !== undefined)
    .map((state) => <State key={state.id} state={state} {...props} />)
})

const State = memo(function State({ state, ...props }: StateProps) {
  const { chart, active, took, words, picked, onPick } = props
  const leaf = props.leaves.has(state.id)
  return (
    <g
      className={classesOf(state, props)}
      data-state={state.id}
      role="img"
      aria-label={`${state.id}${active.has(state.id) ? ' ●' : ''}`}
      tabIndex={picked === state.id ? 0 : -1}
      onFocus={() => onPick(state.id)}
    >
      <Box state={state} leaf={leaf} />
      {leaf && words !== 'names' && <Name state={state} {...props} />}
      {words === 'all' && <Lines state={state} top={chart.nameSize * 1.1 + 24} took={took} />}
    </g>
  )
}, isDrawnAlike)

/** A step changes few of them. */
function isDrawnAlike(a: StateProps, b: StateProps): boolean {
  const isScene = a.chart === b.chart && a.words === b.words && a.names === b.names && a.onPick === b.onPick
  if (!isScene || (a.words === 'all' && a.took !== b.took)) return false
  return (a.picked === a.state.id) === (b.picked === b.state.id) && classesOf(a.state, a) === classesOf(b.state, b)
}

/** The names of states that hold others, over the lines that run into them; and those that may be wider than their boxes. */
export const Titles = memo(function Titles(props: StatesProps) {
  return props.chart.states
    .filter(({ id, parent }) => parent !== undefined && (props.words === 'names' || !props.leaves.has(id)))
    .map((state) => (
      <g key={state.id} className={`${classesOf(state, props)} title`} aria-hidden="true">
        <Name state={state} {...props} />
      </g>
    ))
})

function classesOf({ id, parent }: DrawnState, { chart, leaves, active, near }: StatesProps): string {
  const classes = [
    'state',
    leaves.has(id) ? 'leaf' : 'holder',
    `tone-${toneOf(id)}`,
    chart.states.some((other) => other.id === parent && other.type === 'parallel') && 'region',
    active.has(id) && 'on',
    near !== undefined && !near.has(id) && 'far',
  ]
  return classes.filter(Boolean).join(' ')
}

interface StatesProps {
  chart: DrawnChart
  leaves: ReadonlySet<string>
  active: ReadonlySet<string>
  took: ReadonlySet<string>
  /** Absent: nothing is dimmed. */
  near: ReadonlySet<string> | undefined
  words: Written
  /** Names need not be larger than this. */
  names: number
  /** The one the Tab key reaches. */
  picked: string | undefined
  onPick: (id: string) => void
}

type StateProps = StatesProps & { state: DrawnState }

function Box({ state, leaf }: { state: DrawnState; leaf: boolean }) {
  const { x, y, width, height } = state
  return (
    <>
      <rect className="body" x={x} y={y} width={width} height={height} rx={leaf ? 8 : 11} />
      {state.type === 'final' && (
        <rect className="final" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={6} />
      )}
      {state.initial && <circle className="initial" cx={x} cy={y + 3} r={4.5} />}
    </>
  )
}

/** With a picture of its tone where it has a box of its own, and in an overview with a mark for a gate. */
function Name({ state, chart, leaves, words, names }: StateProps) {
  const { id, key, type, gate, x, y, width } = state
  const leaf = leaves.has(id)
  const spot = nameAt(state, chart, { leaf, words, most: names })
  const { size } = spot
  return (
    <>
      {leaf && words !== 'names' && (
        <Glyph
          name={key}
          tone={toneOf(id)}
          x={x + (words === 'brief' ? 9 : 11)}
          y={spot.y - size * 0.75}
          size={size * 0.77}
        />
      )}
      <text
        className="name"
        x={spot.x}
        y={spot.y}
        textAnchor={spot.middle ? 'middle' : 'start'}
        style={{ fontSize: size }}
      >
        {key}
        {type === 'parallel' && ' ∥'}
      </text>
      {words === 'all' && gate !== undefined && (
        <text className="gate" x={x + width - 10} y={y + 20.5} textAnchor="end">
          <tspan className="gate-mark">◇</tspan> {gate}
        </text>
      )}
      {words === 'brief' && gate !== undefined && (
        <text className="gate-mark" x={x + width - 8} y={spot.y - 1} textAnchor="end" style={{ fontSize: size * 0.62 }}>
          ◇
        </text>
      )}
    </>
  )
}

/** Below `top` what a state invokes and does without leaving it. */
function Lines({ state, top, took }: { state: DrawnState; top: number; took: ReadonlySet<string> }) {
  const { x, y, lines } = state
  return lines.map(({ kind, text, transition }, index) => (
    <text
      key={transition ?? text}
      className={transition !== undefined && took.has(transition) ? 'line hit' : 'line'}
      x={x + 13}
      y={y + top + index * 14}
    >
      <tspan className="kind">{kind}</tspan> {text}
    </text>
  ))
}
