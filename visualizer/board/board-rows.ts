// What the board lists, in which order, and which part of it is in sight.
import type { BoardRow } from '../../src/feed/contract.ts'

export type Order = 'bots' | 'activity'

export type Line = { kind: 'bot'; bot: string; name: string; groups: number } | { kind: 'group'; row: BoardRow }

export const lineHeight = { bot: 50, group: 50 }

/** Under their bots, or the last active first without them. Every word of the filter must be found. */
export function boardLines(rows: Iterable<BoardRow>, filter: string, order: Order): Line[] {
  const asked = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const kept = [...rows].filter((row) => asked.every((word) => textOf(row).includes(word)))
  if (order === 'activity') {
    return kept.toSorted((a, b) => b.at - a.at || byName(a, b)).map((row) => ({ kind: 'group', row }))
  }
  const bots = Map.groupBy(kept.toSorted(byName), ({ bot }) => bot)
  return [...bots].flatMap(([bot, of]): Line[] => [
    { kind: 'bot', bot, name: of[0]?.botName ?? bot, groups: of.length },
    ...of.map((row): Line => ({ kind: 'group', row })),
  ])
}

/** Tops of all lines, and the height of the whole as the last one. */
export function topsOf(lines: readonly Line[]): number[] {
  let top = 0
  const tops = lines.map(({ kind }) => {
    const here = top
    top += lineHeight[kind]
    return here
  })
  return [...tops, top]
}

/** First line in sight and the one after the last. */
export function inSight(tops: readonly number[], from: number, to: number): [first: number, end: number] {
  return [Math.max(0, firstAfter(tops, from) - 1), Math.min(tops.length - 1, firstAfter(tops, to))]
}

/** The row that j and k lead to; the first one when the actor is not listed. */
export function nextActor(lines: readonly Line[], actor: string | undefined, by: -1 | 1): string | undefined {
  const keys = lines.flatMap((line) => (line.kind === 'group' ? [line.row.key] : []))
  const at = keys.indexOf(actor ?? '')
  if (at < 0) return keys[0]
  return keys[Math.min(keys.length - 1, Math.max(0, at + by))]
}

function firstAfter(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tops[middle] ?? 0) > y) high = middle
    else low = middle + 1
  }
  return low
}

const textOf = ({ key, botName, groupTitle, vitality, active }: BoardRow): string =>
  `${key} ${botName} ${groupTitle} ${vitality} ${active.join(' ')}`.toLowerCase()

const byName = (a: BoardRow, b: BoardRow): number =>
  compare(a.botName, b.botName) || compare(a.groupTitle, b.groupTitle) || compare(a.key, b.key)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
