// What own bots said in the groups of the bridge: once for a key (S5).
import type { DatabaseSync } from 'node:sqlite'
import { inRowOrder } from './prunable.ts'
import { inTransaction } from './transaction.ts'

export type BridgePosts = ReturnType<typeof openBridgePosts>

export interface BridgePost {
  group: string
  /** Own bot. */
  bot: string
  /** The reply's: with the group and the bot it makes the post one. */
  key: string
  id: string
  /** ms */
  at: number
  name: string
  text: string
  replyTo?: string | undefined
  mentions: { id: string; name: string }[]
}

const schema = `
CREATE TABLE IF NOT EXISTS bridge_post (
  n INTEGER PRIMARY KEY, grp TEXT NOT NULL, bot TEXT NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL,
  body TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0, UNIQUE (grp, bot, key)) STRICT;
DROP INDEX IF EXISTS bridge_post_untaken;
`

const dayMs = 24 * 60 * 60_000

export function openBridgePosts(db: DatabaseSync) {
  db.exec(schema)
  const find = db.prepare('SELECT body FROM bridge_post WHERE grp = ? AND bot = ? AND key = ?')
  const put = db.prepare('INSERT INTO bridge_post (grp, bot, key, id, at, body) VALUES (?, ?, ?, ?, ?, ?)')
  return {
    find(group: string, bot: string, key: string): BridgePost | undefined {
      const row = find.get(group, bot, key)
      return row && (JSON.parse(String(row['body'])) as BridgePost)
    },
    /** All that `beside` writes is stored with the post, or nothing is. */
    put: (post: BridgePost, beside: () => void): void =>
      inTransaction(db, () => {
        put.run(post.group, post.bot, post.key, post.id, post.at, JSON.stringify(post))
        beside()
      }),
    oldRows: inRowOrder(db, { table: 'bridge_post', key: 'n', time: 'at', neededMs: dayMs }),
  }
}
