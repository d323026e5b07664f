// Where messages stand, as far as their ids do not say it: in which topic, and under which number for which bot.
import type { DatabaseSync } from 'node:sqlite'
import { inRowOrder } from '../../store/prunable.ts'
import { groupOf, isNumberedApart, sharedId } from './names.ts'
import type { PlainMessage } from './message.ts'

interface Place {
  /** Telegram's, of the chat or of the bot in it. */
  number: number
  /** Of a topic. */
  thread?: number
}

const schema = `
CREATE TABLE IF NOT EXISTS telegram_place (
  n INTEGER PRIMARY KEY, grp TEXT NOT NULL, id TEXT NOT NULL, bot TEXT NOT NULL, number INTEGER NOT NULL, thread INTEGER,
  at INTEGER NOT NULL, UNIQUE (grp, id, bot)) STRICT;
CREATE INDEX IF NOT EXISTS telegram_place_number ON telegram_place (grp, bot, number);
`
const dayMs = 24 * 60 * 60_000

export function openPlaces(db: DatabaseSync, now: () => number) {
  db.exec(schema)
  const byId = db.prepare('SELECT number, thread FROM telegram_place WHERE grp = ? AND id = ? AND bot = ?')
  const byNumber = db.prepare('SELECT id FROM telegram_place WHERE grp = ? AND bot = ? AND number = ?')
  const put = db.prepare(
    'INSERT OR IGNORE INTO telegram_place (grp, id, bot, number, thread, at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const find = (group: string, id: string, bot: string): Place | undefined => {
    const row = byId.get(group, id, bot)
    if (!row) return undefined
    const thread = row['thread']
    return { number: Number(row['number']), ...(typeof thread === 'number' && { thread }) }
  }

  return {
    /** A bot has seen the message: its id from then on. */
    note(bot: string, own: number, message: PlainMessage): string {
      const { chat, message_id: number, is_topic_message: isInTopic, message_thread_id: thread } = message
      const group = groupOf(chat, own)
      const known = byNumber.get(group, bot, number)
      if (known) return String(known['id'])
      const id = isNumberedApart(chat) ? freeId(group, bot, sharedId(message)) : String(number)
      const topic = isInTopic ? (thread ?? null) : null
      if (isNumberedApart(chat) || topic !== null) put.run(group, id, bot, number, topic, now())
      return id
    },
    /** Where a bot finds a message; undefined: it has never seen it, and its id does not tell. */
    of(group: string, id: string, bot: string): Place | undefined {
      const known = find(group, id, bot)
      return known ?? (/^\d{1,15}$/.test(id) ? { number: Number(id) } : undefined)
    },
    oldRows: inRowOrder(db, { table: 'telegram_place', key: 'n', time: 'at', neededMs: dayMs }),
  }

  /** Who says the same twice in a second is heard twice: every bot counts alike. */
  function freeId(group: string, bot: string, id: string): string {
    for (let n = 1; n < mostAlike; n += 1) {
      const tried = n === 1 ? id : `${id}.${n}`
      if (!find(group, tried, bot)) return tried
    }
    return id
  }
}

const mostAlike = 100
