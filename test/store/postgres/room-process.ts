// A worker of its own with rooms that hand over commit after commit, from the first that is not durable: `URL LAST ROOM…`.
import { pino } from 'pino'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'
import { commitOf } from './room-rows.ts'

const [url = '', last, ...rooms] = process.argv.slice(2)
const postgres = openPostgres(url, { now: Date.now, log: pino({ level: 'silent' }) })
const durable = await postgres.durable(rooms)
await Promise.all(
  rooms.map(async (room) => {
    // The last one once more, as a room does that has not heard of it.
    for (let seq = Math.max(1, durable.get(room) ?? 1); seq <= Number(last); seq += 1)
      // oxlint-disable-next-line no-await-in-loop -- one commit after the other, as a room hands them over
      await postgres.write(commitOf(room, seq))
  }),
)
await postgres.close()
