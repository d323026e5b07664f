// What is written over the lines: the words of what was just taken, those of a chosen state's edges, and clocks.
import type { DrawnChart, DrawnEdge, DrawnLabel } from '../../src/feed/contract.ts'
import { edgesAt, leavesOf, type RunningClock } from './lit.ts'
import { overlap, type Rect } from './view.ts'

export interface Notes {
  /** Centres of clocks, by the timer's id. */
  clocks: { id: string; x: number; y: number }[]
  /** Words where no label can be read. */
  signs: Sign[]
}

interface Sign {
  id: string
  rect: Rect
  lines: string[]
  /** Just taken. */
  fired: boolean
}

interface Point {
  x: number
  y: number
}

interface Wanted {
  took: ReadonlySet<string>
  clocks: readonly RunningClock[]
  /** Ids of edges whose words are wanted though their labels are not drawn. */
  told: ReadonlySet<string>
}

/** Px on the screen. */
export const signSize = 10.5

/** For a drawing shown at `k`: all keep their size on the screen. What finds no room is left out, but never a clock. */
export function notesOf(chart: DrawnChart, { took, clocks, told }: Wanted, k: number): Notes {
  const leaves = leavesOf(chart)
  const isFired = ({ labels }: DrawnEdge) => labels.some(({ transition }) => took.has(transition))
  const labels = chart.edges.filter((edge) => edge.brief !== undefined && !isFired(edge)).map(({ box }) => box)
  const taken: Rect[] = [...leaves, ...titlesOf(chart, new Set(leaves.map(({ id }) => id))), ...labels]
  const whole = { x: 0, y: 0, width: chart.width, height: chart.height }
  const put = (spots: Rect[], over: readonly Rect[] = []): Rect | undefined => {
    const met = taken.filter((other) => !over.includes(other))
    const free = spots.find((spot) => isInside(spot, whole) && !met.some((other) => overlap(other, spot)))
    if (free) taken.push(free)
    return free
  }
  const sign = (id: string, edge: DrawnEdge, lines: string[], fired: boolean): Sign[] => {
    const { width, height } = roomFor(lines, k)
    const rect = put(spotsAt(edge, width, height))
    return rect ? [{ id, rect, lines, fired }] : []
  }
  return {
    clocks: clocks.map(({ timer, edge }) => {
      // It takes the place of a short label: its own, or another one where it would be far from its line.
      const [width, height] = [60 / Math.min(1, k), 18 / Math.min(1, k)]
      const spots = edge.brief === undefined ? spotsAt(edge, width, height) : []
      const isNear = (spot: Rect): boolean => edgesAt({ edges: [edge] }, middleOf(spot), width).length > 0
      const near = spots.length > 0 ? [...spots, ...spotsBetween(leaves, edge, width, height)].filter(isNear) : []
      const free = put(near) ?? put(near, labels) ?? put(spots)
      const { x, y } = free ? middleOf(free) : homeOf(edge)
      return { id: timer.id, x: kept(x, width / 2, chart.width), y: kept(y, height / 2, chart.height) }
    }),
    signs: chart.edges.flatMap((edge) => {
      const fired = edge.labels.filter(({ transition }) => took.has(transition))
      if (fired.length > 0) return fired.flatMap((label) => sign(label.transition, edge, linesOf(label), true))
      return told.has(edge.id) ? sign(edge.id, edge, allOf(edge.labels), false) : []
    }),
  }
}

/** What fired, and below it under which condition and gate. */
export function linesOf({ kind, text, guard, gate }: DrawnLabel): string[] {
  const condition = [guard && `[${guard}]`, gate && `◇ ${gate}`].filter(Boolean).join(' ')
  return [`${marks[kind]} ${text}`.trim(), condition].filter((line) => line !== '')
}

const most = 3

function allOf(labels: DrawnLabel[]): string[] {
  const lines = labels.map(({ kind, text, guard }) =>
    [marks[kind], text, guard && `[${guard}]`].filter(Boolean).join(' '),
  )
  return lines.length > most ? [...lines.slice(0, most - 1), `+${lines.length - most + 1}`] : lines
}

