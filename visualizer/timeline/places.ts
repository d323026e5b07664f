// Where the lifelines of the sequence stand at a width.
import type { Lifeline } from './timeline-words.ts'

export interface Places {
  width: number
  x: Record<Lifeline, number>
  /** Where the gates' words begin, px; undefined: there is no room for them. */
  notes: number | undefined
}

export const rowHeight = 30

export const lifelines: Lifeline[] = ['channel', 'group', 'decide', 'compose', 'deliver']

/** The way from channel to group is the longest: names of people stand on it. */
export function placesOf(width: number): Places {
  const notes = width >= 560 ? Math.round(width * (width >= 900 ? 0.66 : 0.74)) : undefined
  const left = clockWidth + 34
  const room = Math.max(200, (notes ?? width - 20) - left - 34)
  const at = (share: number) => Math.round(left + room * share)
  return { width, notes, x: { channel: at(0), group: at(0.34), decide: at(0.56), compose: at(0.78), deliver: at(1) } }
}

const clockWidth = 66
