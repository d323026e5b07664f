// The states of a chart: nested boxes with names, gates, invoked children and transitions that only act.
import { memo } from 'react'
import type { DrawnChart, DrawnState } from '../../src/feed/contract.ts'
import { Glyph } from './glyph.tsx'
import { toneOf } from './tone.ts'

export const States = memo(function States({ chart, leaves, active, took, near, words, picked, onPick }: StatesProps) {
  const regions = new Set(chart.states.filter(({ type }) => type === 'parallel').map(({ id }) => id))
  return chart.states
    .filter(({ parent }) => parent !== undefined)
    .map((state) => {
      const leaf = leaves.has(state.id)
      const classes = [
        'state',
        leaf ? 'leaf' : 'holder',
        `tone-${toneOf(state.id)}`,
        regions.has(state.parent ?? '') && 'region',
        active.has(state.id) && 'on',
        near !== undefined && !near.has(state.id) && 'far',
      ]
      return (
        <g
          key={state.id}
          className={classes.filter(Boolean).join(' ')}
          data-state={state.id}
          role="img"
          aria-label={`${state.id}${active.has(state.id) ? ' ●' : ''}`}
          tabIndex={picked === state.id ? 0 : -1}
          onFocus={() => onPick(state.id)}
        >
          <Box state={state} leaf={leaf} />
          {words === 'all' && <Words state={state} leaf={leaf} took={took} />}
          {words === 'names' && <Name state={state} leaf={leaf} />}
        </g>
      )
    })
})

interface StatesProps {
  chart: DrawnChart
  leaves: ReadonlySet<string>
  active: ReadonlySet<string>
  took: ReadonlySet<string>
  /** Absent: nothing is dimmed. */
  near: ReadonlySet<string> | undefined
  /** What is written in the boxes. */
  words: 'all' | 'names' | 'none'
  /** The one the Tab key reaches. */
  picked: string | undefined
  onPick: (id: string) => void
}

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

function Words({ state, leaf, took }: { state: DrawnState; leaf: boolean; took: ReadonlySet<string> }) {
  const { id, key, x, y, width, lines, gate } = state
  return (
    <>
      {leaf && <Glyph name={key} tone={toneOf(id)} x={x + 11} y={y + 11.5} />}
      <text className="name" x={x + (leaf ? 26 : 13)} y={y + 21.5}>
        {key}
        {state.type === 'parallel' && ' ∥'}
      </text>
      {gate !== undefined && (
        <text className="gate" x={x + width - 10} y={y + 20.5} textAnchor="end">
          <tspan className="gate-mark">◇</tspan> {gate}
        </text>
      )}
      {lines.map(({ kind, text, transition }, index) => (
        <text
          key={transition ?? text}
          className={transition !== undefined && took.has(transition) ? 'line hit' : 'line'}
          x={x + 13}
          y={y + 38 + index * 14}
        >
          <tspan className="kind">{kind}</tspan> {text}
        </text>
      ))}
    </>
  )
}

/** In the small boxes of an overview: the name, and a mark for a gate. */
function Name({ state: { id, key, type, gate, x, y, width }, leaf }: { state: DrawnState; leaf: boolean }) {
  return (
    <>
      {leaf && <Glyph name={key} tone={toneOf(id)} x={x + 9} y={y + 9} />}
      <text className="name" x={x + (leaf ? 23 : 12)} y={y + 18.5}>
        {key}
        {type === 'parallel' && ' ∥'}
      </text>
      {gate !== undefined && (
        <text className="gate-mark" x={x + width - 8} y={y + (leaf ? 17 : 18)} textAnchor="end">
          ◇
        </text>
      )}
    </>
  )
}