export function roomFor(lines: string[], k: number): { width: number; height: number } {
  const longest = Math.max(...lines.map((line) => line.length))
  return {
    width: ((longest * 0.63 + 1.1) * signSize) / k,
    height: ((lines.length * 1.25 + 0.35) * signSize) / k,
  }
}

/** What stands before a label's name. */
export const marks: Record<DrawnLabel['kind'], string> = { event: '', after: '◷', always: '', done: '✓', error: '✕' }

const titlesOf = ({ states, nameSize }: DrawnChart, leaves: ReadonlySet<string>): Rect[] =>
  states
    .filter(({ id, parent }) => parent !== undefined && !leaves.has(id))
    .map(({ x, y, key }) => ({ x: x + 8, y: y + 4, width: 14 + key.length * nameSize * 0.68, height: nameSize + 7 }))

/** Where the label is or would be, then along the line, then beside it, then anywhere near. */
function spotsAt(edge: DrawnEdge, width: number, height: number): Rect[] {
  const { points } = edge
  const home = homeOf(edge)
  const places = points.slice(1).flatMap((to, n) => {
    const from = points[n] ?? to
    const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
    const count = Math.max(1, Math.round((length / height) * 2))
    return Array.from({ length: count }, (_, at) => {
      const share = (at + 0.5) / count
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    })
  })
  const spots = (from: Point[], right: number[], down: number[]): Rect[] =>
    from
      .flatMap((place) => right.flatMap((dx) => down.map((dy) => ({ place, dx: dx * width, dy: dy * height }))))
      .map(({ place, dx, dy }) => ({
        ...centred({ x: place.x + dx, y: place.y + dy }, width, height),
        cost: Math.abs(place.x - home.x) + Math.abs(place.y - home.y) + 2 * (Math.abs(dx) + Math.abs(dy)),
      }))
      .toSorted((a, b) => a.cost - b.cost)
      .map(({ x, y }) => ({ x, y, width, height }))
  const steps = Array.from({ length: 17 }, (_, n) => (n - 8) / 4)
  return [...spots([home, ...places], [0, 0.55, -0.55], [0, 0.6, -0.6]), ...spots([home], steps, steps)]
}

/** Close above or below a state, where the room between two is hardly higher than a clock. */
function spotsBetween(leaves: readonly Rect[], edge: DrawnEdge, width: number, height: number): Rect[] {
  const { x, y } = homeOf(edge)
  return leaves
    .flatMap((leaf) => [leaf.y + leaf.height + margin, leaf.y - height - margin])
    .toSorted((a, b) => Math.abs(a + height / 2 - y) - Math.abs(b + height / 2 - y))
    .map((top) => ({ x: x - width / 2, y: top, width, height }))
}

const margin = 0.5

/** Not over the edge of the chart. */
const kept = (at: number, half: number, size: number): number => Math.max(half, Math.min(size - half, at))

/** The middle of its label; without one, of its line. */
const homeOf = ({ box, points }: DrawnEdge): Point =>
  box.width > 0 ? middleOf(box) : (halfWay(points) ?? middleOf(box))

function halfWay(points: readonly Point[]): Point | undefined {
  const lengths = points
    .slice(1)
    .map((to, n) => Math.abs(to.x - (points[n]?.x ?? 0)) + Math.abs(to.y - (points[n]?.y ?? 0)))
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2
  for (const [n, length] of lengths.entries()) {
    const [from, to] = [points[n], points[n + 1]]
    if (from && to && left <= length) {
      const share = length === 0 ? 0 : left / length
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    }
    left -= length
  }
  return undefined
}

const middleOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 })
const centred = ({ x, y }: Point, width: number, height: number) => ({
  x: x - width / 2,
  y: y - height / 2,
})

const isInside = (a: Rect, b: Rect): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
