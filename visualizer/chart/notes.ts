// Where clocks and the words of what was just taken stand: at their lines, off names and off each other.
import type { DrawnChart, DrawnEdge, DrawnLabel } from '../../src/feed/contract.ts'
import { leavesOf, type RunningClock } from './lit.ts'
import { overlap, type Rect } from './view.ts'

export interface Notes {
  /** Centres of clocks, by the timer's id. */
  clocks: { id: string; x: number; y: number }[]
  /** Where the words of transitions just taken stand. */
  fired: { id: string; rect: Rect; label: DrawnLabel }[]
}

/** Px on the screen. */
export const newsSize = 10.5

/** For a drawing without labels, shown at `k`. What finds no room is left out, but never a clock. */
export function notesOf(
  chart: DrawnChart,
  took: ReadonlySet<string>,
  clocks: readonly RunningClock[],
  k: number,
): Notes {
  const leaves = leavesOf(chart)
  const taken: Rect[] = [...leaves, ...titlesOf(chart, new Set(leaves.map(({ id }) => id)))]
  const whole = { x: 0, y: 0, width: chart.width, height: chart.height }
  const borders = chart.states.filter(({ id }) => !leaves.some((leaf) => leaf.id === id)).flatMap(bordersOf)
  const put = (edge: DrawnEdge, width: number, height: number, share: number): Rect | undefined => {
    const region = regionOf(chart, edge.source)
    const spots = spotsAt(edge, width, height, share).filter(
      (spot) => isInside(spot, whole) && !taken.some((other) => overlap(other, spot)),
    )
    const within = spots.filter((spot) => isInside(spot, region))
    const free = within.find((spot) => !borders.some((other) => overlap(other, spot))) ?? within[0] ?? spots[0]
    if (free) taken.push(free)
    return free
  }
  // A clock belongs to the state it waits in, news to the way that was taken.
  return {
    clocks: clocks.map(({ timer, edge }) => {
      const [width, height] = [60 / k, 19 / k]
      const { x, y } = put(edge, width, height, 0.2) ?? { x: edge.box.x - width / 2, y: edge.box.y - height / 2 }
      return { id: timer.id, x: x + width / 2, y: y + height / 2 }
    }),
    fired: chart.edges.flatMap((edge) =>
      edge.labels
        .filter(({ transition }) => took.has(transition))
        .flatMap((label) => {
          const { width, height } = newsRoom(label, k)
          const rect = put(edge, width, height, 0.5)
          return rect ? [{ id: label.transition, rect, label }] : []
        }),
    ),
  }
}

/** What fired, and below it under which condition and gate. */
export function newsLines({ kind, text, guard, gate }: DrawnLabel): string[] {
  const condition = [guard && `[${guard}]`, gate && `◇ ${gate}`].filter(Boolean).join(' ')
  return [`${marks[kind]} ${text}`.trim(), condition].filter((line) => line !== '')
}

export function newsRoom(label: DrawnLabel, k: number): { width: number; height: number } {
  const lines = newsLines(label)
  const longest = Math.max(...lines.map((line) => line.length))
  return {
    width: ((longest * 0.63 + 1.1) * newsSize) / k,
    height: ((lines.length * 1.25 + 0.35) * newsSize) / k,
  }
}

/** What stands before a label's name. */
export const marks: Record<DrawnLabel['kind'], string> = { event: '', after: '◷', always: '', done: '✓', error: '✕' }

const titlesOf = ({ states }: DrawnChart, leaves: ReadonlySet<string>): Rect[] =>
  states
    .filter(({ id, parent }) => parent !== undefined && !leaves.has(id))
    .map(({ x, y, key }) => ({ x: x + 8, y: y + 4, width: 14 + key.length * 9, height: 20 }))

/** On the line, nearest to that share of it first; then beside it. */
function spotsAt({ points }: DrawnEdge, width: number, height: number, wanted: number): Rect[] {
  const places = points.slice(1).flatMap((to, n) => {
    const from = points[n] ?? to
    const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
    const count = Math.max(1, Math.round(length / 10))
    return Array.from({ length: count }, (_, at) => {
      const share = (at + 0.5) / count
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    })
  })
  const asides = [0, 0.55, -0.55].flatMap((right) =>
    [0, 0.3, -0.3, 0.6, -0.6, 1.2, -1.2, 2, -2].map((down) => ({ right, down })),
  )
  return places
    .flatMap(({ x, y }, at) =>
      asides.map(({ right, down }) => ({
        x: x + (right - 0.5) * width,
        y: y + (down - 0.5) * height,
        width,
        height,
        cost:
          Math.abs(at + 0.5 - places.length * wanted) * 10 + (Math.abs(right) * width + Math.abs(down) * height) * 1.5,
      })),
    )
    .toSorted((a, b) => a.cost - b.cost)
}

/** The state below the chart's root in which an edge begins. */
function regionOf(chart: DrawnChart, id: string | undefined): Rect {
  const state = chart.states.find((other) => other.id === id)
  const parent = chart.states.find((other) => other.id === state?.parent)
  if (!state || !parent) return { x: 0, y: 0, width: chart.width, height: chart.height }
  return parent.parent === undefined ? state : regionOf(chart, parent.id)
}

const bordersOf = ({ x, y, width, height }: Rect): Rect[] => [
  { x, y: y - 1, width, height: 2 },
  { x, y: y + height - 1, width, height: 2 },
  { x: x - 1, y, width: 2, height },
  { x: x + width - 1, y, width: 2, height },
]

const isInside = (a: Rect, b: Rect): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
