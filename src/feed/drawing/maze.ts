// The shortest way from one box to another on a grid of lanes: round boxes, with few bends, few crossings, no overlaps.
import TinyQueue from 'tinyqueue'

/** A place on the grid and the direction in which a line passes it: right, down, left, up. */
export interface Door {
  node: number
  direction: number
  cost: number
}

export interface Maze {
  columns: number
  rows: number
  /** No line passes. */
  blocked: Uint8Array
  /** Bit 1: a level border is next to it, bit 2: an upright one. Lines cross borders and do not follow them. */
  borders: Uint8Array
  /** What it costs to pass, beside the way itself. */
  price: (node: number) => number
  /** The net whose line runs level (upright) through the node, or -1. */
  level: Int16Array
  upright: Int16Array
  /** The direction in which it runs there. */
  levelTo: Int8Array
  uprightTo: Int8Array
}

const prices = { bend: 4, shared: 0.3, crossing: 5, overlap: 60, along: 14 }

/** Nodes from a door of `from` to a door of `to`. Lines of one net may share their way. */
export function wayThrough(maze: Maze, from: Door[], to: Door[], net: number): number[] | undefined {
  const { columns, rows, blocked, borders, price } = maze
  const best = new Float64Array(columns * rows * 4).fill(Infinity)
  const before = new Int32Array(columns * rows * 4).fill(-1)
  const ends = new Map(to.map((door) => [door.node * 4 + door.direction, door.cost]))
  const queue = new TinyQueue<{ state: number; cost: number }>([], (a, b) => a.cost - b.cost)
  const reach = (state: number, cost: number, origin: number): void => {
    if (cost >= (best[state] ?? 0)) return
    best[state] = cost
    before[state] = origin
    queue.push({ state, cost })
  }
  const passing = (node: number, direction: number): number => {
    const [same, other, sameTo] =
      direction % 2 === 0 ? [maze.level, maze.upright, maze.levelTo] : [maze.upright, maze.level, maze.uprightTo]
    const along = same[node] ?? -1
    const across = other[node] ?? -1
    const follows = ((borders[node] ?? 0) & (direction % 2 === 0 ? 1 : 2)) === 0 ? 0 : prices.along
    const crosses = across === -1 || across === net ? 0 : prices.crossing
    if (along === net && sameTo[node] === direction) return prices.shared + follows + price(node)
    return 1 + follows + crosses + (along === -1 ? 0 : prices.overlap) + price(node)
  }
  for (const { node, direction, cost } of from)
    if (blocked[node] === 0) reach(node * 4 + direction, cost + passing(node, direction), -1)
  let [last, least] = [-1, Infinity]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { state } = next
    const cost = best[state] ?? Infinity
    if (cost >= least) break
    const end = ends.get(state)
    if (end !== undefined && cost + end < least) [last, least] = [state, cost + end]
    const [node, heading] = [Math.floor(state / 4), state % 4]
    for (const direction of [heading, (heading + 1) % 4, (heading + 3) % 4]) {
      const [column, row] = [
        (node % columns) + (steps[direction]?.[0] ?? 0),
        Math.floor(node / columns) + (steps[direction]?.[1] ?? 0),
      ]
      const there = row * columns + column
      if (column < 0 || row < 0 || column >= columns || row >= rows || blocked[there] === 1) continue
      const turned = direction === heading ? 0 : turning(maze, node, direction, net)
      reach(there * 4 + direction, cost + turned + passing(there, direction), state)
    }
  }
  if (last === -1) return undefined
  const way: number[] = []
  for (let state = last; state !== -1; state = before[state] ?? -1) way.unshift(Math.floor(state / 4))
  return way
}

export const steps: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]

function turning(maze: Maze, node: number, direction: number, net: number): number {
  const there = (direction % 2 === 0 ? maze.level : maze.upright)[node] ?? -1
  const touches = there === -1 || there === net ? 0 : prices.overlap
  return prices.bend + touches + (maze.borders[node] === 0 ? 0 : prices.along)
}
