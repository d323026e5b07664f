// Rooms in the store of one machine, read whole and written whole.
import type { DatabaseSync } from 'node:sqlite'
import { openActors, timersIn } from '../../store/actors.ts'
import { openCallMarks } from '../../store/call-marks.ts'
import { openInbox } from '../../store/inbox.ts'
import { openTalk } from '../../store/talk.ts'
import type { TalkRow } from '../../store/kept-lines.ts'
import { openWords } from '../../store/words.ts'
import { partsOf, roomKey } from '../../room/key.ts'
import type { MovedEntry, MovedEvent, MovedJob, MovedPart, MovedRoom } from './moved-room.ts'
import { mostBuckets, mostInBucket } from '../restate/seen-ids.ts'
import { openRest } from './rest.ts'
import { reworded } from './words.ts'

export type RoomStore = ReturnType<typeof openRoomStore>

/** The cluster keeps so many ids of a room, and some of those that came last. */
const mostSeen = (mostBuckets - 1) * mostInBucket

export const groupOf = (room: string): string => partsOf(`x ${room}`).group

export function openRoomStore(db: DatabaseSync) {
  const actors = openActors(db)
  const inbox = openInbox(db)
  const talk = openTalk(db)
  const words = openWords(db)
  const marks = openCallMarks(db)
  const rest = openRest(db)
  const chartRooms = db.prepare("SELECT DISTINCT substr(key, instr(key, ' ') + 1) AS room FROM actor")
  const otherRooms = db.prepare('SELECT DISTINCT room FROM inbox')
  const groups = db.prepare('SELECT DISTINCT grp FROM message')
  const charts = db.prepare(
    "SELECT id, key, version, body, seq, at, timers FROM actor WHERE substr(key, instr(key, ' ') + 1) = ? ORDER BY id",
  )
  const jobs = db.prepare('SELECT id, gen, src, input, begun FROM job WHERE actor = ? ORDER BY id')
  const entries = db.prepare('SELECT n, seq, at, kind, body, led FROM entry WHERE actor = ?')
  const lines = db.prepare(
    'SELECT id, ts, sender, name, bot, text, reply_to, parts, refused FROM message WHERE grp = ? ORDER BY n',
  )
  const seen = db.prepare(`SELECT id, bots FROM inbox WHERE room = ? ORDER BY at DESC, id LIMIT ${mostSeen}`)
  const putJob = db.prepare(
    'INSERT OR REPLACE INTO job (actor, id, gen, src, input, begun) VALUES (?, ?, ?, ?, ?, NULL)',
  )
  const allRooms = new Set<string>()

  /** The talk of a group stands once, however many rooms are called by it. */
  const hasTalk = (room: string): boolean => {
    const group = groupOf(room)
    const inOpen = roomKey({ group, oneToOne: false })
    return room === inOpen || !allRooms.has(inOpen)
  }

  function entriesOf(of: readonly { id: number; key: string }[]): { kept: MovedEntry[]; held: MovedEvent[] } {
    const rows = of
      .flatMap(({ id, key }) =>
        entries.all(id).map((row) => ({ ...row, key }) as unknown as MovedEntry & { n: number }),
      )
      .toSorted((a, b) => a.n - b.n)
    return {
      kept: rows
        .filter(({ kind }) => kind !== 'held')
        .map(({ n: _, led, ...row }) => ({ ...row, led: led === null ? null : reworded(led, words.text) })),
      held: rows
        .filter(({ kind }) => kind === 'held')
        .map(({ key, body }) => ({ key, event: JSON.parse(body) as MovedEvent['event'] })),
    }
  }

  function jobsOf(actor: number, key: string): MovedJob[] {
    const areMarksWhole = marks.areWhole()
    return jobs.all(actor).map(({ id, gen, src, input, begun }) => ({
      key,
      id: String(id),
      gen: Number(gen),
      src: String(src),
      input: JSON.parse(String(input)) as unknown,
      cost: areMarksWhole && begun !== null ? Number(begun) : null,
    }))
  }

  /** What of a room's past the store of a worker shows, too. In a transaction. */
  function addPast(room: string, part: MovedPart, isOwn: boolean): void {
    const ids = new Map<string, number>()
    for (const { key, version, body, seq, at, timers } of part.charts) {
      const known = actors.get(key)
      const id = known?.id ?? actors.insert(key, version, body, seq, at)
      // In the store of a worker nothing goes off: the cluster keeps the timers. What is read late changes nothing.
      if (body !== '' && seq >= (known?.seq ?? 0))
        actors.update(id, { version, body, seq, at }, timers, isOwn ? undefined : null)
    }
    const idOf = (key: string): number => {
      const id = ids.get(key) ?? actors.get(key)?.id ?? 0
      ids.set(key, id)
      return id
    }
    for (const line of part.lines) talk.put(groupOf(room), line)
    for (const { key, seq, at, kind, body, led } of part.entries)
      actors.append(
        idOf(key),
        seq,
        at,
        kind,
        body,
        led === null ? undefined : reworded(led, (word) => words.of(String(word))),
      )
    rest.write(part.rest)
  }

  return {
    /** All of them, in the order of their keys. */
    rooms(): string[] {
      for (const { room } of [...chartRooms.all(), ...otherRooms.all()]) allRooms.add(String(room))
      const known = new Set([...allRooms].map(groupOf))
      for (const { grp } of groups.all())
        if (!known.has(String(grp))) allRooms.add(roomKey({ group: String(grp), oneToOne: false }))
      return [...allRooms].toSorted()
    },
    read(room: string): MovedRoom {
      const rows = charts.all(room) as unknown as {
        id: number
        key: string
        version: string
        body: string
        seq: number
        at: number
        timers: string
      }[]
      const { kept, held } = entriesOf(rows)
      return {
        key: room,
        charts: rows.map(({ id: _, timers, ...chart }) => ({ ...chart, timers: timersIn(timers) })),
        jobs: rows.flatMap(({ id, key }) => jobsOf(id, key)),
        held,
        seen: seen
          .all(room)
          .map(({ id, bots }) => [String(id), String(bots)] as const)
          .toReversed(),
        lines: hasTalk(room) ? lines.all(groupOf(room)).map(lineOf) : [],
        entries: kept,
        rest: rest.read(groupOf(room), rows, hasTalk(room)),
      }
    },
    addPast,
    /** In a transaction, and once. `now`: from then on its ids are remembered for as long as those of a message that comes then, ms. */
    write(room: MovedRoom, now: number): void {
      addPast(room.key, room, true)
      for (const { key, id, gen, src, input } of room.jobs)
        putJob.run(actors.get(key)?.id ?? 0, id, gen, src, JSON.stringify(input ?? null))
      for (const { key, event } of room.held) {
        const { id = 0, at = now } = actors.get(key) ?? {}
        actors.append(id, 0, at, 'held', JSON.stringify(event))
      }
      for (const [n, [id, bots]] of room.seen.entries())
        inbox.put(room.key, { id, bots: bots.split(' '), isFirst: true }, now - room.seen.length + n)
    },
    /** After a rollback, or when others may have numbered words. */
    undone: (): void => words.reload(),
  }
}

function lineOf(row: Record<string, unknown>): TalkRow {
  const { id, ts, sender, name, bot, text, reply_to: replyTo, parts, refused } = row
  return {
    id: String(id),
    ts: Number(ts),
    sender: String(sender),
    name: String(name),
    bot: bot === 1,
    text: String(text),
    ...(replyTo !== null && { replyTo: String(replyTo) }),
    ...(parts !== null && { parts: JSON.parse(String(parts)) as NonNullable<TalkRow['parts']> }),
    ...(refused === 1 && { refused: true as const }),
  }
}
