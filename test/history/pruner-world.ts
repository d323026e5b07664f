// A store that is written to by the second of a virtual clock, and pruned beside it.
import type { DatabaseSync } from 'node:sqlite'
import { openRooms } from '../../src/channels/web/rooms.ts'
import { restMs } from '../../src/store/pruning.ts'
import { openBridgePosts } from '../../src/store/bridge-posts.ts'
import { openBridgeStore } from '../../src/store/bridge.ts'
import { openMemoryStore } from '../../src/store/memory.ts'
import { oldRows } from '../../src/store/old-rows.ts'
import type { Prunable } from '../../src/store/prunable.ts'
import { openPruner } from '../../src/store/pruner.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { openTalkIndex } from '../../src/store/talk-index.ts'

/** Twice what fifty rows cost where it was measured, ms. */
const batchMs = 0.625

export interface World {
  db: DatabaseSync
  path: string
  retainMs: number
  maxBytes: number
}

export function prunedWorld({ db, path, retainMs, maxBytes }: World) {
  const [rooms, bridge, posts, memory] = [openRooms(db), openBridgeStore(db), openBridgePosts(db), openMemoryStore(db)]
  const index = openTalkIndex(db)
  const all = [
    ...oldRows(db),
    rooms.oldRows,
    rooms.files.oldRows,
    ...bridge.oldRows,
    posts.oldRows,
    ...memory.oldRows,
    index.oldRows,
    ...openRunTape(db).oldRows,
  ]
  let elapsed = 0
  const tables = all.map((table): Prunable => ({
    ...table,
    step(...limits) {
      elapsed += batchMs
      return table.step(...limits)
    },
  }))
  const pruner = openPruner({ db, path, tables, retainMs, maxBytes, elapsed: () => elapsed })
  return {
    pruner,
    index,
    tables: all,
    /** For so long on the virtual clock, with the rests of the service between the steps. */
    pruneFor(ms: number, now: number): void {
      for (let spent = 0; spent < ms;) {
        const before = elapsed
        const isMore = pruner.step(now)
        spent += elapsed - before + restMs(isMore, elapsed - before)
      }
    },
    /** Until nothing is left to do. */
    pruneAll(now: number): void {
      while (pruner.step(now));
    },
  }
}

export interface Load {
  /** Messages, and rows of each kind that come of one. */
  messages: number
  entries: number
  verdicts: number
}

/** What a second of talk leaves behind, in `actors` groups that each have one bot. */
export function writeSecond(db: DatabaseSync, at: number, actors: number, { messages, entries, verdicts }: Load): void {
  const some = (rows: number) =>
    `WITH RECURSIVE some (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM some WHERE i < ${rows})`
  const actor = `(1 + i % ${actors})`
  const rows = [
    `message (grp, id, ts, sender, name, bot, text) ${some(messages)}
       SELECT 'web:r' || ${actor}, '${at}-' || i, ${at}, 'person:p' || i % 9, 'Pat', 0, 'Number ' || i || ' of them.' FROM some`,
    `room_message (room, id, sender, name, bot, text, ts, taken) ${some(messages)}
       SELECT 'r' || ${actor}, '${at}-' || i, 'person:p' || i % 9, 'Pat', 0, 'Number ' || i || ' of them.', ${at}, 1 FROM some`,
    `inbox (room, id, at, bots) ${some(messages * 2)} SELECT 'web:r' || ${actor}, '${at}-' || i, ${at}, 'iris' FROM some`,
    `entry (actor, seq, at, kind, body, led) ${some(messages * entries)}
       SELECT ${actor}, ${at / 1_000} * 100000 + i / ${actors}, ${at}, 'message', '{"type":"message.received"}', hex(zeroblob(60)) FROM some`,
    `verdict (actor, turn, at, gate, outcome, why, messages, tokens) ${some(messages * verdicts)}
       SELECT ${actor}, i, ${at}, 'decide', 'skip', 'nothing to add', '["m"]', iif(i % 5 = 0, 90, NULL) FROM some`,
    `outbox (key, actor, turn, at, text, type, state) ${some(Math.ceil(messages / 5))}
       SELECT '${at}-' || i, ${actor}, i, ${at}, 'Yes.', 'short', 'sent' FROM some`,
  ]
  db.exec('BEGIN')
  for (const each of rows) db.exec(`INSERT INTO ${each}`)
  db.exec('COMMIT')
}

/** A group each with one bot. */
export function addActors(db: DatabaseSync, actors: number): void {
  const add = db.prepare("INSERT INTO actor (key, version, body, seq, at) VALUES (?, '1', '', 0, 0)")
  for (let i = 1; i <= actors; i += 1) add.run(`iris web:r${i}`)
}
