// A store with a long past in one room: every table that grows has so many rows of it.
import type { DatabaseSync } from 'node:sqlite'
import { openRooms } from '../../src/channels/web/rooms.ts'
import { openBridgePosts } from '../../src/store/bridge-posts.ts'
import { openBridgeStore } from '../../src/store/bridge.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openMemoryStore } from '../../src/store/memory.ts'
import { openTalkIndex } from '../../src/store/talk-index.ts'

export interface Past {
  /** Rows of each table. */
  rows: number
  room: string
  /** The time of the first and of the last row, ms. */
  from: number
  until: number
  /** Leaves the talk out of the full-text index: that is the slowest part. */
  isUnindexed?: boolean
}

/** The actors of the room must be in the store: a service has run on it. */
export function addPast(path: string, past: Past): void {
  const db = openDatabase(path)
  openRooms(db)
  openBridgeStore(db)
  openBridgePosts(db)
  openMemoryStore(db)
  const index = openTalkIndex(db)
  db.exec('PRAGMA synchronous = OFF; BEGIN')
  fill(db, past)
  db.exec('COMMIT')
  if (past.isUnindexed !== true) while (index.catchUp());
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

function fill(db: DatabaseSync, { rows, room, from, until }: Past): void {
  const group = `web:${room}`
  const text = (value: string): string => `'${value}'`
  const at = `(${from} + i * ${Math.floor((until - from) / rows)})`
  const each = `WITH RECURSIVE past (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM past WHERE i < ${rows})`
  const actors = `(SELECT id, substr(key, 1, instr(key, ' ') - 1) AS bot FROM actor WHERE key LIKE '% ${group}')`
  const says = "'What Bob said about number ' || i || ' of the budget, ' || hex(i * 7919)"
  // Every fiftieth line is a bot's; of the persons one has said nothing since long ago.
  const sender = `iif(i % 50 = 0, (SELECT bot FROM ${actors} LIMIT 1), 'person:p' || (i % 40))`
  const lines = [
    `message (grp, id, ts, sender, name, bot, text) ${each}
       SELECT ${text(group)}, 'old-' || i, ${at}, ${sender}, 'Pat', i % 50 = 0, ${says} FROM past`,
    `room_message (room, id, key, sender, name, bot, text, ts, taken) ${each}
       SELECT ${text(room)}, 'old-' || i, 'old-' || i, ${sender}, 'Pat', i % 50 = 0, ${says}, ${at}, 1 FROM past`,
    `room_file (id, room, name, at, mime, bytes, message) ${each}
       SELECT 'old-' || i, ${text(room)}, 'note.txt', ${at}, '', 9, iif(i % 400 = 0, NULL, 'old-' || i) FROM past`,
    `room_file_piece (place, body) ${each} SELECT i * 1000, x'616263646566676869' FROM past`,
    `inbox (room, id, at, bots) ${each} SELECT ${text(group)}, 'old-' || i || hex(i * 7919), ${at}, 'iris rex' FROM past`,
    `entry (actor, seq, at, kind, body, led) ${each}
       SELECT actor.id, i, ${at}, iif(i % 5 = 0, 'message', 'event'), model.body, model.led FROM past, ${actors} AS actor
       JOIN (SELECT body, led FROM entry WHERE led IS NOT NULL AND kind = 'message' ORDER BY n LIMIT 1) AS model`,
    `verdict (actor, turn, at, gate, outcome, why, messages, tokens) ${each}
       SELECT id, i, ${at}, 'decide', 'skip', 'nothing to add', '["old-' || i || '"]', 90 FROM past, ${actors}`,
    `outbox (key, actor, turn, at, text, type, state, message) ${each}
       SELECT 'old-' || id || '-' || i, id, i, ${at}, 'Yes.', 'short', 'sent', 'm' FROM past, ${actors}`,
    `usage (bot, minute, messages, tokens) ${each}
       SELECT bot, ${from} / 60000 - i, 1, 90 FROM past, ${actors}`,
    `bridge_seen (peer, id, at) ${each} SELECT 'beta', 'old-' || i, ${at} FROM past`,
    `bridge_journey (grp, message, hops, root, at) ${each} SELECT ${text(group)}, 'old-' || i, 1, 'r', ${at} FROM past`,
    `bridge_speaker (grp, id, name, at) ${each} SELECT ${text(group)}, 'beta/' || i, 'Max', ${at} FROM past`,
    `bridge_post (grp, bot, key, id, at, body, taken) ${each}
       SELECT 'bridge:lab', 'iris', 'old-' || i, 'old-' || i, ${at}, '{}', 1 FROM past`,
    `memory_forgotten (bot, grp, id, ts) ${each}
       SELECT bot, ${text(group)}, 'old-' || i, ${at} FROM past, ${actors} WHERE i % 10 = 0`,
    `memory_order (bot, grp, id, at, lines, everything) ${each}
       SELECT bot, ${text(group)}, 'old-' || i, ${at}, 1, 0 FROM past, ${actors} WHERE i % 10 = 1`,
  ]
  db.exec(`UPDATE actor SET seq = seq + ${rows} WHERE key LIKE '% ${group}'`)
  db.exec(`UPDATE entry SET seq = seq + ${rows} WHERE seq > 0`)
  // What was said until now comes after the past.
  db.exec('DELETE FROM message; DELETE FROM room_message')
  for (const line of lines) db.exec(`INSERT INTO ${line}`)
}
