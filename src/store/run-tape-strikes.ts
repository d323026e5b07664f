// What leaves the tape before its time: rows that quote a message that was taken back or forgotten, and a tape as a whole.
import type { DatabaseSync } from 'node:sqlite'
import { inRowOrder, type Prunable } from './prunable.ts'
import type { RunTapeIndex } from './run-tape-index.ts'
import type { TapePlace, TapePlaces } from './run-tape-places.ts'

/** A message that is to leave no trace: its id, and what it said. */
export interface StruckMessage {
  id: string
  text: string
}

/** What of a body stays, so that whoever reads the run still knows which call had which result. */
const kept = new Set(['tool', 'wire', 'name', 'call', 'role', 'isError', 'isLine'])
/** What may be read of the rest. */
const emptied: Record<string, string> = { text: '[forgotten]', summary: '', arguments: '{}' }

/** What is shorter is no quote: everybody says it. */
const shortestQuote = 8
/** Rows that one message is struck from. */
const mostStruck = 200
const dayMs = 24 * 60 * 60_000

export function openTapeStrikes(db: DatabaseSync, places: TapePlaces, index: RunTapeIndex) {
  const sql = (text: string) => db.prepare(text)
  // What a run was asked refers to the talk alone: the text that stands there now is what it was asked.
  const referring = sql(
    `SELECT tape.n FROM tape_refers JOIN tape ON tape.n = tape_refers.n
     WHERE tape_refers.place = ? AND message = ? AND kind <> 'message' ORDER BY tape_refers.n DESC LIMIT +?`,
  )
  const referNo = sql('DELETE FROM tape_refers WHERE n = ?')
  const stored = sql('SELECT kind, body FROM tape WHERE n = ? AND place = ?')
  const blank = sql('UPDATE tape SET body = ?, tokens = 0 WHERE n = ?')
  const remove = sql('DELETE FROM tape WHERE n = ?')
  const lastUntil = sql('SELECT n FROM tape WHERE place = ? AND at <= ? ORDER BY n DESC LIMIT 1')
  const last = sql('SELECT max(n) AS n FROM tape WHERE place = ?')
  const unswept = sql(
    'SELECT n, floor FROM tape_place INDEXED BY tape_place_unswept WHERE floor > swept ORDER BY n LIMIT 1',
  )
  const sweep = sql('DELETE FROM tape WHERE n IN (SELECT n FROM tape WHERE place = ? AND n <= ? ORDER BY n LIMIT +?)')
  const swept = sql('UPDATE tape_place SET swept = floor WHERE n = ?')

  function strikeFrom({ n: place, floor }: TapePlace, { id, text }: StruckMessage): number {
    const quoted = text.trim()
    const rows = new Set([
      ...referring.all(place, id, mostStruck).map(({ n }) => Number(n)),
      ...(quoted.length < shortestQuote ? [] : index.quoting(place, quoted, mostStruck)),
    ])
    for (const n of rows) {
      const row = stored.get(n, place)
      if (!row) continue
      if (row['kind'] === 'fact') remove.run(n)
      else blank.run(JSON.stringify(forgottenOf(JSON.parse(String(row['body'])), quoted)), n)
      referNo.run(n)
      index.drop(n)
      if (n > floor) places.tear(place)
    }
    return rows.size
  }

  function clear(key: string, upTo: (place: number) => Record<string, unknown> | undefined): void {
    const place = places.of(key)
    const n = place && upTo(place.n)?.['n']
    if (place && typeof n === 'number') places.raiseFloor(place.n, n)
  }

  /** Rows under the floor: true while there are more. */
  function sweepSome(most: number): boolean {
    const place = unswept.get()
    if (!place) return false
    if (Number(sweep.run(Number(place['n']), Number(place['floor']), most).changes) < most)
      swept.run(Number(place['n']))
    return true
  }

  return {
    /** Empties the rows of a bot in a group that were made of a message or quote it; facts go. How many; in the caller's transaction. */
    strike(key: string, message: StruckMessage): number {
      const place = places.of(key)
      return place ? strikeFrom(place, message) : 0
    },
    /** The same for all bots of a room. */
    strikeRoom: (room: string, message: StruckMessage): number =>
      places.inRoom(room).reduce((sum, place) => sum + strikeFrom(place, message), 0),
    /** What the summary of an anchor still says. In the caller's transaction. */
    shorten(key: string, n: number, summary: string): void {
      const place = places.of(key)
      const row = place && stored.get(n, place.n)
      if (!place || row?.['kind'] !== 'anchor') return
      const body = JSON.parse(String(row['body'])) as object
      blank.run(JSON.stringify({ ...body, summary, forgotten: true }), n)
      index.drop(n)
      places.tear(place.n)
    },
    /** Nothing of until then is read any more, and its rows go bit by bit. In the caller's transaction. */
    forgetUntil: (key: string, at: number): void => clear(key, (place) => lastUntil.get(place, at)),
    /** The same for all of it. */
    reset: (key: string): void => clear(key, (place) => last.get(place)),
    sweepSome,
    oldRows: [
      inRowOrder(db, {
        table: 'tape',
        key: 'n',
        time: 'at',
        neededMs: dayMs,
        // Facts, and the anchor at which the next context begins.
        stays: `row.state = 1 AND (row.kind = 'fact' OR row.n = (SELECT since FROM tape_place WHERE n = row.place))`,
      }),
      {
        table: 'tape_place',
        neededMs: Infinity,
        step: (_, most) => (sweepSome(most) ? 1 : 0),
        oldest: none,
        again: none,
      },
      index.oldRows,
    ] as Prunable[],
  }
}

function forgottenOf(body: unknown, quoted: string): object {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const left = fields.flatMap(([name, value]): [string, unknown][] => {
    if (name in emptied) return [[name, emptied[name]]]
    return kept.has(name) && !isQuoting(value, quoted) ? [[name, value]] : []
  })
  return { ...Object.fromEntries(left), forgotten: true }
}

const isQuoting = (value: unknown, quoted: string): boolean =>
  quoted !== '' && typeof value === 'string' && value.toLowerCase().includes(quoted.toLowerCase())

const none = (): undefined => undefined
