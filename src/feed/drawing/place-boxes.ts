// Where the states of an overview stand: those of a region from top to bottom, those inside them from left to right.
import type { DrawnState } from '../contract.ts'
import { sizeOf } from './place-labels.ts'
import type { SketchedEdge, SketchedState, WordSizes } from './sketch.ts'
import { textWidth } from './text-width.ts'

/** Lanes for lines are so far apart, px. Borders lie in the middle between two. */
export const pitch = 7

export interface Room {
  width: number
  height: number
  states: DrawnState[]
}

/** What a name needs, px. */
export const boxWidth = ({ key, gate }: SketchedState['state'], { names }: WordSizes): number =>
  18 + names + textWidth(key, names, 'bold') + (gate === undefined ? 0 : names)

/** The corner of the region is at half a pitch. */
export function placeBoxes(region: SketchedState, edges: SketchedEdge[], words: WordSizes): Room {
  const block = roomFor(region, { words, gaps: gapsOf(edges, words) }, true)
  return {
    width: block.width + pitch,
    height: block.height + pitch,
    states: moved(block.states, pitch / 2, pitch / 2),
  }
}

/** A row outermost may be so much wider than the widest state in it that holds others. */
const slack = 1.12
/** A row inside a state, px. */
const longest = 1_000

/** What the labels of the edges between two neighbours need between them, px. */
type Gaps = (from: string | undefined, to: string | undefined) => number

function gapsOf(edges: SketchedEdge[], { labels }: WordSizes): Gaps {
  const named = edges.filter(({ edge }) => edge.labels.some(({ kind }) => kind !== 'always'))
  return (from, to) => {
    const joins = ({ edge: { source, target } }: SketchedEdge, a = from, b = to) => source === a && target === b
    // Two directions share a line, and their labels seldom have room on it.
    const between = edges.some((edge) => joins(edge, to, from)) ? [] : named.filter((edge) => joins(edge))
    const widths = between.map(({ brief }) => sizeOf(brief, labels).width + 22)
    return Math.ceil(Math.max(spaces.between * pitch, ...widths) / pitch) * pitch
  }
}

// In lanes.
const spaces = { head: 4, side: 2, foot: 3, outerSide: 5, outerFoot: 4, between: 4, rows: 5, wideRows: 5 }
const leafHeight = 4

interface Needs {
  words: WordSizes
  gaps: Gaps
}

function roomFor({ state, children }: SketchedState, needs: Needs, outermost = false): Room {
  const { words, gaps } = needs
  const name = Math.ceil(boxWidth(state, words) / pitch) * pitch
  if (children.length === 0) {
    const size = { width: name, height: leafHeight * pitch }
    return { ...size, states: [{ ...state, ...size, x: 0, y: 0 }] }
  }
  const blocks = children.map((child) => roomFor(child, needs))
  const rows = rowsOf(blocks, gaps, outermost)
  const apart = (blocks.some(holdsOthers) ? spaces.wideRows : spaces.rows) * pitch
  const side = (outermost ? spaces.outerSide : spaces.side) * pitch
  const inner = Math.max(name - 2 * side, ...rows.map((row) => widthOf(row, gaps)))
  const states: DrawnState[] = []
  let y = spaces.head * pitch
  for (const row of rows) {
    const high = Math.max(...row.map(({ height }) => height))
    let x = side + snapped((inner - widthOf(row, gaps)) / 2)
    for (const [at, block] of row.entries()) {
      states.push(...moved(block.states, x, y + snapped((high - block.height) / 2)))
      x += block.width + gaps(idOf(block), idOf(row[at + 1]))
    }
    y += high + apart
  }
  const width = inner + 2 * side
  const height = y - apart + (outermost ? spaces.outerFoot : spaces.foot) * pitch
  return { width, height, states: [{ ...state, x: 0, y: 0, width, height }, ...states] }
}

/**
 * In the order of the chart, but a block goes up one row where there is room; outermost no row is much wider than the
 * widest block that holds others, inside them none is longer than what a pane shows well.
 */
function rowsOf(blocks: Room[], gaps: Gaps, outermost: boolean): Room[][] {
  const widest = Math.max(0, ...blocks.filter(holdsOthers).map(({ width }) => width))
  const most = outermost ? widest * slack : longest
  const rows: Room[][] = []
  for (const block of blocks) {
    const row = rows.slice(-2).find((other) => widthOf([...other, block], gaps) <= most)
    if (row) row.push(block)
    else rows.push([block])
  }
  return rows
}

const holdsOthers = ({ states }: Room): boolean => states.length > 1

const widthOf = (row: Room[], gaps: Gaps): number =>
  row.reduce((sum, { width }, at) => sum + width + (at === 0 ? 0 : gaps(idOf(row[at - 1]), idOf(row[at]))), 0)

const idOf = (block: Room | undefined): string | undefined => block?.states[0]?.id

const snapped = (px: number): number => Math.round(px / pitch) * pitch

const moved = (states: DrawnState[], right: number, down: number): DrawnState[] =>
  states.map((state) => ({ ...state, x: state.x + right, y: state.y + down }))
