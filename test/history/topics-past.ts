// Every statement about topics that are apart, asked once.
import type { DatabaseSync } from 'node:sqlite'
import { openTopicStore } from '../../src/store/topics.ts'

/** A group with a long past; what of it is pruned. */
export function askTopics(db: DatabaseSync, rows: number) {
  const store = openTopicStore(db)
  db.exec(`INSERT INTO message_topic (grp, id, topic, at)
    WITH RECURSIVE past (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM past WHERE i < ${rows})
    SELECT 'feishu:lab', 'old-' || i, 'omt_' || (i % 7), i FROM past`)
  store.put('feishu:lab', 'new', 'omt_1', Date.now())
  store.of('feishu:lab', 'old-77')
  return store.oldRows
}
