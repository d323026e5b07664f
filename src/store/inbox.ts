// The inbox: which messages a room knows, and which of its bots they have reached (R10).
import type { DatabaseSync } from 'node:sqlite'

export type Inbox = ReturnType<typeof openInbox>

export function openInbox(db: DatabaseSync) {
  const find = db.prepare('SELECT bots FROM inbox WHERE room = ? AND id = ?')
  const insert = db.prepare('INSERT INTO inbox (room, id, at, bots) VALUES (?, ?, ?, ?)')
  const update = db.prepare('UPDATE inbox SET bots = ? WHERE room = ? AND id = ?')
  return {
    /** undefined: the message is new. */
    of(room: string, id: string): readonly string[] | undefined {
      const row = find.get(room, id)
      return row && String(row['bots']).split(' ')
    },
    put(
      room: string,
      { id, bots, isFirst }: { id: string; bots: readonly string[]; isFirst: boolean },
      at: number,
    ): void {
      if (isFirst) insert.run(room, id, at, bots.join(' '))
      else update.run(bots.join(' '), room, id)
    },
  }
}
