// A small chart is written on as a map is: names, clocks and what just happened keep their size, and none covers another.
import type { DrawnChart, DrawnEdge, DrawnState } from '../../src/feed/contract.ts'
import { leavesOf, type RunningClock } from './lit.ts'
import { newsRoom, type Notes } from './notes.ts'
import { overlap, type Rect } from './view.ts'

export interface PlacedName {
  id: string
  /** What the name takes, in the chart's px. */
  rect: Rect
  leaf: boolean
  /** It lies on its state, not beside it. */
  on: boolean
}

export interface MapOf extends Notes {
  names: PlacedName[]
}

/** Names at `pixels` on the screen while the chart is shown at `k`. What finds no room is left out, unless it is active. */
export function mapOf(
  chart: DrawnChart,
  active: ReadonlySet<string>,
  took: ReadonlySet<string>,
  clocks: readonly RunningClock[],
  k: number,
  pixels = 10.5,
): MapOf {
  const unit = pixels / k
  const names = placeNames(chart, active, unit)
  const taken = names.map(({ rect }) => rect)
  const put = (edge: DrawnEdge, width: number, height: number): Rect | undefined => {
    const rect = besideEdge(edge, width, height).find((spot) => !taken.some((other) => overlap(other, spot)))
    if (rect) taken.push(rect)
    return rect
  }
  const centred = (id: string, { x, y, width, height }: Rect) => ({ id, x: x + width / 2, y: y + height / 2 })
  return {
    names,
    clocks: clocks.map(({ timer, edge }) => {
      const [width, height] = [5.6 * unit, 1.8 * unit]
      return centred(timer.id, put(edge, width, height) ?? { ...middleOf(edge.box, width, height), width, height })
    }),
    fired: chart.edges.flatMap((edge) =>
      edge.labels
        .filter(({ transition }) => took.has(transition))
        .flatMap((label) => {
          const { width, height } = newsRoom(label, k)
          const rect = put(edge, width, height)
          return rect ? [{ id: label.transition, rect, label }] : []
        }),
    ),
  }
}

/** Active leaves choose first, then the others, then what holds them; each within what holds it. */
function placeNames(chart: DrawnChart, active: ReadonlySet<string>, unit: number): PlacedName[] {
  const { states } = chart
  const leaves = new Set(leavesOf(chart).map(({ id }) => id))
  const rank = ({ id }: DrawnState): number => (leaves.has(id) ? (active.has(id) ? 0 : 1) : 2)
  const boxes = states.filter(({ id }) => leaves.has(id))
  const byId = new Map(states.map((state) => [state.id, state]))
  const placed: PlacedName[] = []
  for (const state of states.filter(({ parent }) => parent !== undefined).toSorted((a, b) => rank(a) - rank(b))) {
    const leaf = leaves.has(state.id)
    const parent = byId.get(state.parent ?? '') ?? state
    const spots = (leaf ? onLeaf(state, unit) : titles(state, unit)).map((spot) => pushedInto(spot, parent))
    const open = spots.map((spot) => !placed.some(({ rect }) => overlap(rect, spot)))
    const free = spots.findIndex(
      (spot, at) => open[at] === true && !boxes.some((box) => box.id !== state.id && overlap(box, spot)),
    )
    const at = free === -1 && leaf && active.has(state.id) ? open.indexOf(true) : free
    const rect = spots[at]
    if (rect) placed.push({ id: state.id, rect, leaf, on: leaf && at < onSpots })
  }
  return placed
}

/** Where it is as wide as that, or wider, it stays in its middle. */
function pushedInto(rect: Rect, around: Rect): Rect {
  const start = (at: number, size: number, low: number, room: number): number =>
    size >= room ? low + (room - size) / 2 : Math.max(low, Math.min(low + room - size, at))
  return {
    ...rect,
    x: start(rect.x, rect.width, around.x, around.width),
    y: start(rect.y, rect.height, around.y, around.height),
  }
}

const textWidth = (text: string, unit: number): number => text.length * unit * 0.6

const onSpots = 5

/** On its state, a little aside, then beside it. */
function onLeaf(state: DrawnState, unit: number): Rect[] {
  const height = Math.max(unit * 1.5, state.height)
  const width = Math.max(textWidth(state.key, unit) + unit * 0.9, state.width)
  const { x, y } = middleOf(state, width, height)
  const [aside, above] = [(width - state.width) / 2, (height - state.height) / 2]
  const small = unit * 1.25
  const text = textWidth(state.key, unit)
  const beside = { x: middleOf(state, text, 0).x, width: text, height: small }
  return [
    { x, y, width, height },
    { x: x + aside, y, width, height },
    { x: x - aside, y, width, height },
    { x, y: y + above, width, height },
    { x, y: y - above, width, height },
    { ...beside, y: state.y + state.height + unit * 0.15 },
    { ...beside, y: state.y - small - unit * 0.15 },
  ]
}

function titles(state: DrawnState, unit: number): Rect[] {
  const [width, height] = [textWidth(state.key, unit), unit * 1.2]
  const inside = { x: state.x + unit * 0.5, y: state.y + unit * 0.2, width, height }
  const right = state.x + state.width - width - unit * 0.5
  return [
    inside,
    { ...inside, x: right },
    { ...inside, y: state.y - height },
    { ...inside, x: right, y: state.y - height },
    { ...inside, y: state.y + state.height - height },
    { ...inside, x: right, y: state.y + state.height - height },
    { ...inside, x: state.x - width - unit * 0.3 },
    { ...inside, x: state.x + state.width + unit * 0.3 },
  ]
}

/** Where its box is, then along its line, then a little off it. */
function besideEdge({ box, points }: DrawnEdge, width: number, height: number): Rect[] {
  const halves = points.slice(1).flatMap((point, at) => {
    const before = points[at] ?? point
    return [0.5, 0.25, 0.75].map((share) => ({
      x: before.x + (point.x - before.x) * share,
      y: before.y + (point.y - before.y) * share,
    }))
  })
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const spots = [centre, ...halves]
  const aside = offsets.flatMap(([right, down]) =>
    spots.map(({ x, y }) => ({ x: x + right * width, y: y + down * height })),
  )
  return aside.map(({ x, y }) => ({ x: x - width / 2, y: y - height / 2, width, height }))
}

const offsets = [
  [0, 0],
  [0.62, 0],
  [-0.62, 0],
  [0.5, 1],
  [-0.5, 1],
  [0.5, -1],
  [-0.5, -1],
  [0, 2],
  [0, -2],
  [1.2, 0],
  [-1.2, 0],
] as const

const middleOf = (rect: Rect, width: number, height: number): { x: number; y: number } => ({
  x: rect.x + rect.width / 2 - width / 2,
  y: rect.y + rect.height / 2 - height / 2,
})
