// What is known of what the bots posted: noted before the call and after it, since Telegram knows no key of ours (S5).
import type { DatabaseSync } from 'node:sqlite'
import { inRowOrder } from '../../store/prunable.ts'

/** Where it is kept: in the worker's own store, or where all workers of a cluster have it. */
export interface Posts {
  find(part: Part): MaybeLater<Post | undefined>
  /** Right before the call. Rejects where it cannot be noted, or another worker was first: then nothing is posted. */
  begin(part: Part, post: Omit<Post, 'id'>, at: number): MaybeLater<void>
  /** It stands in the chat. */
  end(part: Part, id: string): MaybeLater<void>
  /** It does not stand there: Telegram said so, or the call was never made. */
  drop(part: Part): MaybeLater<void>
}

type MaybeLater<T> = T | Promise<T>

/** One message of a reply. */
export interface Part {
  group: string
  bot: string
  /** The reply's. */
  key: string
  part: number
}

/** `id` undefined: the call was made, and what became of it nobody has told. */
export interface Post {
  id?: string
  text: string
  mentions: { id: string; name: string }[]
}

const schema = `
CREATE TABLE IF NOT EXISTS telegram_post (
  n INTEGER PRIMARY KEY, grp TEXT NOT NULL, bot TEXT NOT NULL, key TEXT NOT NULL, part INTEGER NOT NULL, id TEXT,
  at INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE (grp, bot, key, part)) STRICT;
`
const dayMs = 24 * 60 * 60_000

export function openPosts(db: DatabaseSync) {
  db.exec(schema)
  const find = db.prepare('SELECT id, body FROM telegram_post WHERE grp = ? AND bot = ? AND key = ? AND part = ?')
  const begin = db.prepare('INSERT INTO telegram_post (grp, bot, key, part, at, body) VALUES (?, ?, ?, ?, ?, ?)')
  const end = db.prepare('UPDATE telegram_post SET id = ? WHERE grp = ? AND bot = ? AND key = ? AND part = ?')
  const drop = db.prepare('DELETE FROM telegram_post WHERE grp = ? AND bot = ? AND key = ? AND part = ?')
  return {
    find({ group, bot, key, part }: Part): Post | undefined {
      const row = find.get(group, bot, key, part)
      const id = row?.['id']
      if (!row) return undefined
      return { ...(JSON.parse(String(row['body'])) as Omit<Post, 'id'>), ...(typeof id === 'string' && { id }) }
    },
    begin: ({ group, bot, key, part }: Part, post: Omit<Post, 'id'>, at: number): void =>
      void begin.run(group, bot, key, part, at, JSON.stringify(post)),
    end: ({ group, bot, key, part }: Part, id: string): void => void end.run(id, group, bot, key, part),
    drop: ({ group, bot, key, part }: Part): void => void drop.run(group, bot, key, part),
    oldRows: inRowOrder(db, { table: 'telegram_post', key: 'n', time: 'at', neededMs: dayMs }),
  }
}
