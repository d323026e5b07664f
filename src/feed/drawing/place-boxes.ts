// Where the states of an overview stand: those of a region from top to bottom or all in one row, those inside them from
// left to right.
import type { DrawnState } from '../contract.ts'
import type { SketchedState } from './sketch.ts'
import { textWidth } from './text-width.ts'

/** Lanes for lines are so far apart, px. Borders lie in the middle between two. */
export const pitch = 7

export interface Room {
  width: number
  height: number
  states: DrawnState[]
}

/** A region without states inside states can lie flat, in one row. */
export type Form = 'upright' | 'flat'

/** The corner of the region is at half a pitch. */
export function placeBoxes(region: SketchedState, form: Form): Room {
  const block = roomFor(region, form)
  return {
    width: block.width + pitch,
    height: block.height + pitch,
    states: moved(block.states, pitch / 2, pitch / 2),
  }
}

/** A row outermost may be so much wider than the widest state in it that holds others. */
const slack = 1.12

// In lanes.
const spaces = { head: 4, side: 2, foot: 3, outerSide: 5, outerFoot: 4, between: 4, rows: 5, wideRows: 5 }
const leafHeight = 4

function roomFor(sketched: SketchedState, form?: Form): Room {
  const outermost = form !== undefined
  const { state, children } = sketched
  const name = Math.ceil((31 + textWidth(state.key, 13, 'bold') + (state.gate === undefined ? 0 : 13)) / pitch) * pitch
  if (children.length === 0) {
    const size = { width: name, height: leafHeight * pitch }
    return { ...size, states: [{ ...state, ...size, x: 0, y: 0 }] }
  }
  const blocks = children.map((child) => roomFor(child))
  const rows = rowsOf(blocks, form)
  const apart = (blocks.some(holdsOthers) ? spaces.wideRows : spaces.rows) * pitch
  const side = (outermost ? spaces.outerSide : spaces.side) * pitch
  const inner = Math.max(name - 2 * side, ...rows.map(widthOf))
  const states: DrawnState[] = []
  let y = spaces.head * pitch
  for (const row of rows) {
    const high = Math.max(...row.map(({ height }) => height))
    let x = side + snapped((inner - widthOf(row)) / 2)
    for (const block of row) {
      states.push(...moved(block.states, x, y + snapped((high - block.height) / 2)))
      x += block.width + spaces.between * pitch
    }
    y += high + apart
  }
  const width = inner + 2 * side
  const height = y - apart + (outermost ? spaces.outerFoot : spaces.foot) * pitch
  return { width, height, states: [{ ...state, x: 0, y: 0, width, height }, ...states] }
}

/**
 * In the order of the chart, but a block goes up one row where there is room; upright no row is much wider than the
 * widest block that holds others.
 */
function rowsOf(blocks: Room[], form: Form | undefined): Room[][] {
  const widest = Math.max(0, ...blocks.filter(holdsOthers).map(({ width }) => width))
  const most = form === 'upright' ? widest * slack : Infinity
  const rows: Room[][] = []
  for (const block of blocks) {
    const row = rows.slice(-2).find((other) => widthOf([...other, block]) <= most)
    if (row) row.push(block)
    else rows.push([block])
  }
  return rows
}

const holdsOthers = ({ states }: Room): boolean => states.length > 1

const widthOf = (row: Room[]): number =>
  row.reduce((sum, { width }) => sum + width, (row.length - 1) * spaces.between * pitch)

const snapped = (px: number): number => Math.round(px / pitch) * pitch

const moved = (states: DrawnState[], right: number, down: number): DrawnState[] =>
  states.map((state) => ({ ...state, x: state.x + right, y: state.y + down }))
