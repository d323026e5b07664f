// Where the labels of an overview stand: on their lines or beside them, off states, borders, other lines and each other.
import type { DrawnEdge, DrawnLabel, DrawnState } from '../contract.ts'
import { type Area, columnsOf, grown, isInside, nameArea, overlap, type Piece, piecesOf, rowsOf } from './areas.ts'
import { tenth } from './elk-graph.ts'
import type { SketchedEdge, WordSizes } from './sketch.ts'
import { textWidth } from './text-width.ts'

/** What a label takes, px. */
export const sizeOf = (brief: string, size: number) => ({
  width: Math.ceil(8 + textWidth(brief, size)),
  height: Math.round(size / 0.75),
})

/** Of a line that carries a label this much stays in sight before and after it, px; there is the head. */
const ends = { tail: 4, head: 10 }
/** A label on its line is so far from any other line, px; beside its line farther: nobody reads it at another. */
const distances = { on: 2, beside: 9 }

/** A label that finds no room is left out, and so is that of an edge that shares its line with the one that comes back. */
export function placeLabels(
  states: DrawnState[],
  edges: DrawnEdge[],
  sketched: SketchedEdge[],
  words: WordSizes,
): DrawnEdge[] {
  const [region] = states
  const briefs = new Map(sketched.map(({ edge, brief }) => [edge.id, brief]))
  const pieces = edges.flatMap(piecesOf)
  const taken = obstaclesOf(states, words.names)
  const placed = new Map<string, Area>()
  for (const edge of edges.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const others = pieces.filter((piece) => piece.edge !== edge)
    const spot = spotsOf(edge, sizeOf(briefs.get(edge.id) ?? '', words.labels)).find(
      ({ area, distance }) =>
        (region === undefined || isInside(grown(area, 2), region)) &&
        !taken.some((other) => overlap(other, area)) &&
        !others.some((piece) => overlap(grown(piece, distance), area)),
    )
    if (!spot) continue
    placed.set(edge.id, spot.area)
    taken.push(grown(spot.area, 2))
  }
  return edges.map((edge) => {
    const box = placed.get(edge.id)
    return box ? { ...edge, box, brief: briefs.get(edge.id) ?? '' } : edge
  })
}

/** Timers choose first: their clocks stand there; then what work leads to; then what has a name of its own; conditions last. */
const rankOf = ({ labels }: DrawnEdge): number =>
  Math.min(...labels.map(({ kind }) => ranks.indexOf(kind)), ranks.length)

const ranks: DrawnLabel['kind'][] = ['after', 'done', 'error', 'event', 'always']

/** On the line, in the middle of a piece first; then beside it. */
function spotsOf(edge: DrawnEdge, size: { width: number; height: number }) {
  const spots = piecesOf(edge).flatMap((piece) => {
    const length = piece.width + piece.height
    const half = (piece.height === 0 ? size.width : size.height) / 2
    return Array.from({ length: Math.floor(length / 3.5) + 1 }, (_, n) => n * 3.5).flatMap((at) => {
      const off = Math.abs(at / (length || 1) - 0.5)
      const hasRoom = at >= half + ends.tail && length - at >= half + ends.head
      const on = hasRoom ? [{ cost: off, distance: distances.on, area: areaAt(piece, at, size, 0) }] : []
      const beside = [1, -1].map((side) => ({
        cost: 1 + off,
        distance: distances.beside,
        area: areaAt(piece, at, size, side),
      }))
      return [...on, ...beside]
    })
  })
  return spots.toSorted((a, b) => a.cost - b.cost)
}

/** `side`: 0 on the line, 1 or -1 beside it. */
function areaAt(
  { from, to, height: rise }: Piece,
  at: number,
  { width, height }: { width: number; height: number },
  side: number,
): Area {
  const [right, down] = rise === 0 ? [0, side] : [side, 0]
  return {
    x: tenth(from.x + Math.sign(to.x - from.x) * at - width / 2 + right * (width / 2 + 3)),
    y: tenth(from.y + Math.sign(to.y - from.y) * at - height / 2 + down * (height / 2 + 3)),
    width,
    height,
  }
}

/** The first state is the region itself, at whose border no label stands anyway. */
function obstaclesOf(states: DrawnState[], names: number): Area[] {
  const parents = new Set(states.map(({ parent }) => parent))
  const leaves = states.filter(({ id }) => !parents.has(id))
  const holders = states.filter(({ id }) => parents.has(id))
  const borders = holders.slice(1).flatMap((holder) => [...rowsOf(holder), ...columnsOf(holder)])
  return [
    ...leaves.map((leaf) => grown(leaf, 2)),
    ...holders.map((holder) => nameArea(holder, names)),
    ...borders.map((border) => grown(border, 1)),
  ]
}
