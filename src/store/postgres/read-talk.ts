// The talk of rooms as it stands in Postgres: for prompts and memory, and for the page of any worker.
import type { Part } from '../../language/parts.ts'
import type { TalkRow } from '../kept-lines.ts'
import { searchTerms } from '../search-terms.ts'
import type { Found } from './connection.ts'
import type { Ask } from './read-verdicts.ts'
import { termNumbers } from './rows.ts'

/** Stands behind every message. */
const afterAll = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0] as const
const mostPersons = 300
/** Read for each line that is looked for, as the words are numbers of 32 bits: nearly always the first ones will do. */
const spareLines = 10

export const readTalk = (ask: Ask) => ({
  /** The newest messages before the one with the id `until`, or of all; oldest first. */
  async history(room: string, until: string | undefined, most: number): Promise<TalkRow[]> {
    const [place] = until === undefined ? [] : await ask('place', [room, until])
    if (until !== undefined && !place) return []
    const before = place ? [Number(place['ts']), Number(place['seq']), Number(place['idx'])] : afterAll
    return (await ask('linesBefore', [room, ...before, most])).map(lineOf).toReversed()
  },
  /** The newest messages from a time on, oldest first. */
  since: async (room: string, at: number, most: number): Promise<TalkRow[]> =>
    (await ask('linesSince', [room, Math.ceil(at), most])).map(lineOf).toReversed(),
  /** The messages with these ids, time order. */
  lines: async (room: string, ids: readonly string[]): Promise<TalkRow[]> =>
    (await ask('lines', [room, ids])).map(lineOf),
  /** Who wrote a message. */
  async authorOf(room: string, id: string): Promise<string | undefined> {
    const [row] = await ask('author', [room, id])
    return row && String(row['sender'])
  },
  /** The persons who spoke in a room since a time, and when last; who spoke last stands first. */
  personsIn: async (room: string, since: number): Promise<{ id: string; ts: number }[]> =>
    (await ask('senders', [room]))
      .map(({ sender, ts, bot }) => ({ id: String(sender), ts: Number(ts), bot }))
      .filter(({ ts, bot }) => bot === 0 && ts >= since)
      .toSorted((a, b) => b.ts - a.ts)
      .slice(0, mostPersons)
      .map(({ id, ts }) => ({ id, ts })),
  /** Who spoke in a room as a bot, last time. */
  botsIn: async (room: string): Promise<string[]> =>
    (await ask('senders', [room])).flatMap(({ sender, bot }) => (bot === 1 ? [String(sender)] : [])),
  /**
   * Lines of a room in which all of this stands, newest first: words in any of their forms, numbers, and any two or more Han
   * signs side by side. A single sign, or words so common that nothing is found by them, find nothing.
   */
  async search(room: string, words: string, most: number): Promise<TalkRow[]> {
    const asked = [...searchTerms(words)]
    if (asked.length === 0) return []
    const rows = await ask('found', [room, termNumbers(room, words), most + spareLines])
    const inARow = words.match(/\p{Script=Han}{2,}/gu) ?? []
    return rows
      .map(lineOf)
      .filter(({ text }) => {
        const terms = searchTerms(text)
        return asked.every((term) => terms.has(term)) && inARow.every((signs) => text.includes(signs))
      })
      .slice(0, most)
  },
})

export function lineOf(row: Found): TalkRow {
  const { id, ts, sender, name, bot, text, reply_to: replyTo, parts, refused } = row
  return {
    id: String(id),
    ts: Number(ts),
    sender: String(sender),
    name: String(name),
    bot: bot === 1,
    text: String(text),
    ...(typeof replyTo === 'string' && { replyTo }),
    ...(typeof parts === 'string' && { parts: JSON.parse(parts) as Part[] }),
    ...(refused === 1 && { refused: true as const }),
  }
}
