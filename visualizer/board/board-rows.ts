// What the board lists, in which order, and which part of it is in sight.
import type { BoardRow } from '../../src/feed/contract.ts'
import { firstPast } from '../first-past.ts'

export type Order = 'bots' | 'rooms' | 'activity'

export type Line =
  | { kind: 'bot'; bot: string; name: string; groups: number }
  | { kind: 'room'; group: string; name: string; bots: number }
  | { kind: 'group'; row: BoardRow; name: string }

const heights = { bot: 50, room: 30, group: 50 }
/** A bot's name stands whole: a long one has two lines. */
const oneLine = { bot: 34, room: Infinity, group: 20 }
const moreLine = 16

export const heightOf = ({ kind, name }: Line): number => heights[kind] + (isWider(name, oneLine[kind]) ? moreLine : 0)

/** Than so many letters: a Han sign is as wide as two. */
const isWider = (text: string, letters: number): boolean =>
  2 * text.length > letters && text.replaceAll(/[\u2e80-\uffdc]/g, '  ').length > letters

/**
 * Under their bots, under their rooms, or the last active first. Every word of the filter must be found; `said` is what
 * a row's last verdict says.
 */
export function boardLines(
  rows: Iterable<BoardRow>,
  filter: string,
  order: Order,
  said: (row: BoardRow) => string = () => '',
): Line[] {
  const asked = wordsIn(filter)
  const all = [...rows]
  const kept = asked.length === 0 ? all : filtered(all, asked, said)
  const rank = ranksOf(all)
  const byBot = (a: BoardRow, b: BoardRow): number => rank(a.botName) - rank(b.botName) || compare(a.bot, b.bot)
  const byRoom = (a: BoardRow, b: BoardRow): number =>
    rank(a.groupTitle) - rank(b.groupTitle) || compare(a.group, b.group)
  const lines = (of: BoardRow[], name: 'botName' | 'groupTitle' | undefined): Line[] =>
    of.map((row) => ({ kind: 'group', row, name: name === 'botName' ? row.botName : '' }))
  if (order === 'activity') {
    return lines(
      kept.toSorted((a, b) => b.at - a.at || byRoom(a, b) || byBot(a, b)),
      'botName',
    )
  }
  if (order === 'rooms') {
    const rooms = Map.groupBy(
      kept.toSorted((a, b) => byRoom(a, b) || byBot(a, b)),
      ({ group }) => group,
    )
    return [...rooms].flatMap(([group, of]): Line[] => [
      { kind: 'room', group, name: of[0]?.groupTitle ?? group, bots: of.length },
      ...lines(of, 'botName'),
    ])
  }
  const bots = Map.groupBy(
    kept.toSorted((a, b) => byBot(a, b) || byRoom(a, b)),
    ({ bot }) => bot,
  )
  return [...bots].flatMap(([bot, of]): Line[] => [
    { kind: 'bot', bot, name: of[0]?.botName ?? bot, groups: of.length },
    ...lines(of, 'groupTitle'),
  ])
}

export const wordsIn = (filter: string): string[] => filter.toLowerCase().split(/\s+/).filter(Boolean)

export const isFound = (asked: readonly string[], text: string): boolean => {
  const lower = text.toLowerCase()
  return asked.every((word) => lower.includes(word))
}

/** Rooms and bots of rows, or of lines. */
export function countsOf(rows: Iterable<BoardRow>): { rooms: number; bots: number } {
  const [rooms, bots] = [new Set<string>(), new Set<string>()]
  for (const { group, bot } of rows) {
    rooms.add(group)
    bots.add(bot)
  }
  return { rooms: rooms.size, bots: bots.size }
}

/** Tops of all lines, and the height of the whole as the last one. */
export function topsOf(lines: readonly Line[]): number[] {
  let top = 0
  const tops = lines.map((line) => {
    const here = top
    top += heightOf(line)
    return here
  })
  return [...tops, top]
}

/** First line in sight and the one after the last. */
export function inSight(tops: readonly number[], from: number, to: number): [first: number, end: number] {
  const firstAfter = (y: number) => firstPast(tops.length, (at) => (tops[at] ?? 0) > y)
  return [Math.max(0, firstAfter(from) - 1), Math.min(tops.length - 1, firstAfter(to))]
}

/** The row that j and k lead to; the first one when the actor is not listed. */
export function nextActor(lines: readonly Line[], actor: string | undefined, by: -1 | 1): string | undefined {
  const keys = lines.flatMap((line) => (line.kind === 'group' ? [line.row.key] : []))
  const at = keys.indexOf(actor ?? '')
  if (at < 0) return keys[0]
  return keys[Math.min(keys.length - 1, Math.max(0, at + by))]
}

/** What the rows are found by, in small letters, and who said so: written once a row, not at every key. */
let found = { said: (_row: BoardRow): string => '', texts: new Map<BoardRow, string>() }

function filtered(rows: readonly BoardRow[], asked: readonly string[], said: (row: BoardRow) => string): BoardRow[] {
  const known = found.said === said ? found.texts : undefined
  const textOf = (row: BoardRow): string => {
    const { key, botName, groupTitle, vitality, active } = row
    return `${key} ${botName} ${groupTitle} ${vitality} ${active.join(' ')} ${said(row)}`.toLowerCase()
  }
  found = { said, texts: new Map(rows.map((row) => [row, known?.get(row) ?? textOf(row)])) }
  return rows.filter((row) => isFound(asked, found.texts.get(row) ?? ''))
}

/** Room 2 before room 10. */
const natural = new Intl.Collator(undefined, { numeric: true })
let ranks: ReadonlyMap<string, number> = new Map()

/** Places of the names among each other: compared once a name, not at every sort. */
function ranksOf(rows: readonly BoardRow[]): (name: string) => number {
  const isKnown = rows.every(({ botName, groupTitle }) => ranks.has(botName) && ranks.has(groupTitle))
  if (!isKnown) {
    const names = new Set(rows.flatMap(({ botName, groupTitle }) => [botName, groupTitle]))
    ranks = new Map([...names].toSorted(natural.compare).map((name, at) => [name, at]))
  }
  return (name) => ranks.get(name) ?? 0
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
