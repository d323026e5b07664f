// A store full of groups that have gone quiet, and what a message to any of them costs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/database.ts'
import { seeded } from '../crash/seeded.ts'
import { benchHost } from './bench-host.ts'
import { livelyTalk } from './lively-talk.ts'

export interface Load {
  messages: number
  hotActors: number
  /** Time of the first message, ms: later than all that the store has seen. */
  startAt: number
}

export interface Fleet {
  groups: number
  folder: string
}

const day = 24 * 3_600_000
/** Messages are so far apart that every group has fallen quiet, and its timers have fired, before the next one. */
const gapMs = 10 * 60_000
/** When every copied group has been quiet for a day. */
export const quietAt = 1_800_000_000_000

/** A store of copies of one group that really lived, with what it has left behind. */
export function makeFleet(home: string, groups: number): Fleet {
  mkdirSync(home)
  const db = openDatabase(join(home, 'chime.sqlite'))
  const { say, clock } = benchHost(db, 1, quietAt - day)
  const lines = livelyTalk({ groups: 1, messages: 12, seed: 9, startAt: quietAt - day })
  lines.forEach((line) => say(line))
  clock.advance(quietAt - 1)
  const copies = `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${groups})`
  db.exec(`
    BEGIN;
    INSERT INTO actor (id, key, version, body, seq, at)
      ${copies} SELECT i, 'vera web:g' || (i - 1), version, body, seq, at FROM n, actor WHERE id = 1;
    INSERT INTO inbox (room, id, at, bots)
      ${copies} SELECT 'web:g' || (i - 1), inbox.id, inbox.at, inbox.bots FROM n, inbox WHERE room = 'web:g0';
    INSERT INTO entry (actor, seq, at, kind, body)
      ${copies} SELECT i, entry.seq, entry.at, kind, entry.body FROM n, entry WHERE actor = 1 AND kind = 'message';
    COMMIT`)
  db.close()
  const config = join(home, 'chime.yaml')
  writeFileSync(config, 'channels: { web: { port: 0 } }\n')
  return { groups, folder: home }
}

/** Each call: CPU µs of a message to a random group, with all that follows from it. */
export function messageCost({ groups, folder: home }: Fleet, { messages, hotActors, startAt }: Load): () => number {
  const db = openDatabase(join(home, 'chime.sqlite'))
  const random = seeded(groups)
  const { say } = benchHost(db, hotActors, startAt)
  const [line] = livelyTalk({ groups: 1, messages: 1, seed: 4 })
  if (!line) throw new Error('there is no talk')
  let told = 0
  return () => {
    const cpu = process.cpuUsage()
    for (let n = 0; n < messages; n += 1) {
      told += 1
      say({
        ...line,
        id: `${startAt} ${told}`,
        ts: startAt + told * gapMs,
        group: `web:g${random.between(0, groups - 1)}`,
      })
    }
    const { user, system } = process.cpuUsage(cpu)
    return (user + system) / messages
  }
}
