// What of a store belongs to no room: the books of every bot, and what operators have set.
import type { DatabaseSync } from 'node:sqlite'
import type { Spending } from './tally.ts'
import { type Row, tableOf } from './tables.ts'

/** Kept for the way back: the cluster's workers have these each for themselves. */
const others = ['person_refused', 'pause', 'served', 'accepted_text', 'mcp_pin', 'profile_words'] as const

export function openSpending(db: DatabaseSync) {
  const [usage, persons] = [tableOf(db, 'usage'), tableOf(db, 'person_usage')]
  const rest = others.map((name) => tableOf(db, name))
  return {
    read: (): Spending & { others: readonly [table: string, row: Row][] } => ({
      usage: usage.rows('1 ORDER BY bot, minute'),
      persons: persons.rows(),
      others: rest.flatMap((table) => table.rows().map((row): [string, Row] => [table.name, row])),
    }),
    /** In a transaction. */
    write(spent: {
      usage: readonly Row[]
      persons: readonly Row[]
      others: readonly (readonly [string, Row])[]
    }): void {
      usage.put(spent.usage)
      persons.put(spent.persons)
      for (const table of rest) table.put(spent.others.flatMap(([name, row]) => (name === table.name ? [row] : [])))
    },
  }
}
