// What lines find on their way: boxes, borders, names, other states' insides, and each other.
import type { DrawnState } from '../contract.ts'
import { type Maze, steps } from './maze.ts'
import { pitch, type Room } from './place-boxes.ts'
import type { SketchedEdge } from './sketch.ts'

/** What stays the same for all lines of a part. */
export interface Ground {
  columns: number
  rows: number
  states: Map<string, DrawnState>
  /** Ids of states with states inside. */
  holders: ReadonlySet<string>
  within: (id: string, around: string) => boolean
  blocked: Uint8Array
  borders: Uint8Array
  /** 1 where a name stands. */
  names: Uint8Array
  /** Index of the innermost state that holds others. */
  inside: Int16Array
}

/** One line: an edge, or two that join the same states in both directions. */
export interface Line {
  edges: SketchedEdge['edge'][]
  from: DrawnState
  to: DrawnState
  /** Lines of one net may share their way. */
  net: number
  /** Nodes of the grid from end to end. */
  way: number[]
}

const prices = { name: 30, foreign: 4 }

export function groundOf({ width, height, states }: Room, nameSize: number): Ground {
  const columns = Math.floor(width / pitch) + 1
  const rows = Math.floor(height / pitch) + 1
  const byId = new Map(states.map((state) => [state.id, state]))
  const parents = new Set(states.flatMap(({ parent }) => parent ?? []))
  const within = (id: string, around: string): boolean => {
    const parent = byId.get(id)?.parent
    return parent !== undefined && (parent === around || within(parent, around))
  }
  const size = columns * rows
  const ground: Ground = {
    columns,
    rows,
    states: byId,
    holders: new Set(states.filter(({ id }) => parents.has(id)).map(({ id }) => id)),
    within,
    blocked: new Uint8Array(size),
    borders: new Uint8Array(size),
    names: new Uint8Array(size),
    inside: new Int16Array(size).fill(-1),
  }
  for (const [index, state] of states.entries()) lay(ground, state, { index, nameSize })
  return ground
}

function lay(
  { columns, holders, blocked, borders, names, inside }: Ground,
  state: DrawnState,
  { index, nameSize }: { index: number; nameSize: number },
): void {
  const { left, right, top, bottom } = lanesOf(state)
  const each = (x: [number, number], y: [number, number], mark: (node: number) => void): void => {
    for (let row = y[0]; row <= y[1]; row += 1) for (let at = x[0]; at <= x[1]; at += 1) mark(row * columns + at)
  }
  for (const row of [top - 1, top, bottom, bottom + 1])
    each([left, right], [row, row], (node) => (borders[node] = (borders[node] ?? 0) | 1))
  for (const column of [left - 1, left, right, right + 1])
    each([column, column], [top, bottom], (node) => (borders[node] = (borders[node] ?? 0) | 2))
  if (!holders.has(state.id)) return each([left, right], [top, bottom], (node) => (blocked[node] = 1))
  each([left, right], [top, bottom], (node) => (inside[node] = index))
  const end = left + Math.ceil((20 + state.key.length * nameSize * 0.69 + (state.gate === undefined ? 0 : 14)) / pitch)
  const deep = Math.ceil((nameSize + 8) / pitch) - 1
  each([left, Math.min(end, right)], [top, top + deep], (node) => (names[node] = 1))
}

/** The ground as one line finds it while the others lie as they do. */
export function mazeFor(line: Line, others: Line[], ground: Ground): Maze {
  const { columns, rows, blocked, borders, names, inside, states, within } = ground
  const size = columns * rows
  const foreign = [...states.keys()].map((id) => !within(line.from.id, id) && !within(line.to.id, id))
  const maze = {
    columns,
    rows,
    blocked,
    borders,
    price: (node: number) =>
      (names[node] === 1 ? prices.name : 0) + (foreign[inside[node] ?? -1] === true ? prices.foreign : 0),
    level: new Int16Array(size).fill(-1),
    upright: new Int16Array(size).fill(-1),
    levelTo: new Int8Array(size),
    uprightTo: new Int8Array(size),
  }
  for (const other of others)
    for (const [at, to] of other.way.slice(1).entries()) {
      const from = other.way[at] ?? to
      const direction = steps.findIndex(([right, down]) => to - from === right + down * columns)
      for (const node of [from, to]) {
        ;(direction % 2 === 0 ? maze.level : maze.upright)[node] = other.net
        ;(direction % 2 === 0 ? maze.levelTo : maze.uprightTo)[node] = direction
      }
    }
  return maze
}

/** The first and the last lanes that lie on a state. */
export const lanesOf = ({ x, y, width, height }: DrawnState) => ({
  left: Math.ceil(x / pitch),
  right: Math.floor((x + width) / pitch),
  top: Math.ceil(y / pitch),
  bottom: Math.floor((y + height) / pitch),
})
