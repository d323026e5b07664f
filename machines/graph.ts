// A chart as nodes and edges, for drawing, documents and tests. `machine.toJSON()` leaves out every `always` edge.
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

export interface ChartNode {
  id: string
  key: string
  parent?: string
  type: string
  description?: string
  initial?: string
  gate?: string
  invokes: { id: string; src: string }[]
}

export interface ChartEdge {
  source: string
  /** Empty: the transition only acts. */
  targets: string[]
  /** `always`, `after NAME`, `done ID`, `error ID`, or the event's type. */
  event: string
  delay?: string | number
  guard?: string
  actions: string[]
  gate?: string
}

export interface Chart {
  id: string
  nodes: ChartNode[]
  edges: ChartEdge[]
}

export function graphOf(machine: AnyStateMachine): Chart {
  const nodes = nodesOf(machine.root)
  return {
    id: machine.id,
    nodes: nodes.map(chartNode),
    edges: nodes.flatMap((node) => transitionsOf(node).map(chartEdge)),
  }
}

export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

function chartNode(node: AnyStateNode): ChartNode {
  const initial = node.type === 'compound' ? node.initial.target[0]?.id : undefined
  const gate = (node.meta as { gate?: string } | undefined)?.gate
  return {
    id: node.id,
    key: node.key,
    ...(node.parent && { parent: node.parent.id }),
    type: node.type,
    ...(node.description !== undefined && { description: node.description }),
    ...(initial !== undefined && { initial }),
    ...(gate !== undefined && { gate }),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: nameOf(src) })),
  }
}

function chartEdge(transition: AnyTransitionDefinition): ChartEdge {
  const { source, target, eventType, guard, actions, meta } = transition
  const delay = source.after.find((after) => after.eventType === eventType)?.delay
  const gate = (meta as { gate?: string } | undefined)?.gate
  return {
    source: source.id,
    targets: (target ?? []).map(({ id }) => id),
    event: eventLabel(eventType, delay),
    ...((typeof delay === 'string' || typeof delay === 'number') && { delay }),
    ...(guard !== undefined && { guard: nameOf(guard) }),
    actions: actions.map(nameOf),
    ...(gate !== undefined && { gate }),
  }
}

function eventLabel(eventType: string, delay: unknown): string {
  if (eventType === '') return 'always'
  if (delay !== undefined) return `after ${String(delay)}`
  return eventType.replace(/^xstate\.(done|error)\.actor\./, '$1 ')
}

/** The name of a guard, action or actor as the chart gives it. */
const nameOf = (thing: unknown): string => {
  if (typeof thing === 'string') return thing
  const { type, name } = thing as { type?: string; name?: string }
  return type ?? name ?? '(inline)'
}
