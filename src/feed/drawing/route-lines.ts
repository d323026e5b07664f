// The lines of an overview: each finds its way between the boxes, and those that lead to one state join on the way.
import type { DrawnEdge, DrawnState } from '../contract.ts'
import { tenth } from './elk-graph.ts'
import { type Ground, groundOf, lanesOf, type Line, mazeFor } from './ground.ts'
import { type Door, wayThrough } from './maze.ts'
import { pitch, type Room } from './place-boxes.ts'
import type { SketchedEdge } from './sketch.ts'

type Edge = SketchedEdge['edge']
type Point = { x: number; y: number }

/** Every line is laid anew so often, in sight of all the others. */
const rounds = 3

/** `names`: their font size, px. */
export function routeLines(room: Room, edges: Edge[], names: number): DrawnEdge[] {
  const ground = groundOf(room, names)
  const lines = linesOf(edges, ground)
  const near = lines.toSorted((a, b) => distance(a) - distance(b))
  for (let round = 0; round < rounds; round += 1)
    for (const line of near.filter(({ from, to }) => from !== to)) {
      const others = lines.filter((other) => other !== line)
      const [leave, arrive] = [doors(line, line.from, ground), doors(line, line.to, ground)]
      const arriving = arrive.map((door) => ({ ...door, direction: (door.direction + 2) % 4 }))
      line.way = wayThrough(mazeFor(line, others, ground), leave, arriving, line.net) ?? line.way
    }
  return lines.flatMap((line) => {
    const points = pointsOf(line, ground)
    const middle = middleOf(points)
    return line.edges.map((edge) => ({
      ...edge,
      points: edge.source === line.from.id ? points : points.toReversed(),
      box: { ...middle, width: 0, height: 0 },
    }))
  })
}

function linesOf(edges: Edge[], ground: Ground): Line[] {
  const between = new Map(edges.map((edge) => [`${edge.source} ${edge.target}`, edge]))
  const nets = new Map(edges.map(({ target }, at) => [target, edges.length + at]))
  return edges.flatMap((edge, at) => {
    const from = ground.states.get(edge.source)
    const to = ground.states.get(edge.target)
    const back = edge.source === edge.target ? undefined : between.get(`${edge.target} ${edge.source}`)
    const twin = back && !ground.holders.has(edge.source) && !ground.holders.has(edge.target) ? back : undefined
    if (!from || !to || (twin && edges.indexOf(twin) < at)) return []
    const alone = twin !== undefined || from === to
    const net = alone ? at : (nets.get(edge.target) ?? at)
    const way = from === to ? loopAt(from, ground.columns) : []
    return [{ edges: twin ? [edge, twin] : [edge], from, to, net, way }]
  })
}

const distance = ({ from, to }: Line): number =>
  Math.abs(from.x + from.width / 2 - to.x - to.width / 2) + Math.abs(from.y + from.height / 2 - to.y - to.height / 2)

/** Every place at which a line can leave a state; inwards where its other end is inside. */
function doors(line: Line, state: DrawnState, { columns, holders, within }: Ground): Door[] {
  const other = state === line.from ? line.to : line.from
  const inwards = within(other.id, state.id)
  const { left, right, top, bottom } = lanesOf(state)
  const spare = holders.has(state.id) ? 2 : 1
  const out = inwards ? 0 : 1
  const turned = inwards ? 2 : 0
  const side = (low: number, high: number, node: (at: number) => number, direction: number): Door[] =>
    Array.from({ length: Math.max(1, high - low + 1 - 2 * spare) }, (_, n) => low + spare + n).map((at) => ({
      node: node(at),
      direction: (direction + turned) % 4,
      cost: 0.3 * Math.abs(at - (low + high) / 2),
    }))
  return [
    ...side(top, bottom, (row) => row * columns + right + out, 0),
    ...side(left, right, (column) => (bottom + out) * columns + column, 1),
    ...side(top, bottom, (row) => row * columns + left - out, 2),
    ...side(left, right, (column) => (top - out) * columns + column, 3),
  ]
}

function loopAt(state: DrawnState, columns: number): number[] {
  const { right, top } = lanesOf(state)
  const [upper, lower] = [top * columns + right, (top + 2) * columns + right]
  return [upper + 1, upper + 2, upper + 2 + columns, lower + 2, lower + 1]
}

function pointsOf({ way, from, to }: Line, { columns }: Ground): Point[] {
  const at = (node: number): Point => ({ x: (node % columns) * pitch, y: Math.floor(node / columns) * pitch })
  const inner = way.map(at)
  const ends = [onBorder(inner[0], from), ...inner, onBorder(inner.at(-1), to)]
  const straight = (a: Point, b: Point, c: Point): boolean =>
    (a.x === b.x && b.x === c.x) || (a.y === b.y && b.y === c.y)
  return ends
    .filter((point, n) => {
      const [before, after] = [ends[n - 1], ends[n + 1]]
      return !before || !after || !straight(before, point, after)
    })
    .map(({ x, y }) => ({ x: tenth(x), y: tenth(y) }))
}

/** Doors are half a pitch from the border. */
function onBorder(door: Point = { x: 0, y: 0 }, { x, y, width, height }: DrawnState): Point {
  const spots = [
    { x, y: door.y },
    { x: x + width, y: door.y },
    { x: door.x, y },
    { x: door.x, y: y + height },
  ]
  const far = (spot: Point): number => Math.abs(spot.x - door.x) + Math.abs(spot.y - door.y)
  return spots.toSorted((a, b) => far(a) - far(b))[0] ?? door
}

/** Of the longest straight piece. */
function middleOf(points: Point[]): Point {
  const pieces = points.slice(1).map((to, n) => ({ from: points[n] ?? to, to }))
  const length = ({ from, to }: { from: Point; to: Point }): number => Math.abs(from.x - to.x) + Math.abs(from.y - to.y)
  const [longest] = pieces.toSorted((a, b) => length(b) - length(a))
  if (!longest) return { x: 0, y: 0 }
  return { x: tenth((longest.from.x + longest.to.x) / 2), y: tenth((longest.from.y + longest.to.y) / 2) }
}
