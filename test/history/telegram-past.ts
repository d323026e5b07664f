// Every statement of the channel to Telegram, asked once.
import type { DatabaseSync } from 'node:sqlite'
import { openPlaces } from '../../src/channels/telegram/places.ts'
import { openPosts } from '../../src/channels/telegram/posts.ts'

/** What this channel knows of its chats, with a long past; what of it is pruned. */
export function askTelegram(db: DatabaseSync, rows: number) {
  const [posts, places] = [openPosts(db), openPlaces(db, Date.now)]
  const past = `WITH RECURSIVE past (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM past WHERE i < ${rows})`
  db.exec(`INSERT INTO telegram_post (grp, bot, key, part, id, at, body)
    ${past} SELECT 'telegram:-1', 'iris', 'old-' || i, 0, i, i, '{}' FROM past`)
  db.exec(`INSERT INTO telegram_place (grp, id, bot, number, thread, at)
    ${past} SELECT 'telegram:-1', 'old-' || i, 'iris', i, 7, i FROM past`)
  const part = { group: 'telegram:-1', bot: 'iris', key: 'new', part: 0 }
  posts.find({ ...part, key: 'old-77' })
  posts.begin(part, { text: 'New.', mentions: [] }, Date.now())
  posts.end(part, '5')
  posts.drop(part)
  const chat = { id: -1, type: 'group' } as const
  places.note('iris', 9, { message_id: rows + 1, date: 1, chat, text: 'New.' })
  places.of('telegram:-1', 'old-77', 'iris')
  return [posts.oldRows, places.oldRows]
}
