// What makes a layout hard to read: lines that cross, run through states, or run along borders.
import { type Area, columnsOf, grown, overlap, piecesOf, rowsOf } from './areas.ts'
import type { Part } from './elk-graph.ts'

export function faultsOf({ states, edges }: Pick<Part, 'states' | 'edges'>): number {
  const pieces = edges.flatMap(piecesOf)
  const flat = pieces.filter(({ height }) => height === 0)
  const upright = pieces.filter(({ width }) => width === 0)
  const parents = new Set(states.map(({ parent }) => parent))
  const insides = states.filter(({ id }) => !parents.has(id)).map((leaf) => grown(leaf, -1))
  const [rows, columns] = [states.flatMap(rowsOf), states.flatMap(columnsOf)]
  const crossings = count(flat, upright, (a, b) => a.edge !== b.edge && overlap(a, b))
  const along = count(flat, rows, isNear) + count(upright, columns, isNear)
  // A line on a border reads as part of the box.
  return crossings + 10 * (along + count(pieces, insides, overlap))
}

const count = <A, B>(these: A[], those: B[], meet: (a: A, b: B) => boolean): number =>
  these.reduce((sum, a) => sum + those.filter((b) => meet(a, b)).length, 0)

const isNear = (line: Area, border: Area): boolean => overlap(grown(line, 3), grown(border, -1))
