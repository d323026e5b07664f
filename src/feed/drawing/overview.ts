// A part of a chart at a glance: names in small boxes, lines that join where they lead to one state, short labels where there is room.
import type { DrawnState } from '../contract.ts'
import { type Part, tenth } from './elk-graph.ts'
import { type FlatForm, layOutFlat } from './layout.ts'
import { boxWidth, placeBoxes } from './place-boxes.ts'
import { placeLabels } from './place-labels.ts'
import { routeLines } from './route-lines.ts'
import type { SketchedEdge, SketchedState, WordSizes } from './sketch.ts'

/** The forms a region can take. ELK has no good one for states inside states; see docs/decisions/0018. */
export async function overviewsOf(region: SketchedState, edges: SketchedEdge[], words: WordSizes): Promise<Part[]> {
  const own = nestedOf(region, edges, words)
  if (region.children.some(({ children }) => children.length > 0)) return [own]
  return [...(await elkOverviews(region, edges, words)), own]
}

export const elkOverviews = (region: SketchedState, edges: SketchedEdge[], words: WordSizes): Promise<Part[]> =>
  Promise.all(flatForms.map((form) => layOutFlat(smallOf(region, words), edges, { ...form, size: words.labels })))

const flatForms: Omit<FlatForm, 'size'>[] = [true, false].flatMap((labels) =>
  (['DOWN', 'RIGHT'] as const).map((direction) => ({ labels, direction })),
)

const smallOf = (sketched: SketchedState, words: WordSizes): SketchedState => ({
  ...sketched,
  head: words.names - 1,
  width: Math.ceil(boxWidth(sketched.state, words)),
  height: 28,
  children: sketched.children.map((child) => smallOf(child, words)),
})

function nestedOf(region: SketchedState, edges: SketchedEdge[], words: WordSizes): Part {
  const room = placeBoxes(region, edges, words)
  const lines = routeLines(
    room,
    edges.map(({ edge }) => edge),
    words.names,
  )
  const part = trimmed({ ...room, edges: lines }, region.state.id, words.names)
  return { ...part, edges: placeLabels(part.states, part.edges, edges, words) }
}

const margin = 14

/** Lanes at the sides that no line needed are given back, unless lines end at the border itself. */
function trimmed(part: Part, region: string, names: number): Part {
  const around = part.states.find(({ id }) => id === region)
  const inner = part.states.filter(({ id }) => id !== region)
  const bound = part.edges.some(({ source, target }) => source === region || target === region)
  if (!around || bound || inner.length === 0) return part
  const points = part.edges.flatMap((edge) => edge.points)
  const left = Math.min(...inner.map(({ x }) => x), ...points.map(({ x }) => x)) - margin
  const right = Math.max(...inner.map(({ x, width }) => x + width), ...points.map(({ x }) => x)) + margin
  const bottom = Math.max(...inner.map(({ y, height }) => y + height), ...points.map(({ y }) => y)) + margin
  const move = <T extends { x: number; y: number }>(thing: T): T => ({
    ...thing,
    x: tenth(thing.x - left),
    y: tenth(thing.y - around.y),
  })
  const size = { width: Math.max(right - left, nameRoom(around, names)), height: bottom - around.y }
  return {
    ...size,
    states: [{ ...around, ...size, x: 0, y: 0 }, ...inner.map(move)],
    edges: part.edges.map((edge) => ({ ...edge, points: edge.points.map(move), box: move(edge.box) })),
  }
}

const nameRoom = ({ key }: DrawnState, names: number): number => 30 + key.length * names * 0.77
