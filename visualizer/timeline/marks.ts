// Messages on the timeline: those that would touch are one mark, and a mark is written out where there is room.
import type { TalkLine } from '../../src/feed/contract.ts'
import { type Scale, xOf } from './scale.ts'

export interface Mark {
  id: string
  /** px */
  x: number
  /** Where its last message lies, px. */
  end: number
  count: number
  /** A bot's among them. */
  bot: boolean
  /** Room for its words, px. */
  room: number
  line: TalkLine
}

/** Bots' and people's messages never share a mark. */
export function marksOf(talk: readonly TalkLine[], scale: Scale, apart = 8): Mark[] {
  const marks: Mark[] = []
  const latest = new Map<boolean, Mark>()
  for (const line of talk) {
    if (line.at < scale.from || line.at > scale.to) continue
    const x = xOf(scale, line.at)
    const last = latest.get(line.bot)
    if (last && x - last.end < apart) {
      last.end = x
      last.count += 1
      continue
    }
    const mark = { id: line.id, x, end: x, count: 1, bot: line.bot, room: 0, line }
    latest.set(line.bot, mark)
    marks.push(mark)
  }
  const right = scale.left + scale.width
  const roomOf = ({ end }: Mark): number => {
    const next = Math.min(right, ...marks.filter((other) => other.end > end).map(({ x }) => x))
    return Math.max(0, next - end - 16)
  }
  return marks.map((mark) => ({ ...mark, room: roomOf(mark) })).toSorted((a, b) => a.x - b.x)
}
