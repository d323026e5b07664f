// Rectangles, and the straight pieces of lines as rectangles without width or height.
import type { DrawnEdge } from '../contract.ts'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const overlap = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

export const isInside = (a: Area, b: Area): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height

export const grown = ({ x, y, width, height }: Area, by: number): Area => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

export const rowsOf = ({ x, y, width, height }: Area): Area[] =>
  [y, y + height].map((at) => ({ x, y: at, width, height: 0 }))

export const columnsOf = ({ x, y, width, height }: Area): Area[] =>
  [x, x + width].map((at) => ({ x: at, y, width: 0, height }))

/** Where the name of a state that holds others stands. */
export const nameArea = ({ x, y, key }: Area & { key: string }, nameSize: number): Area => ({
  x: x + 8,
  y: y + 5,
  width: 12 + key.length * nameSize * 0.66,
  height: nameSize + 8,
})

export interface Piece extends Area {
  edge: DrawnEdge
  from: { x: number; y: number }
  to: { x: number; y: number }
}

export const piecesOf = (edge: DrawnEdge): Piece[] =>
  edge.points.slice(1).map((to, n) => {
    const from = edge.points[n] ?? to
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    return { edge, from, to, x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) }
  })
