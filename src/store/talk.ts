// The talk of every group: message texts, kept once however many bots read them.
import type { DatabaseSync } from 'node:sqlite'
import { toldText } from '../language/parts.ts'
import { type KeptLine, keptLines, type TalkRow } from './kept-lines.ts'

export type { TalkRow } from './kept-lines.ts'
export type TalkStore = ReturnType<typeof openTalk>

export function openTalk(db: DatabaseSync) {
  const put = db.prepare(
    'INSERT OR IGNORE INTO message (grp, id, ts, sender, name, bot, text, reply_to, parts, refused) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const kept = keptLines(db)
  const correct = db.prepare('UPDATE message SET text = ?, parts = iif(?, parts, NULL) WHERE grp = ? AND id = ?')
  const author = db.prepare('SELECT sender FROM message WHERE grp = ? AND id = ?')
  const one = kept.finding('WHERE grp = ? AND id = ?')
  // Row values, so that SQLite begins at the place itself: an OR of the two columns is read from the newest line on.
  const before = kept.finding('WHERE grp = ? AND (ts, n) < (?, ?) ORDER BY ts DESC, n DESC LIMIT +?')
  const after = kept.finding('WHERE grp = ? AND (ts, n) > (?, ?) ORDER BY ts, n LIMIT +?')
  const between = kept.finding(
    'WHERE grp = ? AND (ts, n) > (?, ?) AND (ts, n) < (?, ?) ORDER BY ts DESC, n DESC LIMIT +?',
  )
  const newestSince = kept.finding('WHERE grp = ? AND ts >= ? ORDER BY ts DESC, n DESC LIMIT +?')
  const lastOf = kept.finding(
    'INDEXED BY message_sender WHERE grp = ? AND sender = ? AND (ts, n) < (?, ?) ORDER BY ts DESC, n DESC LIMIT 1',
  )
  const ofSender = kept.finding(
    'INDEXED BY message_sender WHERE grp = ? AND sender = ? AND ts >= ? AND ts < ? ORDER BY ts DESC, n DESC LIMIT +?',
  )
  const said = db.prepare(
    `SELECT text FROM message INDEXED BY message_sender WHERE grp = ? AND sender = ? AND ts >= ?
     ORDER BY ts DESC, n DESC LIMIT +?`,
  )
  const peers = db.prepare(
    `SELECT text FROM message INDEXED BY message_bot WHERE grp = ? AND bot = 1 AND sender <> ? AND ts >= ?
     ORDER BY ts DESC, n DESC LIMIT +?`,
  )
  // From sender to sender, one step in the index each, however much they said.
  const senders = db.prepare(
    `WITH RECURSIVE one (sender) AS (
       SELECT min(sender) FROM message INDEXED BY message_sender WHERE grp = ?1
       UNION ALL
       SELECT (SELECT min(sender) FROM message INDEXED BY message_sender WHERE grp = ?1 AND sender > one.sender)
       FROM one WHERE one.sender IS NOT NULL LIMIT ${mostSenders})
     SELECT message.sender, ts, bot FROM one JOIN message ON n =
       (SELECT n FROM message INDEXED BY message_sender WHERE grp = ?1 AND sender = one.sender ORDER BY ts DESC, n DESC LIMIT 1)`,
  )
  const lastRow = db.prepare('SELECT max(n) AS n FROM message')
  const newest = db.prepare('SELECT max(ts) AS at FROM message WHERE grp = ?')
  // Of an actor the newest message on its tape: few other events follow it.
  const lastHeard = `(SELECT max(at) AS at FROM (
      SELECT * FROM (SELECT at FROM entry WHERE entry.actor = actor.id AND kind = 'message' ORDER BY seq DESC LIMIT 1)
      UNION ALL SELECT max(at) FROM entry WHERE entry.actor = actor.id AND kind = 'held'))`
  const heardAs = db.prepare(`SELECT ${lastHeard} AS at FROM actor WHERE key = ?`)
  // A bot's keys begin with its id, and a channel's groups with its name; `;` is what follows `:`.
  const heardBy = db.prepare(
    `SELECT max(${lastHeard}) AS at FROM actor
     WHERE (key > ?1 || ' ' || ?2 || ':' AND key < ?1 || ' ' || ?2 || ';')
        OR (key > ?1 || ' direct ' || ?2 || ':' AND key < ?1 || ' direct ' || ?2 || ';')`,
  )
  const found = (group: string, ids: readonly string[]): KeptLine[] =>
    ids.flatMap((id) => one(group, id)).toSorted(byTime)
  return {
    /** Keeps a message; one with the same id in the same group is kept already. */
    put(group: string, { id, ts, sender, name, bot, text, replyTo, parts, refused }: TalkRow): void {
      const { changes, lastInsertRowid } = put.run(
        group,
        id,
        Math.round(ts),
        sender,
        name,
        bot ? 1 : 0,
        text,
        replyTo ?? null,
        parts ? JSON.stringify(parts) : null,
        refused ? 1 : null,
      )
      if (changes > 0) kept.written(Number(lastInsertRowid))
    },
    /**
     * All from the first to the last message of a batch, the newest lines before and the first ones after it; `linked`:
     * what the batch replies to and the last words of the member `own` before it, where they lie farther back.
     */
    around(group: string, ids: readonly string[], { most, own }: { most: number; own: string }) {
      const batch = found(group, ids)
      const [first, last] = [batch[0], batch.at(-1)]
      if (!first || !last) return { batch: [], before: [], after: [], linked: [] }
      const inBatch = new Set(batch.map(({ n }) => n))
      const others = first === last ? [] : between(group, ...placeOf(first), ...placeOf(last), most)
      const span = [...batch, ...others.filter(({ n }) => !inBatch.has(n))].toSorted(byTime)
      const answered = found(group, [...new Set(span.flatMap(({ row: { replyTo } }) => replyTo ?? []))])
      const inSpan = new Set(span.map(({ n }) => n))
      const linked = [...answered, ...lastOf(group, own, ...placeOf(first))].filter(({ n }) => !inSpan.has(n))
      return {
        batch: span.map(rowOf),
        before: before(group, ...placeOf(first), most)
          .map(rowOf)
          .toReversed(),
        after: after(group, ...placeOf(last), most).map(rowOf),
        linked: linked.toSorted(byTime).map(rowOf),
      }
    },
    /** The messages with these ids, time order. */
    lines: (group: string, ids: readonly string[]): TalkRow[] => found(group, ids).map(rowOf),
    /** The newest messages before the one with the id `until`, or of all; oldest first. */
    history(group: string, until: string | undefined, most: number): TalkRow[] {
      const places = until === undefined ? [afterAll] : one(group, until).map(placeOf)
      return places.flatMap((place) =>
        before(group, ...place, most)
          .map(rowOf)
          .toReversed(),
      )
    },
    /** The newest messages from a time on, oldest first. */
    since: (group: string, at: number, most: number): TalkRow[] => newestSince(group, at, most).map(rowOf).toReversed(),
    /** A message says something else now than when it was handed in, and carries what it carried; or nothing of it is left. */
    correct(group: string, id: string, text: string, isLeft = true): void {
      const [line] = one(group, id)
      if (!line) return
      correct.run(isLeft ? toldText(text, line.row.parts) : text, isLeft ? 1 : 0, group, id)
      kept.written(line.n)
    },
    /** Who wrote a message. */
    authorOf(group: string, id: string): string | undefined {
      const row = author.get(group, id)
      return row && String(row['sender'])
    },
    /** Tells of a message whether it is here already now, whenever it is asked. */
    asOfNow(): (group: string, id: string) => boolean {
      const last = Number(lastRow.get()?.['n'] ?? 0)
      return (group, id) => one(group, id).some(({ n }) => n <= last)
    },
    /** Who spoke in a group as a bot, last time. */
    botsIn: (group: string): string[] =>
      senders.all(group).flatMap(({ sender, bot }) => (bot === 1 ? [String(sender)] : [])),
    /** The persons who spoke in a group since a time, and when last; who spoke last stands first. */
    personsIn: (group: string, since: number): { id: string; ts: number }[] =>
      senders
        .all(group)
        .map(({ sender, ts, bot }) => ({ id: String(sender), ts: Number(ts), bot }))
        .filter(({ ts, bot }) => bot === 0 && ts >= since)
        .toSorted((a, b) => b.ts - a.ts)
        .slice(0, mostPersons)
        .map(({ id, ts }) => ({ id, ts })),
    /** When the newest message of a group was said, ms. */
    newest: (group: string): number | undefined => atOf(newest.get(group)),
    /** When a bot last was told something in a group, ms, by the key of the two. */
    heardAs: (key: string): number | undefined => atOf(heardAs.get(key)),
    /** The same for all groups of a channel. */
    heardBy: (bot: string, channel: string): number | undefined => atOf(heardBy.get(bot, channel)),
    /** The last messages that a member wrote from a time on and before another one, newest first. */
    saidWithin: (group: string, sender: string, [from, to]: readonly [number, number], most: number): TalkRow[] =>
      ofSender(group, sender, from, to, most).map(rowOf),
    /** The last texts a member said from a time on, newest first. */
    saidBy: (group: string, sender: string, since: number, most: number): string[] =>
      said.all(group, sender, since, most).map((row) => String(row['text'])),
    /** The last texts of the other bots from a time on, newest first. */
    saidByPeersOf: (group: string, sender: string, since: number, most: number): string[] =>
      peers.all(group, sender, since, most).map((row) => String(row['text'])),
  }
}

const mostSenders = 1_000
const mostPersons = 300

type Place = [ts: number, n: number]

/** Stands behind every message. */
const afterAll: Place = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

const byTime = (a: KeptLine, b: KeptLine): number => a.row.ts - b.row.ts || a.n - b.n

/** The parameters of a comparison with a line's place in the talk. */
const placeOf = ({ n, row }: KeptLine): Place => [row.ts, n]

const rowOf = ({ row }: KeptLine): TalkRow => row

const atOf = (row: Record<string, unknown> | undefined): number | undefined =>
  typeof row?.['at'] === 'number' ? row['at'] : undefined
