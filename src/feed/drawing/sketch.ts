// A chart before layout: what is written where, and how large each box must be.
import type { Chart, ChartEdge, ChartNode } from '../../../machines/graph.ts'
import type { DrawnEdge, DrawnLabel, DrawnState } from '../contract.ts'
import { textWidth } from './text-width.ts'

type Size = { width: number; height: number }

/** A state with its own size; a state that holds others grows around them, below `head`. */
export interface SketchedState extends Size {
  state: Omit<DrawnState, 'x' | 'y' | 'width' | 'height'>
  children: SketchedState[]
  head: number
}

/** All transitions from one state to another: one line with one box. */
export interface SketchedEdge extends Size {
  edge: Omit<DrawnEdge, 'points' | 'box'>
  /** What an overview writes at the line. */
  brief: string
}

/** Font sizes, px. */
export interface WordSizes {
  names: number
  labels: number
}

export interface Sketch {
  /** Px of the names of states with all labels. */
  nameSize: number
  /** At a glance. */
  small: WordSizes
  root: SketchedState
  edges: SketchedEdge[]
}

export function sketchOf(chart: Chart): Sketch {
  const root = chart.nodes.find(({ parent }) => parent === undefined)
  if (!root) throw new Error(`${chart.id}: a chart without a root cannot be drawn`)
  const isLarge = chart.edges.length > many
  const nameSize = isLarge ? 170 : 13
  const small = isLarge ? { names: 20, labels: 13 } : { names: 13, labels: 10.5 }
  return { nameSize, small, root: sketchState(chart, root, nameSize), edges: sketchEdges(chart) }
}

/** A chart of more transitions is so large that its names have to be large too, to be read where all of it is seen. */
const many = 60

function sketchState(chart: Chart, node: ChartNode, nameSize: number): SketchedState {
  const below = chart.nodes.filter(({ parent }) => parent === node.id)
  const children = below.map((child) => sketchState(chart, child, nameSize))
  const initial = chart.nodes.find(({ id }) => id === node.parent)?.initial === node.id
  const acting = chart.edges.filter(({ source, targets }) => source === node.id && targets.length === 0)
  const lines: DrawnState['lines'] = [
    ...node.invokes.map(({ src }) => ({ kind: 'invoke' as const, text: src })),
    ...acting.map((edge) => ({ kind: 'on' as const, text: actingText(edge), transition: edge.id })),
  ]
  const { id, key, parent, type, gate, description } = node
  return {
    state: {
      id,
      key,
      ...(parent !== undefined && { parent }),
      type,
      initial,
      ...(gate !== undefined && { gate }),
      ...(description !== undefined && { description }),
      lines,
    },
    children,
    head: headOf(nameSize) + lines.length * metrics.line,
    width: Math.ceil(
      Math.max(
        74,
        nameWidth(node, nameSize),
        ...lines.map(({ kind, text }) => 28 + textWidth(`${kind} ${text}`, metrics.lineSize)),
      ),
    ),
    height: headOf(nameSize) + 6 + lines.length * metrics.line,
  }
}

/** What stands above the lines of a state. */
const headOf = (nameSize: number): number => Math.ceil(nameSize * 1.1 + 14)

const nameWidth = ({ key, gate }: ChartNode, nameSize: number): number =>
  23 + nameSize + textWidth(key, nameSize, 'bold') + (gate === undefined ? 0 : gateWidth(gate))

function actingText({ event, guard, actions }: ChartEdge): string {
  const [first, ...others] = actions
  return [event, guard && `[${guard}]`, first && `/ ${first}${others.length > 0 ? ', …' : ''}`]
    .filter(Boolean)
    .join(' ')
}

function sketchEdges(chart: Chart): SketchedEdge[] {
  const aimed = chart.edges.flatMap((edge) => edge.targets.map((target) => ({ edge, target })))
  const merged = Map.groupBy(aimed, ({ edge, target }) => `${edge.source}->${target}`)
  const gates = gatesOf(chart)
  return [...merged].flatMap(([id, [first, ...others]]) => {
    if (!first) return []
    const { source } = first.edge
    const labels = [first, ...others].map(({ edge }) => labelOf(chart, edge, gates.get(source)))
    const width = Math.ceil(14 + Math.max(...labels.map(labelWidth)))
    const height = labels.length * metrics.label + 5
    return [{ edge: { id, source, target: first.target, labels }, brief: briefOf(labels), width, height }]
  })
}

/** The gate that each state stands for: its own, or that of the state around it. */
function gatesOf({ nodes }: Chart): Map<string, string | undefined> {
  const gates = new Map<string, string | undefined>()
  for (const { id, gate, parent } of nodes) gates.set(id, gate ?? gates.get(parent ?? ''))
  return gates
}

function labelOf(chart: Chart, edge: ChartEdge, gateOfSource: string | undefined): DrawnLabel {
  const { id, source, event, guard, gate } = edge
  const [, kind, name] = /^(after|done|error) (.*)$/.exec(event) ?? []
  const branches = chart.edges.filter((other) => other.source === source && other.event === event)
  const always = guard !== undefined ? '' : branches.length > 1 ? 'else' : 'always'
  return {
    transition: id,
    ...(event === 'always'
      ? { kind: 'always', text: always }
      : { kind: (kind as DrawnLabel['kind'] | undefined) ?? 'event', text: name ?? event }),
    ...(guard !== undefined && { guard }),
    ...(gate !== undefined && gate !== gateOfSource && { gate }),
  }
}

function labelWidth({ kind, text, guard, gate }: DrawnLabel): number {
  const glyph = kind === 'event' || kind === 'always' ? 0 : 15
  const condition = guard === undefined ? 0 : textWidth(`${text && ' '}[${guard}]`, metrics.labelSize)
  return glyph + textWidth(text, metrics.labelSize, 'bold') + condition + (gate === undefined ? 0 : gateWidth(gate))
}

/** The event or the timer that most tells why; `+2`: and two others. Without any of them the condition. */
function briefOf(labels: DrawnLabel[]): string {
  const told = labels.map(({ kind, text, guard }) => {
    const name = kind === 'always' && guard !== undefined ? `[${guard}]` : text
    return { kind, name: `${marks[kind]} ${name}`.trim() }
  })
  const names = [
    ...new Set(told.toSorted((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind)).map(({ name }) => name)),
  ]
  return names.length > 1 ? `${names[0]} +${names.length - 1}` : (names[0] ?? '')
}

const marks: Record<DrawnLabel['kind'], string> = { event: '', after: '◷', always: '', done: '✓', error: '✕' }
const rank: DrawnLabel['kind'][] = ['done', 'error', 'after', 'event', 'always']

/** A gate's mark and its name. */
const gateWidth = (gate: string): number => 18 + textWidth(gate, metrics.gateSize)

/** Font sizes and line heights in px: the page writes with the same. */
const metrics = { labelSize: 11, lineSize: 10.5, gateSize: 9.5, line: 14, label: 15 }
