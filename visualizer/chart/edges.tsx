// The transitions of a chart: rounded lines with arrow heads, and boxes of stacked labels.
import { memo } from 'react'
import type { DrawnChart, DrawnEdge, DrawnLabel } from '../../src/feed/contract.ts'
import { lettersOf } from './lit.ts'
import { marks } from './notes.ts'
import { roundedPath } from './path.ts'

/** Lines lie below the states, boxes above: draw `part` by `part`; `fired` are the lines just taken, over all others. */
export const Edges = memo(function Edges({ chart, part, took, beat, near, told }: EdgesProps) {
  return chart.edges.map((edge) => {
    const fired = edge.labels.some(({ transition }) => took.has(transition))
    if ((part === 'fired' && !fired) || (part === 'boxes' && edge.box.width === 0)) return null
    const classes = [
      'edge',
      fired && part !== 'lines' && 'fired',
      told.has(edge.id) && 'told',
      near !== undefined && !near.has(edge.id) && 'far',
    ]
    return (
      <g key={edge.id} className={classes.filter(Boolean).join(' ')} data-edge={edge.id}>
        {part === 'boxes' ? (
          <LabelBox edge={edge} took={took} />
        ) : (
          <Line edge={edge} fired={part === 'fired'} beat={beat} />
        )}
      </g>
    )
  })
})

interface EdgesProps {
  chart: DrawnChart
  part: 'lines' | 'fired' | 'boxes'
  /** Ids of the transitions just taken. */
  took: ReadonlySet<string>
  /** Counts steps: the same transition taken again runs again. */
  beat: number
  near: ReadonlySet<string> | undefined
  /** Ids of the edges that are pointed at. */
  told: ReadonlySet<string>
}

/** Heads keep their size on a small chart. */
export const ArrowHeads = ({ k }: { k: number }) => (
  <defs>
    {['edge', 'fired'].map((kind) => (
      <marker
        key={kind}
        id={`arrow-${kind}`}
        className={`arrow ${kind}`}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerUnits="userSpaceOnUse"
        markerWidth={Math.max(8.5, 6.5 / k) * (kind === 'fired' ? 1.3 : 1)}
        markerHeight={Math.max(8.5, 6.5 / k) * (kind === 'fired' ? 1.3 : 1)}
        orient="auto-start-reverse"
      >
        <path d="M.6 .8 7.4 4 .6 7.2Z" />
      </marker>
    ))}
  </defs>
)

function Line({ edge, fired, beat }: { edge: DrawnEdge; fired: boolean; beat: number }) {
  const d = roundedPath(edge.points)
  return (
    <>
      <path className="reach" d={d} />
      <path className="run" d={d} markerEnd={`url(#arrow-${fired ? 'fired' : 'edge'})`} />
      {fired && <path key={beat} className="flow" d={d} pathLength={100} />}
    </>
  )
}

function LabelBox({ edge, took }: { edge: DrawnEdge; took: ReadonlySet<string> }) {
  const { x, y, width, height } = edge.box
  if (edge.brief !== undefined)
    return (
      <>
        <rect className="label-body brief" x={x} y={y} width={width} height={height} rx={4} />
        <text
          className="label"
          x={x + width / 2}
          y={y + height * 0.76}
          textAnchor="middle"
          style={{ fontSize: lettersOf(edge) }}
        >
          {edge.brief}
        </text>
      </>
    )
  return (
    <>
      <rect className="label-body" x={x} y={y} width={width} height={height} rx={5} />
      {edge.labels.map((label, index) => (
        <Label
          key={label.transition}
          label={label}
          x={x + 7}
          y={y + 13.5 + index * 15}
          hit={took.has(label.transition)}
        />
      ))}
    </>
  )
}

function Label({ label, x, y, hit }: { label: DrawnLabel; x: number; y: number; hit: boolean }) {
  return (
    <text className={`label ${label.kind}${hit ? ' hit' : ''}`} x={x} y={y}>
      {marks[label.kind] !== '' && <tspan className="sort">{marks[label.kind]} </tspan>}
      {label.text !== '' && <tspan className="event">{label.text}</tspan>}
      {label.guard !== undefined && (
        <tspan className="guard">
          {label.text === '' ? '' : ' '}[{label.guard}]
        </tspan>
      )}
      {label.gate !== undefined && (
        <>
          {'  '}
          <tspan className="gate-mark">◇</tspan>
          <tspan className="gate"> {label.gate}</tspan>
        </>
      )}
    </text>
  )
}
