// What runs did, by bot and group: a row an entry, in a fork until the run ends well; the context of the next begins at an anchor.
import type { DatabaseSync } from 'node:sqlite'
import type { TapeEntry } from '../../machines/agent/children.ts'
import { openRunTapeIndex } from './run-tape-index.ts'
import { openTapePlaces, type TapePlace } from './run-tape-places.ts'
import { searchTape } from './run-tape-search.ts'
import { openTapeStrikes } from './run-tape-strikes.ts'
import { columns, type EntryState, stateNamed, stateNumbers, type StoredEntry, storedEntries } from './stored-entry.ts'

export type RunTape = ReturnType<typeof openRunTape>

export interface RunTapeContext {
  /** The last one. */
  anchor?: StoredEntry
  /** In force since then, the newest last. */
  entries: StoredEntry[]
}

interface Options {
  /** A text without what must not be written down. */
  hide?: (text: string) => string
}

const mostAnchors = 50
/** More are not in force: the oldest go. */
const mostFacts = 200
/** Rows read at once, and most of a context. */
const [rowsAPage, mostOfContext] = [64, 2_000]
/** The mirror waits for the end of a run, but no longer than this. */
export const mirrorWaitsMs = 24 * 60 * 60_000

/** Everything is about one bot in one group, whose chart has the key: nothing of it is ever read for another one. */
export function openRunTape(db: DatabaseSync, { hide = (text) => text }: Options = {}) {
  const places = openTapePlaces(db)
  const index = openRunTapeIndex(db)
  const strikes = openTapeStrikes(db, places, index)
  const sql = (text: string) => db.prepare(text)
  const put = sql(
    `INSERT INTO tape (place, run, id, kind, at, body, tokens, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET kind = excluded.kind, at = excluded.at, body = excluded.body, tokens = excluded.tokens,
       state = excluded.state RETURNING n`,
  )
  const refer = sql('INSERT OR IGNORE INTO tape_refers (n, message, place) VALUES (?, ?, ?)')
  const referNo = sql('DELETE FROM tape_refers WHERE n = ?')
  const stateOf = sql('SELECT max(state) AS state, min(at) AS at FROM tape WHERE place = ? AND run = ?')
  const knownState = sql('SELECT state FROM tape WHERE place = ? AND run = ? AND id = ?')
  const settle = sql('UPDATE tape SET state = ? WHERE place = ? AND run = ? AND state = 0')
  const lastAnchor = sql(
    "SELECT max(n) AS n FROM tape INDEXED BY tape_anchor WHERE place = ? AND state = 1 AND kind = 'anchor' AND n > ?",
  )
  const dropFacts = sql(
    `DELETE FROM tape WHERE n IN (SELECT n FROM tape INDEXED BY tape_fact
       WHERE place = ? AND state = 1 AND kind = 'fact' ORDER BY n DESC LIMIT -1 OFFSET ${mostFacts})`,
  )
  const dropFact = sql("DELETE FROM tape WHERE place = ? AND n = ? AND kind = 'fact'")
  const row = sql(`SELECT ${columns} FROM tape WHERE place = ? AND n = ? AND n > ?`)
  const named = sql(`SELECT ${columns} FROM tape WHERE place = ? AND run = ? AND id = ? AND +n > ?`)
  const rows = sql(`SELECT ${columns} FROM tape INDEXED BY tape_run WHERE place = ? AND run = ? AND +n > ?`)
  const newest = sql(
    `SELECT ${columns} FROM tape INDEXED BY tape_merged WHERE place = ? AND state = 1 AND n > ? AND n < ? ORDER BY n DESC LIMIT +?`,
  )
  const ofKind = (kind: 'anchor' | 'fact') =>
    sql(
      `SELECT ${columns} FROM tape INDEXED BY tape_${kind} WHERE place = ? AND state = 1 AND kind = '${kind}' AND n > ?
       ORDER BY n DESC LIMIT +?`,
    )
  const [newestAnchors, newestFacts] = [ofKind('anchor'), ofKind('fact')]
  const between = sql(`SELECT ${columns} FROM tape WHERE place = ? AND n > ? AND n < ? ORDER BY n LIMIT +?`)
  const before = sql(`SELECT ${columns} FROM tape WHERE place = ? AND n > ? AND n < ? ORDER BY n DESC LIMIT +?`)

  function write(place: number, at: number, entry: TapeEntry, state: EntryState): void {
    const body = bodyOf(entry.body)
    const { run, id, kind, tokens } = entry
    const known = knownState.get(place, run, id)
    const n = Number(
      put.get(place, run, id, kind, Math.round(at), body, Math.round(tokens), stateNumbers[state])?.['n'],
    )
    if (known) {
      referNo.run(n)
      // The mirror has it as it was, unless it was of a run that goes on.
      if (known['state'] !== stateNumbers.fork) places.tear(place)
    }
    const value: unknown = JSON.parse(body)
    for (const message of messagesIn(value)) refer.run(n, message, place)
    index.put(n, place, value)
    const fact = kind === 'event' ? forgottenIn(value) : undefined
    const until = kind === 'event' ? resetIn(value) : undefined
    if (until !== undefined) places.raiseFloor(place, until)
    if (fact !== undefined && dropFact.run(place, fact).changes > 0) places.tear(place)
  }

  const bodyOf = (body: unknown): string =>
    JSON.stringify(body ?? null, (_, value: unknown) => (typeof value === 'string' ? hide(value) : value))

  function lookForAnchor(place: number): void {
    const { since } = places.row(place)
    const found = lastAnchor.get(place, since)?.['n']
    if (typeof found === 'number') places.beginAt(place, found)
    dropFacts.run(place)
  }

  function add(key: string, at: number, entries: readonly TapeEntry[], given?: EntryState): void {
    if (entries.length === 0) return
    const place = places.made(key)
    for (const entry of entries) write(place, at, entry, given ?? stateNamed(stateOf.get(place, entry.run)?.['state']))
    if (given === 'merged' || entries.some(({ kind }) => kind === 'anchor' || kind === 'fact')) lookForAnchor(place)
  }

  function end(place: number, run: string, at: number, state: 'merged' | 'failed'): void {
    const begun = stateOf.get(place, run)?.['at']
    settle.run(stateNumbers[state], place, run)
    // The mirror did not wait for it any longer.
    if (typeof begun === 'number' && begun < at - mirrorWaitsMs) places.tear(place)
  }

  const read = (key: string, find: (place: number, floor: number) => Record<string, unknown>[]): StoredEntry[] => {
    const place = places.of(key)
    return place ? storedEntries(find(place.n, place.floor)) : []
  }

  /** Where a context begins. */
  const anchorIn = ({ n, since, floor }: TapePlace): StoredEntry | undefined =>
    storedEntries(row.all(n, since, floor)).find(({ kind }) => kind === 'anchor')

  return {
    /** In the caller's transaction. A fork's; late ones of a run that ended are as it ended. The same id takes the place of the first. */
    append: (key: string, at: number, entries: readonly TapeEntry[]): void => add(key, at, entries),
    /** In force at once: what is of no run, as an operator's command. */
    note: (key: string, at: number, entries: readonly TapeEntry[]): void => add(key, at, entries, 'merged'),
    /** The run ended well: its rows are in force. */
    merge(key: string, run: string, at: number): void {
      const place = places.of(key)
      if (!place) return
      end(place.n, run, at, 'merged')
      lookForAnchor(place.n)
    },
    /** The run failed: its rows stay for whoever looks into it, and one event is in force. */
    fail(key: string, run: string, at: number, event: TapeEntry): void {
      const place = places.made(key)
      end(place, run, at, 'failed')
      write(place, at, event, 'merged')
    },
    /** What a prompt may show of the past: whole runs, as many of the newest as fit into the tokens; of a run that does not fit its newest rows. */
    context(key: string, maxTokens: number): RunTapeContext {
      const place = places.of(key)
      if (!place) return { entries: [] }
      const anchor = anchorIn(place)
      const entries: StoredEntry[] = []
      let [left, cutRun, last]: [number, string | undefined, number] = [maxTokens, undefined, Number.MAX_SAFE_INTEGER]
      for (let isMore = true; isMore && entries.length < mostOfContext;) {
        const page = storedEntries(newest.all(place.n, place.since, last, rowsAPage))
        isMore = page.length === rowsAPage
        for (const entry of page) {
          left -= entry.tokens
          if (left < 0) {
            cutRun = entry.run
            isMore = false
            break
          }
          entries.push(entry)
          last = entry.n
        }
      }
      return { ...(anchor && { anchor }), entries: wholeRuns(entries.toReversed(), cutRun) }
    },
    /** In their order, whatever became of the run. */
    ofRun: (key: string, run: string): StoredEntry[] =>
      read(key, (place, floor) => rows.all(place, run, floor)).toSorted((a, b) => a.n - b.n),
    /** One row with the whole of its body. */
    entry: (key: string, run: string, id: string): StoredEntry | undefined =>
      read(key, (place, floor) => named.all(place, run, id, floor))[0],
    /** The last one in force. */
    anchor(key: string): StoredEntry | undefined {
      const place = places.of(key)
      return place && anchorIn(place)
    },
    /** The newest last. */
    anchors: (key: string, most = mostAnchors): StoredEntry[] =>
      read(key, (place, floor) => newestAnchors.all(place, floor, Math.min(most, mostAnchors))).toReversed(),
    /** The newest last. */
    facts: (key: string): StoredEntry[] =>
      read(key, (place, floor) => newestFacts.all(place, floor, mostFacts)).toReversed(),
    /** By its row; false: there is none. */
    forgetFact(key: string, n: number): boolean {
      const place = places.of(key)
      if (!place || dropFact.run(place.n, n).changes === 0) return false
      places.tear(place.n)
      return true
    },
    /** All rows after one, oldest first. */
    after: (key: string, n: number, most: number): StoredEntry[] =>
      read(key, (place, floor) => between.all(place, Math.max(n, floor), Number.MAX_SAFE_INTEGER, most)),
    /** The newest rows before one, oldest first. */
    before: (key: string, n: number, most: number): StoredEntry[] =>
      read(key, (place, floor) => before.all(place, floor, n, most)).toReversed(),
    /** Rows in force that have the words, the newest first; where none has them all, rows that are alike. `all`: of failed runs, too. */
    search(key: string, words: string, { most = 20, all = false } = {}) {
      const place = places.of(key)
      if (!place) return []
      const rowOf = (n: number): StoredEntry | undefined => storedEntries(row.all(place.n, n, place.floor))[0]
      return searchTape(index, {
        place: place.n,
        words,
        most,
        rowOf,
        isMeant: ({ state }) => all || state === 'merged',
      })
    },
    /** How much there is; undefined: nothing was ever written. */
    info: places.info,
    places: places.all,
    ...strikes,
  }
}

