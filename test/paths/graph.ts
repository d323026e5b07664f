// Every state that a model can come to, and every step from there, within bounds: what runs away is told, not waited for.
import { type AdjacencyValue, getAdjacencyMap } from 'xstate/graph'
import { type GroupLogic, keyOf, type Moment, nextEvents } from './group-model.ts'
import type { PathEvent } from './path-event.ts'
import type { Company } from './talkers.ts'

/** A step, and where the model stands after it. */
export interface WalkStep {
  event: PathEvent
  moment: Moment
}

export interface Edge extends WalkStep {
  from: string
  to: string
}

export interface Graph {
  start: string
  states: ReadonlyMap<string, Moment>
  /** In order of discovery: the first edge to a state is the end of a shortest path. */
  edges: readonly Edge[]
  reachedBy: ReadonlyMap<string, Edge>
}

export interface Bounds {
  steps: number
  /** CPU time, and bytes of heap beyond those in use before. */
  cpuMs: number
  heapBytes: number
}

/** The largest world takes under half of the steps, a fifth of the time and of the memory. */
const bounds: Bounds = { steps: 100_000, cpuMs: 40_000, heapBytes: 1_500_000_000 }

/** `depth`: no state is left after so many steps; absent: every one that can be reached is there. */
export function graphOf(
  model: GroupLogic,
  talk: Company,
  { depth = Infinity, ...most }: Partial<Bounds> & { depth?: number } = {},
): Graph {
  const check = watchBounds({ ...bounds, ...most })
  const map = getAdjacencyMap(model, {
    serializeState: keyOf,
    events(moment: Moment) {
      const events = moment.gen > depth ? [] : nextEvents(moment, talk)
      check(events.length)
      return events
    },
  }) as Record<string, AdjacencyValue<Moment, PathEvent>>
  const edges = Object.entries(map).flatMap(([from, { transitions }]) =>
    Object.values(transitions).map(({ event, state }): Edge => ({ from, to: keyOf(state), event, moment: state })),
  )
  const [start = ''] = Object.keys(map)
  const reachedBy = new Map<string, Edge>()
  for (const edge of edges) if (edge.to !== start && !reachedBy.has(edge.to)) reachedBy.set(edge.to, edge)
  return { start, states: new Map(Object.entries(map).map(([key, { state }]) => [key, state])), edges, reachedBy }
}

/** The shortest path that ends with this edge. */
export function pathTo(end: Edge, { reachedBy }: Graph): WalkStep[] {
  const steps: WalkStep[] = []
  for (let edge: Edge | undefined = end; edge; edge = reachedBy.get(edge.from)) steps.unshift(edge)
  return steps
}

function watchBounds({ steps, cpuMs, heapBytes }: Bounds): (more: number) => void {
  const begun = process.cpuUsage()
  const heap = process.memoryUsage().heapUsed
  let taken = 0
  let looked = 0
  return (more) => {
    taken += more
    if (taken > steps) throw new Error(`the model runs away: more than ${steps} steps, something in keyOf has no bound`)
    if (taken - looked < 500) return
    looked = taken
    const spent = process.cpuUsage(begun).user / 1_000
    if (spent > cpuMs) throw new Error(`the model runs away: ${taken} steps took more than ${cpuMs} ms of CPU`)
    const grown = process.memoryUsage().heapUsed - heap
    if (grown > heapBytes) throw new Error(`the model runs away: ${taken} steps hold ${grown} bytes`)
  }
}
