// The walks that reach every state of a model by its shortest path, and take every transition that it can take.
import { type Graph, pathTo, type WalkStep } from './graph.ts'

/** Walks from the first moment on; none is the beginning of another one. */
export function walksOf(graph: Graph): WalkStep[][] {
  const { edges, reachedBy } = graph
  const ends = new Set(reachedBy.values())
  const taken = new Set([...ends].flatMap(({ moment }) => moment.took))
  for (const edge of edges) {
    if (edge.moment.took.every((name) => taken.has(name))) continue
    ends.add(edge)
    for (const name of edge.moment.took) taken.add(name)
  }
  const passed = new Set([...ends].map(({ from }) => reachedBy.get(from)))
  return [...ends].filter((edge) => !passed.has(edge)).map((edge) => pathTo(edge, graph))
}
