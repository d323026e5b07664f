// Rows of a table as plain objects, read and written by the names of their columns.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export type Row = Record<string, unknown>

/** One that is not there has no rows, and takes none. */
export function tableOf(db: DatabaseSync, name: string) {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(name)
    .map((row) => String(row['name']))
  return {
    name,
    rows: (where = '1', ...values: SQLInputValue[]): Row[] =>
      columns.length === 0 ? [] : db.prepare(`SELECT * FROM ${name} WHERE ${where}`).all(...values),
    /** A row that is there already stays as it is. */
    put(rows: readonly Row[]): void {
      for (const row of columns.length === 0 ? [] : rows) {
        const known = columns.filter((column) => Object.hasOwn(row, column))
        db.prepare(`INSERT OR IGNORE INTO ${name} (${known.join()}) VALUES (${known.map(() => '?').join()})`).run(
          ...known.map((column) => row[column] as SQLInputValue),
        )
      }
    },
  }
}
