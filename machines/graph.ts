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
  /** Stable as long as the source, the event and the order of its branches are: see transitionIds. */
  id: string
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
    edges: [...transitionIds(machine)].map(([transition, id]) => chartEdge(transition, id)),
  }
}

/**
 * `group.turn.idle:always:1` is the second branch of `always` in `idle`. The keys are the definitions of this very
 * machine, as its microsteps name them: what `provide` returns has definitions of its own.
 */
export function transitionIds(machine: AnyStateMachine): Map<AnyTransitionDefinition, string> {
  const branches = nodesOf(machine.root).flatMap((node) => [...Map.groupBy(transitionsOf(node), eventOf)])
  return new Map(
    branches.flatMap(([event, transitions]) =>
      transitions.map((transition, at) => [transition, `${transition.source.id}:${event}:${at}`] as const),
    ),
  )
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

function chartEdge(transition: AnyTransitionDefinition, id: string): ChartEdge {
  const { source, target, guard, actions, meta } = transition
  const delay = delayOf(transition)
  const gate = (meta as { gate?: string } | undefined)?.gate
  return {
    id,
    source: source.id,
    targets: (target ?? []).map((node) => node.id),
    event: eventOf(transition),
    ...((typeof delay === 'string' || typeof delay === 'number') && { delay }),
    ...(guard !== undefined && { guard: guardName(guard) }),
    actions: actions.map(nameOf),
    ...(gate !== undefined && { gate }),
  }
}

const delayOf = ({ source, eventType }: AnyTransitionDefinition): unknown =>
  source.after.find((after) => after.eventType === eventType)?.delay

function eventOf(transition: AnyTransitionDefinition): string {
  const { eventType } = transition
  const delay = delayOf(transition)
  if (eventType === '') return 'always'
  if (delay !== undefined) return `after ${String(delay)}`
  return eventType.replace(/^xstate\.(done|error)\.actor\./, '$1 ')
}

interface Composition {
  name: string
  guards?: readonly unknown[]
  stateValue?: string
}

/** A composition as its words: `hasPending and (isSilenced or not isCooling)`. */
function guardName(guard: unknown, isInner = false): string {
  const { name, guards, stateValue } = guard as Composition
  if (stateValue !== undefined) return `in ${stateValue}`
  if (!guards) return nameOf(guard)
  if (name === 'not') return `not ${guardName(guards[0], true)}`
  const text = guards.map((each) => guardName(each, true)).join(` ${name} `)
  return isInner ? `(${text})` : text
}

/** The names that a guard is composed of. */
export const guardsIn = (guard: unknown): unknown[] => {
  const { guards, stateValue } = guard as Composition
  return guards ? guards.flatMap(guardsIn) : stateValue === undefined ? [nameOf(guard)] : []
}

/** The name of a guard, action or actor as the chart gives it. */
const nameOf = (thing: unknown): string => {
  if (typeof thing === 'string') return thing
  const { type, name } = thing as { type?: string; name?: string }
  return type ?? name ?? '(inline)'
}
