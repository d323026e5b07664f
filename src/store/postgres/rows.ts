// What a room hands over after a commit, and how it travels to Postgres: as JSON, a list a table.
import { hash } from 'node:crypto'
import type { Verdict } from '../../../machines/group/types.ts'
import { believed } from '../../../machines/rules/budget.ts'
import type { TalkRow } from '../kept-lines.ts'
import { searchTerms } from '../search-terms.ts'

/**
 * Where a row belongs: `seq` counts the commits of the room and only grows, `index` the rows in that commit. The three together
 * make a repeat harmless. Both are whole numbers.
 */
export interface RowPlace {
  room: string
  seq: number
  index: number
}

export type RoomRow = RowPlace & RowContent
export type RowContent = MessageRow | CorrectionRow | VerdictRow | LedgerRow | TurnRow

/** A line of the room's talk. A second one with the same id is none. */
export interface MessageRow {
  kind: 'message'
  line: TalkRow
}

/** A line says something else now than when it was handed in; `isLeft`: it carries what it carried, else nothing of it is left. */
export interface CorrectionRow {
  kind: 'correction'
  id: string
  /** Its own words alone. */
  text: string
  isLeft: boolean
}

export interface VerdictRow {
  kind: 'verdict'
  /** The chart's. */
  key: string
  bot: string
  verdict: Verdict
}

/** What a bot spent, and on whose requests. */
export interface LedgerRow {
  kind: 'book'
  bot: string
  /** ms */
  at: number
  messages: number
  tokens: number
  persons?: readonly string[]
}

/** The whole of a commit as its room wrote it down: with it another worker follows the room. */
export interface TurnRow {
  kind: 'turn'
  /** JSON. */
  body: string
}

export const tables = ['messages', 'corrections', 'turns', 'verdicts', 'books'] as const

export interface PackedRow {
  table: (typeof tables)[number]
  json: string
}

export function packRow(row: RoomRow): PackedRow {
  const place = { room: row.room, seq: row.seq, idx: row.index }
  const packed = (table: PackedRow['table'], columns: object): PackedRow => ({
    table,
    json: JSON.stringify({ ...place, ...columns }, storable),
  })
  if (row.kind === 'message')
    return packed('messages', { ...messageOf(row.line), terms: termNumbers(row.room, row.line.text) })
  if (row.kind === 'correction') return packed('corrections', { id: row.id, text: row.text, is_left: row.isLeft })
  if (row.kind === 'turn') return packed('turns', { body: row.body })
  if (row.kind === 'verdict') return packed('verdicts', { key: row.key, bot: row.bot, ...verdictOf(row.verdict) })
  const { bot, at, messages, tokens, persons } = row
  return packed('books', { bot, at: Math.round(at), messages, tokens: believed(Math.round(tokens)), persons })
}

const messageOf = ({ id, ts, sender, name, bot, text, replyTo, parts, refused }: TalkRow) => ({
  id,
  ts: Math.round(ts),
  sender,
  name,
  bot: bot ? 1 : 0,
  text,
  reply_to: replyTo,
  parts: parts && JSON.stringify(parts),
  refused: refused ? 1 : undefined,
})

const verdictOf = ({ turn, at, gate, outcome, why, messages, tokens, numbers, ...more }: Verdict) => ({
  turn,
  at: Math.round(at),
  gate,
  outcome,
  why,
  messages: JSON.stringify(messages),
  tokens: tokens === undefined ? undefined : Math.min(Math.round(tokens), Number.MAX_SAFE_INTEGER),
  numbers: numbers && JSON.stringify(numbers),
  more: Object.keys(more).length > 0 ? JSON.stringify(more) : undefined,
})

/** Postgres has no text with NUL in it, and none with half a sign. A text that is JSON has them escaped, as they were. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value

/**
 * The words of a line as numbers of 32 bits, each with its room: what is searched in one room meets no other one's lines but
 * by chance, and whoever reads looks at the text as well. Pairs of Han signs are words, so that any two signs are found.
 */
export const termNumbers = (room: string, text: string): number[] => [
  ...new Set([...searchTerms(text)].map((term) => hash('sha1', `${room}\0${term}`, 'buffer').readInt32BE())),
]
