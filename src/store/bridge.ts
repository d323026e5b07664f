// What the bridge must not forget: events seen, how far a message has come, and what still waits for a peer (X2, X3, X6).
import type { DatabaseSync } from 'node:sqlite'
import { inTimeOrder } from './prunable.ts'

export type BridgeStore = ReturnType<typeof openBridgeStore>

/** How far a message is from the person's word that set it off. */
export interface Journey {
  /** Bots that spoke since: 0 for a person's own. */
  hops: number
  /** Id of the message that it began with. */
  root: string
}

/** A reply that is on its way to its channel. */
export interface Planned {
  text: string
  replyTo: string
  /** Ids of the messages whose journey it continues. */
  batch: readonly string[]
}

export interface Waiting {
  n: number
  /** The event's. */
  id: string
  body: string
}

const schema = `
CREATE TABLE IF NOT EXISTS bridge_seen (
  peer TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (peer, id)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bridge_seen_at ON bridge_seen (at);
CREATE TABLE IF NOT EXISTS bridge_journey (
  grp TEXT NOT NULL, message TEXT NOT NULL, hops INTEGER NOT NULL, root TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (grp, message)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bridge_journey_at ON bridge_journey (at);
CREATE TABLE IF NOT EXISTS bridge_speaker (
  grp TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (grp, id)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS bridge_speaker_last ON bridge_speaker (grp, at);
CREATE INDEX IF NOT EXISTS bridge_speaker_at ON bridge_speaker (at);
CREATE TABLE IF NOT EXISTS bridge_planned (
  actor INTEGER NOT NULL, turn INTEGER NOT NULL, text TEXT NOT NULL, reply_to TEXT NOT NULL, batch TEXT NOT NULL,
  PRIMARY KEY (actor, turn)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bridge_outbox (
  n INTEGER PRIMARY KEY, peer TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
  UNIQUE (peer, id)) STRICT;
CREATE INDEX IF NOT EXISTS bridge_outbox_peer ON bridge_outbox (peer, n);
`

const dayMs = 24 * 60 * 60_000

export function openBridgeStore(db: DatabaseSync) {
  db.exec(schema)
  const seen = db.prepare('SELECT 1 FROM bridge_seen WHERE peer = ? AND id = ?')
  const see = db.prepare('INSERT OR IGNORE INTO bridge_seen (peer, id, at) VALUES (?, ?, ?)')
  const journey = db.prepare(
    `SELECT hops, root FROM bridge_journey WHERE grp = ? AND message IN (SELECT value FROM json_each(?))
     ORDER BY hops DESC LIMIT 1`,
  )
  // A peer may lengthen a journey that is known, never shorten it.
  const noteJourney = db.prepare(
    `INSERT INTO bridge_journey (grp, message, hops, root, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET hops = excluded.hops, root = excluded.root WHERE excluded.hops > hops`,
  )
  const noteSpeaker = db.prepare(
    `INSERT INTO bridge_speaker (grp, id, name, at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, at = excluded.at`,
  )
  const speakers = db.prepare('SELECT id, name FROM bridge_speaker WHERE grp = ? ORDER BY at DESC LIMIT +?')
  const plan = db.prepare(
    'INSERT OR REPLACE INTO bridge_planned (actor, turn, text, reply_to, batch) VALUES (?, ?, ?, ?, ?)',
  )
  const takePlan = db.prepare('DELETE FROM bridge_planned WHERE actor = ? AND turn = ? RETURNING text, reply_to, batch')
  const queue = db.prepare('INSERT OR IGNORE INTO bridge_outbox (peer, id, at, body) VALUES (?, ?, ?, ?)')
  const next = db.prepare('SELECT n, id, body FROM bridge_outbox WHERE peer = ? ORDER BY n LIMIT 1')
  const waiting = db.prepare('SELECT count(*) AS n FROM bridge_outbox WHERE peer = ?')
  const done = db.prepare('DELETE FROM bridge_outbox WHERE n = ?')
  const expire = db.prepare('DELETE FROM bridge_outbox WHERE peer = ? AND at <= ?')
  const trim = db.prepare(
    `DELETE FROM bridge_outbox WHERE peer = ?1 AND n <=
     (SELECT n FROM bridge_outbox WHERE peer = ?1 ORDER BY n DESC LIMIT 1 OFFSET ?2)`,
  )
  return {
    hasSeen: (peer: string, id: string): boolean => seen.get(peer, id) !== undefined,
    see: (peer: string, id: string, at: number): void => void see.run(peer, id, at),
    /** The longest one among these messages; undefined when all of them are people's, as far as is known. */
    journeyOf: (group: string, messages: readonly string[]): Journey | undefined =>
      journey.get(group, JSON.stringify(messages)) as Journey | undefined,
    noteJourney: (group: string, message: string, { hops, root }: Journey, at: number): void =>
      void noteJourney.run(group, message, hops, root, at),
    /** A bot of a peer spoke in a group. */
    noteSpeaker: (group: string, { id, name }: { id: string; name: string }, at: number): void =>
      void noteSpeaker.run(group, id, name, at),
    /** The last ones first. */
    speakersIn: (group: string, most: number): { id: string; name: string }[] =>
      speakers.all(group, most).map(({ id, name }) => ({ id: String(id), name: String(name) })),
    plan: (actor: number, turn: number, { text, replyTo, batch }: Planned): void =>
      void plan.run(actor, turn, text, replyTo, JSON.stringify(batch)),
    takePlan(actor: number, turn: number): Planned | undefined {
      const [row] = takePlan.all(actor, turn)
      if (!row) return undefined
      const batch = JSON.parse(String(row['batch'])) as string[]
      return { text: String(row['text']), replyTo: String(row['reply_to']), batch }
    },
    /** The peer gets it once; of more than `most` that wait the oldest are given up. Returns how many those are. */
    queue(peer: string, { id, at, body }: { id: string; at: number; body: string }, most: number): number {
      queue.run(peer, id, at, body)
      return Number(trim.run(peer, most).changes)
    },
    next: (peer: string): Waiting | undefined => next.get(peer) as Waiting | undefined,
    waiting: (peer: string): number => Number(waiting.get(peer)?.['n'] ?? 0),
    done: (n: number): void => void done.run(n),
    /** Gives up what was queued at `at` or before; returns how many those are. */
    expire: (peer: string, at: number): number => Number(expire.run(peer, at).changes),
    /** Events that were seen, journeys and speakers. */
    oldRows: [
      inTimeOrder(db, { table: 'bridge_seen', columns: 'peer, id', time: 'at', neededMs: dayMs }),
      inTimeOrder(db, { table: 'bridge_journey', columns: 'grp, message', time: 'at', neededMs: dayMs }),
      inTimeOrder(db, { table: 'bridge_speaker', columns: 'grp, id', time: 'at', neededMs: dayMs }),
    ],
  }
}
