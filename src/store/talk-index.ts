// The full-text index of the talk: every word stands in it under its own group, so that no search sees another's lines.
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { searchTerms } from './search-terms.ts'
import { inTransaction } from './transaction.ts'

export type TalkIndex = ReturnType<typeof openTalkIndex>

/** Where a word was found. */
export interface Hits {
  term: string
  /** Rows of the talk, newest first. */
  rows: number[]
  /** Lines of the group that have the word, as far as the newest ones tell. */
  estimate: number
}

// The number of a last row that is removed is given again, so the index steps back with it.
// Trigrams would find neither `60` nor 昨天: the words are cut here, and the tokenizer takes them as they are.
const schema = `
CREATE TABLE IF NOT EXISTS talk_group (n INTEGER PRIMARY KEY, grp TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE IF NOT EXISTS talk_indexed (
  one INTEGER PRIMARY KEY CHECK (one = 1), low INTEGER NOT NULL, high INTEGER NOT NULL) STRICT;
CREATE VIRTUAL TABLE IF NOT EXISTS talk_index USING fts5 (
  terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_+#'");
CREATE TRIGGER IF NOT EXISTS message_unindexed AFTER DELETE ON message BEGIN
  DELETE FROM talk_index WHERE rowid = old.n;
  UPDATE talk_indexed SET high = coalesce((SELECT max(n) FROM message), 0) WHERE high = old.n;
END;
`

/** Rows read into the index at once when a search finds it far behind. */
const atOnce = 500
/** And beside other work: a few ms. */
export const aFew = 100
/** The parts of the index are merged in steps of a few pages: left to itself FTS5 does so in one go, for tens of ms. */
const mergedPages = 8
/** For so many rows that were read one step of merging keeps up. */
const rowsAMerge = 50
/** A part is written anew when so many percent of its rows are gone: as little often as a small index allows. */
const goneToMerge = 50
/** So few new rows a search reads itself: nobody who asks waits for a write to be durable. */
const mostUnread = 50

/** Groups whose numbers are kept in memory. */
const mostKnown = 5_000

const none = (): undefined => undefined

/**
 * The index follows the talk a step behind: rows are read into it when it is asked, and in between. Where it stands is
 * stored with what it holds, so a crash loses nothing of it; a store of before is read from its newest line backwards.
 */
