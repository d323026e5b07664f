// Where the name of a state stands, and how large it is.
import type { DrawnChart, DrawnState } from '../../src/feed/contract.ts'

/** What is written in the boxes: all of it, names alone where labels would be too small to read, or what an overview says. */
export type Written = 'all' | 'names' | 'brief'

interface NameSpot {
  /** Where the text begins, or its middle. */
  x: number
  /** Its base line. */
  y: number
  size: number
  middle: boolean
}

/** `most`: names need not be larger to be read. */
export function nameAt(state: DrawnState, { nameSize }: DrawnChart, { leaf, words, most }: Asked): NameSpot {
  const { key, x, y, width, height } = state
  if (words === 'brief') {
    const size = Math.min(most, nameSize)
    return { x: x + (leaf ? 10 + size : 12), y: y + 14 + size * 0.35, size, middle: false }
  }
  const inside = Math.max(13, (width - 26) / (key.length * letter))
  if (words === 'all') {
    const size = Math.min(most, nameSize, inside)
    return { x: x + (leaf ? 13 + size : 13), y: y + 7.2 + size * 1.1, size, middle: false }
  }
  const head = nameSize * 1.1 + 14
  // Beside the title of a narrow state nothing stands but lines.
  const room = leaf ? Math.max(13, width / (key.length * letter)) : inside * 1.9
  const size = Math.min(most, nameSize * 1.1, room)
  return leaf
    ? { x: x + width / 2, y: y + height / 2 + size * 0.36, size, middle: true }
    : { x: x + 13, y: y + head / 2 + size * 0.36, size, middle: false }
}

interface Asked {
  leaf: boolean
  words: Written
  most: number
}

/** How wide a letter is, in em. */
const letter = 0.62