/** Ids of the messages that a row refers to: their texts are in the talk alone. */
function messagesIn(body: unknown): string[] {
  const messages = typeof body === 'object' && body !== null ? (body as { messages?: unknown }).messages : undefined
  return Array.isArray(messages) ? messages.filter((id) => typeof id === 'string') : []
}

/** A run may end badly and what it was told to forget is gone all the same. */
function forgottenIn(body: unknown): number | undefined {
  const { name, fact } = (body ?? {}) as { name?: unknown; fact?: unknown }
  return name === 'fact.forget' && typeof fact === 'number' ? fact : undefined
}

/** An operator's word: nothing up to that row is read any more. */
function resetIn(body: unknown): number | undefined {
  const { name, until } = (body ?? {}) as { name?: unknown; until?: unknown }
  return name === 'tape.reset' && typeof until === 'number' ? until : undefined
}

/** `cutRun`: the run of the first row that did not fit. */
function wholeRuns(entries: StoredEntry[], cutRun: string | undefined): StoredEntry[] {
  if (cutRun === undefined) return entries
  const others = entries.filter(({ run }) => run !== cutRun)
  if (others.some(({ kind }) => kind !== 'event')) return others
  // The call of a first result is not among them.
  const first = entries.findIndex(({ kind }) => kind !== 'tool_result')
  return first < 0 ? [] : entries.slice(first)
}
