// What is lit on a chart: active states, transitions just taken, timers that run, and what is near.
import type { DrawnChart, DrawnEdge, DrawnState, RunningTimer } from '../../src/feed/contract.ts'
import { around, type Rect } from './view.ts'

export interface RunningClock {
  timer: RunningTimer
  edge: DrawnEdge
  /** Index of its line in the edge's box. */
  line: number
}

/** States without states inside. */
export function leavesOf(chart: DrawnChart): DrawnState[] {
  const parents = new Set(chart.states.map(({ parent }) => parent))
  return chart.states.filter(({ id }) => !parents.has(id))
}

/** Active states that hold no other active one, in the chart's order. */
export function activeLeaves(chart: DrawnChart, active: ReadonlySet<string>): DrawnState[] {
  const parents = new Set(chart.states.filter(({ id }) => active.has(id)).map(({ parent }) => parent))
  return chart.states.filter(({ id }) => active.has(id) && !parents.has(id))
}

/** Each running timer at the edge it will take: an active state's `after` of that name. */
export function clocksOf(chart: DrawnChart, active: ReadonlySet<string>, timers: RunningTimer[]): RunningClock[] {
  return timers.flatMap((timer) => {
    for (const edge of chart.edges) {
      if (!active.has(edge.source)) continue
      const line = edge.labels.findIndex(({ kind, text }) => kind === 'after' && text === timer.name)
      if (line !== -1) return [{ timer, edge, line }]
    }
    return []
  })
}

/** All edges that run through a place: towards one target they share their way. */
export function edgesAt(
  chart: Pick<DrawnChart, 'edges'>,
  { x, y }: { x: number; y: number },
  reach: number,
): DrawnEdge[] {
  const between = (value: number, a: number, b: number): boolean =>
    value >= Math.min(a, b) - reach && value <= Math.max(a, b) + reach
  return chart.edges.filter(({ points }) =>
    points.slice(1).some((to, n) => {
      const from = points[n] ?? to
      return between(x, from.x, to.x) && between(y, from.y, to.y)
    }),
  )
}

/** Active states, what holds them, what one transition leads to, and what was just taken. */
export function nearOf(chart: DrawnChart, active: ReadonlySet<string>, took: ReadonlySet<string>): Near {
  const leaving = chart.edges.filter(({ source }) => active.has(source))
  const taken = chart.edges.filter(({ labels }) => labels.some(({ transition }) => took.has(transition)))
  return {
    states: withHolders(chart, [...active, ...leaving.map(({ target }) => target)]),
    edges: new Set([...leaving, ...taken].map(({ id }) => id)),
  }
}

/** A state with what it holds, its edges in both directions, and what they join. */
export function aroundState(chart: DrawnChart, id: string): Near {
  const isOwn = (state: string) => state === id || state.startsWith(`${id}.`)
  const edges = chart.edges.filter(({ source, target }) => isOwn(source) || isOwn(target))
  const own = chart.states.filter((state) => isOwn(state.id))
  return {
    states: withHolders(chart, [
      ...own.map((state) => state.id),
      ...edges.flatMap((edge) => [edge.source, edge.target]),
    ]),
    edges: new Set(edges.map((edge) => edge.id)),
  }
}

function withHolders(chart: DrawnChart, ids: string[]): Set<string> {
  const parentOf = new Map(chart.states.map(({ id, parent }) => [id, parent]))
  const states = new Set<string>()
  for (let id of ids as (string | undefined)[])
    while (id !== undefined && !states.has(id)) {
      states.add(id)
      id = parentOf.get(id)
    }
  return states
}

export interface Near {
  states: Set<string>
  edges: Set<string>
}

/** What to look at while following: the lead leaf with its ways out, at its heart the leaf itself. */
export function focusRect(chart: DrawnChart, active: ReadonlySet<string>): { rect: Rect; heart: Rect } | undefined {
  const lead = leadOf(chart, active)
  if (!lead) return undefined
  const leaving = chart.edges.filter(({ source }) => source === lead.id)
  const targets = new Set(leaving.map(({ target }) => target))
  const reached = chart.states.filter(({ id, parent }) => targets.has(id) && parent === lead.parent)
  return { rect: around([lead, ...reached, ...leaving.map(({ box }) => box)]) ?? lead, heart: lead }
}

/** Of the active leaves that in the region with the most states: there the work is done. */
function leadOf(chart: DrawnChart, active: ReadonlySet<string>): DrawnState | undefined {
  const regionOf = (id: string): string => id.split('.').slice(0, 2).join('.')
  const sizes = Map.groupBy(chart.states, ({ id }) => regionOf(id))
  const sizeOf = ({ id }: DrawnState): number => sizes.get(regionOf(id))?.length ?? 0
  return activeLeaves(chart, active).toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
}

/** Px of the letters of a short label, by its box. */
export const lettersOf = ({ box }: DrawnEdge): number => box.height * 0.75

/** Whether the short labels of an overview are read at the zoom `k`, as far as it has any. */
export const isLegible = ({ edges }: DrawnChart, k: number): boolean =>
  k * Math.min(...edges.filter(({ brief }) => brief !== undefined).map(lettersOf)) >= 5.2

/** The next state in a direction, for the arrow keys: near and straight ahead wins. */
export function neighbourOf(states: DrawnState[], from: DrawnState, key: string): DrawnState | undefined {
  const [dx, dy] = directions[key] ?? [0, 0]
  const cost = (state: DrawnState): number => {
    const x = state.x + state.width / 2 - from.x - from.width / 2
    const y = state.y + state.height / 2 - from.y - from.height / 2
    const ahead = x * dx + y * dy
    return ahead > 4 ? ahead + 2 * Math.abs(x * dy + y * dx) : Infinity
  }
  const ranked = states.map((state) => ({ state, cost: cost(state) })).toSorted((a, b) => a.cost - b.cost)
  return ranked[0]?.cost === Infinity ? undefined : ranked[0]?.state
}

/** By the keys that lead there. */
export const directions: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
