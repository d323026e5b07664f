// Rows of a room in other tables of the store: what bots remember of it, and replies on their way out.
import type { DatabaseSync } from 'node:sqlite'
import { type Row, tableOf } from './tables.ts'
import type { Rest } from './moved-room.ts'

/** By the group's name. */
const ofGroup = ['memory_forgotten', 'memory_order', 'memory_floor', 'message_topic'] as const

/** Tables that are not there have no rows: whoever needs them makes them. */
export function openRest(db: DatabaseSync) {
  const tables = ofGroup.map((name) => tableOf(db, name))
  const notes = tableOf(db, 'memory_note')
  const outbox = tableOf(db, 'outbox')
  const lineAt = db.prepare('SELECT id FROM message WHERE grp = ? AND n <= ? ORDER BY n DESC LIMIT 1')
  const rowAt = db.prepare('SELECT n FROM message WHERE grp = ? AND id = ?')
  const actor = db.prepare('SELECT id FROM actor WHERE key = ?')

  return {
    read(group: string, charts: readonly { id: number; key: string }[], withTalk: boolean): Rest {
      const found: Record<string, Row[]> = {}
      if (withTalk) {
        for (const table of tables) found[table.name] = table.rows('grp = ?', group).map(({ n: _, ...row }) => row)
        // A note names the last row of the talk that it knows: elsewhere that row has another number.
        found['memory_note'] = notes.rows('grp = ?', group).map(({ upto, anchor: _, ...row }) => ({
          ...row,
          upto: lineAt.get(group, Number(upto))?.['id'] ?? null,
        }))
      }
      found['outbox'] = charts.flatMap(({ id, key }) =>
        outbox.rows('actor = ?', id).map(({ actor: _, ...row }) => ({ ...row, chart: key })),
      )
      return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0))
    },
    write(rest: Rest): void {
      for (const table of tables) table.put(rest[table.name] ?? [])
      notes.put(
        (rest['memory_note'] ?? []).map(({ upto, ...row }) => ({
          ...row,
          upto: upto === null ? 0 : (rowAt.get(String(row['grp']), String(upto))?.['n'] ?? 0),
          anchor: 0,
        })),
      )
      outbox.put(
        (rest['outbox'] ?? []).map(({ chart, ...row }) => ({ ...row, actor: actor.get(String(chart))?.['id'] ?? 0 })),
      )
    },
  }
}
