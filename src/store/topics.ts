// In which topic a message stands, where the topics of a group are apart: an edit names the group alone.
import type { DatabaseSync } from 'node:sqlite'
import { inRowOrder } from './prunable.ts'

const schema = `
CREATE TABLE IF NOT EXISTS message_topic (
  n INTEGER PRIMARY KEY, grp TEXT NOT NULL, id TEXT NOT NULL, topic TEXT NOT NULL, at INTEGER NOT NULL,
  UNIQUE (grp, id)) STRICT;
`
const dayMs = 24 * 60 * 60_000

export function openTopicStore(db: DatabaseSync) {
  db.exec(schema)
  const put = db.prepare('INSERT OR IGNORE INTO message_topic (grp, id, topic, at) VALUES (?, ?, ?, ?)')
  const find = db.prepare('SELECT topic FROM message_topic WHERE grp = ? AND id = ?')
  return {
    put: (group: string, id: string, topic: string, at: number): void => void put.run(group, id, topic, Math.round(at)),
    of(group: string, id: string): string | undefined {
      const row = find.get(group, id)
      return row && String(row['topic'])
    },
    oldRows: inRowOrder(db, { table: 'message_topic', key: 'n', time: 'at', neededMs: dayMs }),
  }
}
