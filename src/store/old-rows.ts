// What of the tape, the ledger and the talk may go when it is old, and what stays because it is still needed.
import type { DatabaseSync } from 'node:sqlite'
import { inRowOrder, inTimeOrder, type Prunable } from './prunable.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Of every bot's tape in a group so many of the newest steps stay, however old they are: among them is one that tells all. */
export const keptSteps = 80

export function oldRows(db: DatabaseSync): Prunable[] {
  return [
    inRowOrder(db, {
      table: 'entry',
      key: 'n',
      time: 'at',
      neededMs: 0,
      // What is held waits for a reset; the newest steps tell how a group stands.
      stays: `row.kind = 'held' OR row.seq > (SELECT max(seq) FROM entry WHERE actor = row.actor) - ${keptSteps}`,
    }),
    // Stores of before have it.
    inRowOrder(db, { table: 'verdict', key: 'n', time: 'at', neededMs: dayMs }),
    inRowOrder(db, { table: 'outbox', key: 'rowid', time: 'at', neededMs: hourMs, stays: `row.state = 'queued'` }),
    inRowOrder(db, { table: 'message', key: 'n', time: 'ts', neededMs: dayMs }),
    // What a channel hands in once more is known by these: no platform does so after a day.
    inTimeOrder(db, { table: 'inbox', columns: 'room, id', time: 'at', neededMs: dayMs }),
    // The ceilings are those of 24 hours.
    inTimeOrder(db, {
      table: 'usage',
      columns: 'bot, minute',
      time: 'minute',
      unitMs: 60_000,
      neededMs: dayMs + hourMs,
    }),
    inTimeOrder(db, { table: 'person_refused', columns: 'bot, person', time: 'until', neededMs: 0 }),
    inTimeOrder(db, {
      table: 'person_usage',
      columns: 'bot, person, minute',
      time: 'minute',
      unitMs: 60_000,
      neededMs: dayMs + hourMs,
    }),
  ]
}
