// What the holders of this worker may have spent, in its store: the next process with it tells what the last one left.
import type { DatabaseSync } from 'node:sqlite'
import type { Marks } from './purses.ts'

export function openMarks(db: DatabaseSync): Marks {
  // No table of a store that is alone.
  db.exec(`CREATE TABLE IF NOT EXISTS ceiling_holder (
    scope TEXT NOT NULL, holder TEXT NOT NULL, messages INTEGER NOT NULL, tokens INTEGER NOT NULL,
    PRIMARY KEY (scope, holder)) STRICT, WITHOUT ROWID`)
  const put = db.prepare('INSERT OR REPLACE INTO ceiling_holder (scope, holder, messages, tokens) VALUES (?, ?, ?, ?)')
  const every = db.prepare('SELECT scope, holder, messages, tokens FROM ceiling_holder')
  const remove = db.prepare('DELETE FROM ceiling_holder WHERE scope = ? AND holder = ?')
  return {
    mark: (scope, holder, { messages, tokens }) => void put.run(scope, holder, messages, Math.ceil(tokens)),
    all: () =>
      every.all().map(({ scope, holder, messages, tokens }) => ({
        scope: String(scope),
        holder: String(holder),
        most: { messages: Number(messages), tokens: Number(tokens) },
      })),
    forget: (scope, holder) => void remove.run(scope, holder),
  }
}
