// What makes a layout hard to read: lines that cross, run through states or names, or run along borders.
import type { DrawnState } from '../contract.ts'
import { type Area, columnsOf, grown, nameArea, overlap, piecesOf, rowsOf } from './areas.ts'
import type { Part } from './elk-graph.ts'

export function faultsOf({ states, edges }: Pick<Part, 'states' | 'edges'>, nameSize: number): number {
  const pieces = edges.flatMap(piecesOf)
  const flat = pieces.filter(({ height }) => height === 0)
  const upright = pieces.filter(({ width }) => width === 0)
  const parents = new Set(states.map(({ parent }) => parent))
  const holders = states.filter(({ id }) => parents.has(id))
  const leaves = states.filter(({ id }) => !parents.has(id))
  const crossings = count(flat, upright, (a, b) => a.edge !== b.edge && overlap(a, b))
  const names = holders.map((state) => nameArea(state, nameSize))
  const insides = leaves.map((leaf) => grown(leaf, -1))
  const borders =
    count(flat, near(states.flatMap(rowsOf)), overlap) + count(upright, near(states.flatMap(columnsOf)), overlap)
  // A line on a border reads as part of the box.
  return (
    crossings +
    count(pieces, holders.flatMap(gateArea), overlap) +
    2 * count(pieces, names, overlap) +
    10 * (borders + count(pieces, insides, overlap))
  )
}

const count = <A, B>(these: A[], those: B[], meet: (a: A, b: B) => boolean): number =>
  these.reduce((sum, a) => sum + those.filter((b) => meet(a, b)).length, 0)

const near = (borders: Area[]): Area[] =>
  borders.map(({ x, y, width, height }) =>
    width === 0 ? { x: x - 3, y, width: 6, height } : { x, y: y - 3, width, height: 6 },
  )

const gateArea = ({ x, y, width, gate }: DrawnState): Area[] =>
  gate === undefined ? [] : [{ x: x + width - 24 - gate.length * 6, y: y + 8, width: 16 + gate.length * 6, height: 18 }]