export function openTalkIndex(db: DatabaseSync) {
  db.exec(schema)
  db.exec(
    'INSERT OR IGNORE INTO talk_indexed (one, low, high) SELECT 1, coalesce(max(n), 0) + 1, coalesce(max(n), 0) FROM message',
  )
  const sql = (text: string) => db.prepare(text)
  const isTuned = sql("SELECT 1 FROM talk_index_config WHERE k = 'deletemerge'").get() !== undefined
  if (!isTuned) {
    db.exec("INSERT INTO talk_index (talk_index, rank) VALUES ('automerge', 0)")
    db.exec(`INSERT INTO talk_index (talk_index, rank) VALUES ('deletemerge', ${goneToMerge})`)
  }
  const mergeSome = sql(`INSERT INTO talk_index (talk_index, rank) VALUES ('merge', ${mergedPages})`)
  const changed = sql('SELECT total_changes() AS n')
  const reach = sql('SELECT low, high FROM talk_indexed')
  const setReach = sql('UPDATE talk_indexed SET low = ?, high = ?')
  const newer = sql('SELECT n, grp, text FROM message WHERE n > ? ORDER BY n LIMIT +?')
  const older = sql('SELECT n, grp, text FROM message WHERE n < ? ORDER BY n DESC LIMIT +?')
  const put = sql('INSERT OR REPLACE INTO talk_index (rowid, terms) VALUES (?, ?)')
  const addGroup = sql('INSERT OR IGNORE INTO talk_group (grp) VALUES (?)')
  const groupNumber = sql('SELECT n FROM talk_group WHERE grp = ?')
  const find = sql('SELECT rowid FROM talk_index WHERE talk_index MATCH ? ORDER BY rowid DESC LIMIT +?')
  find.setReturnArrays(true)
  const known = new LRUCache<string, number>({ max: mostKnown })

  function numberOf(group: string): number | undefined {
    const found = known.get(group) ?? groupNumber.get(group)?.['n']
    if (found === undefined) return undefined
    known.set(group, Number(found))
    return Number(found)
  }

  function read(row: Record<string, unknown>): void {
    const group = String(row['grp'])
    if (numberOf(group) === undefined) addGroup.run(group)
    const terms = [...searchTerms(String(row['text']))].map((term) => `${numberOf(group)}_${term}`)
    put.run(Number(row['n']), terms.join(' '))
  }

  const here = (): { low: number; high: number } => {
    const row = reach.get()
    return { low: Number(row?.['low']), high: Number(row?.['high']) }
  }

  /** What `work` writes is stored whole or not at all, beside what a transaction under way writes. */
  function together<T>(work: () => T): T {
    if (db.isTransaction) return work()
    try {
      return inTransaction(db, work)
    } catch (error) {
      known.clear()
      throw error
    }
  }

  /** A few pages; true when there was something to merge. */
  function merge(): boolean {
    const before = Number(changed.get()?.['n'])
    mergeSome.run()
    // The command itself counts as one.
    return Number(changed.get()?.['n']) - before > 1
  }

  /** Reads the newest lines that are missing, then some of the oldest; true while there are more. */
  function catchUp(most = atOnce): boolean {
    const { low, high } = here()
    const fresh = newer.all(high, most)
    const past = fresh.length < most && low > 1 ? older.all(low, most).toReversed() : []
    if (fresh.length === 0 && past.length === 0) return false
    together(() => {
      for (const row of [...past, ...fresh]) read(row)
      for (let due = fresh.length + past.length; due > 0 && merge();) due -= rowsAMerge
      setReach.run(Math.min(low, Number((past[0] ?? fresh[0])?.['n'])), Number(fresh.at(-1)?.['n'] ?? high))
    })
    return fresh.length === most || past.length === most
  }

  /** The rows that are not in the index, newest first; undefined when it has just been brought up to date instead. */
  function newest(): { n: number; group: string; text: string }[] | undefined {
    const { low, high } = here()
    const rows = newer.all(high, mostUnread + 1).toReversed()
    if (low <= 1 && rows.length <= mostUnread) {
      return rows.map(({ n, grp, text }) => ({ n: Number(n), group: String(grp), text: String(text) }))
    }
    catchUp()
    return undefined
  }

  return {
    catchUp,
    together,
    /** What the removal of lines left behind in the index. */
    oldRows: { table: 'talk_index', neededMs: Infinity, step: () => (merge() ? 1 : 0), oldest: none, again: none },
    /** A line says something else now. */
    corrected(group: string, n: number, text: string): void {
      const { low, high } = here()
      if (n >= low && n <= high) read({ n, grp: group, text })
    },
    /** Where each of the words stands in a group: its newest `most` lines. */
    search(group: string, terms: readonly string[], most: number): Hits[] {
      const unread = newest()
      const high = unread?.[0]?.n ?? here().high
      const inGroup = (unread ?? []).filter((row) => row.group === group)
      const lines = inGroup.map(({ n, text }) => ({ n, terms: searchTerms(text) }))
      const number = numberOf(group)
      if (number === undefined && lines.length === 0) return []
      return terms.map((term) => {
        const fresh = lines.filter((row) => row.terms.has(term)).map(({ n }) => n)
        const query = `"${number}_${term.replaceAll('"', '')}"`
        const indexed = number === undefined ? [] : (find.all(query, most) as unknown as [number][])
        const rows = [...fresh, ...indexed.map(([n]) => n)].slice(0, most)
        const span = Math.max(1, high - (rows.at(-1) ?? high))
        return { term, rows, estimate: rows.length < most ? rows.length : (rows.length * high) / span }
      })
    },
  }
}
