// What a worker has to do with moves: it comes in where nobody moves, and lets rooms go on that have arrived.
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../../config/log.ts'
import type { Postgres } from '../../store/postgres/open-postgres.ts'
import { inTransaction } from '../../store/transaction.ts'
import { openSpending } from './spending.ts'

/** Rooms at once. */
const mostBegun = 16

interface Entering {
  /** The worker's own store. */
  db: DatabaseSync
  postgres: Pick<Postgres, 'house' | 'moved'>
  log: Log
}

/** Rejects where a move is under way, was cut off, or has emptied the cluster. */
export async function enterHouse({ db, postgres: { house, moved }, log }: Entering): Promise<void> {
  await house.enter((problem) =>
    log.error({ error: String(problem) }, 'this worker has to stop: the cluster is moving house'),
  )
  const move = await house.move()
  if (move) await takeOthers(db, moved, move.id, log)
}

/** What operators had set in the store of before, once: bots that were paused stay silent. */
async function takeOthers(
  db: DatabaseSync,
  moved: Entering['postgres']['moved'],
  move: string,
  log: Log,
): Promise<void> {
  db.exec('CREATE TABLE IF NOT EXISTS house_taken (move TEXT PRIMARY KEY) STRICT, WITHOUT ROWID')
  if (db.prepare('SELECT 1 FROM house_taken WHERE move = ?').get(move)) return
  const others = await moved.others()
  inTransaction(db, () => {
    openSpending(db).write({ usage: [], persons: [], others })
    db.prepare('INSERT INTO house_taken (move) VALUES (?)').run(move)
  })
  if (others.some(([table]) => table !== 'pause'))
    log.warn(
      'lists and pins that operators had set were taken over from the store of before: start this worker once more, so that they count',
    )
}

/** Each worker may do it, and a second time is harmless. */
export async function letGoOn(
  house: Postgres['house'],
  { begin }: { begin: (room: string) => Promise<unknown> },
): Promise<void> {
  for (;;) {
    // oxlint-disable no-await-in-loop -- the most urgent first
    const rooms = await house.resting(mostBegun)
    if (rooms.length === 0) return
    await Promise.all(rooms.map((room) => begin(room)))
    await house.begun(rooms)
    // oxlint-enable no-await-in-loop
  }
}
