// What makes a layout hard to read: lines that cross, run through names, or run along borders.
import type { DrawnState } from '../contract.ts'
import type { Part } from './elk-graph.ts'

export function faultsOf({ states, edges }: Part): number {
  const pieces = edges.flatMap(({ id, points }) =>
    points.slice(1).map((to, at) => ({ id, ...areaOf(points[at] ?? to, to) })),
  )
  const flat = pieces.filter(({ top, bottom }) => top === bottom)
  const upright = pieces.filter(({ left, right }) => left === right)
  const parents = new Set(states.map(({ parent }) => parent))
  const holders = states.filter(({ id }) => parents.has(id))
  const crossings = pairs(flat, upright, (a, b) => a.id !== b.id && overlap(a, b))
  const throughNames = pairs(pieces, holders.map(nameArea), overlap)
  const throughGates = pairs(pieces, holders.flatMap(gateArea), overlap)
  const alongBorders = pairs(flat, states.flatMap(rowsOf), overlap) + pairs(upright, states.flatMap(columnsOf), overlap)
  // A line on a border reads as part of the box.
  return crossings + throughGates + 2 * throughNames + 10 * alongBorders
}

/** A straight piece of a line is an area without width or height. */
interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

const pairs = <A, B>(these: A[], those: B[], meet: (a: A, b: B) => boolean): number =>
  these.reduce((sum, a) => sum + those.filter((b) => meet(a, b)).length, 0)

const overlap = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const areaOf = (from: { x: number; y: number }, to: { x: number; y: number }): Area => ({
  left: Math.min(from.x, to.x),
  right: Math.max(from.x, to.x),
  top: Math.min(from.y, to.y),
  bottom: Math.max(from.y, to.y),
})

const nameArea = ({ x, y, key }: DrawnState): Area => ({
  left: x + 8,
  right: x + 18 + key.length * 8,
  top: y + 8,
  bottom: y + 26,
})

const gateArea = ({ x, y, width, gate }: DrawnState): Area[] =>
  gate === undefined
    ? []
    : [{ left: x + width - 24 - gate.length * 6, right: x + width - 8, top: y + 8, bottom: y + 26 }]

const near = 3

const rowsOf = ({ x, y, width, height }: DrawnState): Area[] =>
  [y, y + height].map((at) => ({ left: x, right: x + width, top: at - near, bottom: at + near }))

const columnsOf = ({ x, y, width, height }: DrawnState): Area[] =>
  [x, x + width].map((at) => ({ left: at - near, right: at + near, top: y, bottom: y + height }))
