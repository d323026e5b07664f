// The walks that reach every state of a model by its shortest path, and take every transition that it can take.
import { type AdjacencyValue, getAdjacencyMap } from 'xstate/graph'
import { type GroupLogic, keyOf, type Moment, nextEvents, type PathEvent, type Talker } from './group-model.ts'

export interface WalkStep {
  event: PathEvent
  /** Where the model stands after it. */
  moment: Moment
}

interface Edge extends WalkStep {
  from: string
  to: string
}

/** Walks from the first moment on; none is the beginning of another one. */
export function walksOf(model: GroupLogic, talkers: readonly Talker[]): WalkStep[][] {
  const map = getAdjacencyMap(model, {
    serializeState: keyOf,
    events: (moment: Moment) => nextEvents(moment, talkers),
  }) as Record<string, AdjacencyValue<Moment, PathEvent>>
  const edges = Object.entries(map).flatMap(([from, { transitions }]) =>
    Object.values(transitions).map(({ event, state }): Edge => ({ from, to: keyOf(state), event, moment: state })),
  )
  const [start = ''] = Object.keys(map)
  const reachedBy = new Map<string, Edge>()
  // The map is in order of discovery: the first edge to a state is the end of a shortest path.
  for (const edge of edges) if (edge.to !== start && !reachedBy.has(edge.to)) reachedBy.set(edge.to, edge)

  const ends = new Set(reachedBy.values())
  const taken = new Set([...ends].flatMap(({ moment }) => moment.took))
  for (const edge of edges) {
    if (edge.moment.took.every((name) => taken.has(name))) continue
    ends.add(edge)
    for (const name of edge.moment.took) taken.add(name)
  }
  const passed = new Set([...ends].map(({ from }) => reachedBy.get(from)))
  return [...ends].filter((edge) => !passed.has(edge)).map((edge) => stepsTo(edge, reachedBy))
}

function stepsTo(end: Edge, reachedBy: ReadonlyMap<string, Edge>): WalkStep[] {
  const steps: WalkStep[] = []
  for (let edge: Edge | undefined = end; edge; edge = reachedBy.get(edge.from)) steps.unshift(edge)
  return steps
}
