// `node test/bench/old-rooms.ts --rooms 2000`: how soon the page of a worker with an empty store shows rooms that have been silent for long.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../../src/cluster/ports.ts'
import { startPostgres } from '../../src/cluster/postgres-server.ts'
import { startRestateNodes } from '../../src/cluster/restate-nodes.ts'
import { addressOf } from '../../src/store/postgres/address.ts'
import { openConnections } from '../../src/store/postgres/connection.ts'
import { openDatabase } from '../../src/store/database.ts'
import { message, openScribes, roomNamed } from '../host/restate/moving/scribes.ts'

const { values } = parseArgs({ options: { rooms: { type: 'string', default: '2000' } } })
const rooms = Number(values.rooms)
const atOnce = 50
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'chime-old-rooms-'))
const [nodes, database, port] = await Promise.all([
  startRestateNodes({ folder }),
  startPostgres({ folder: join(folder, 'postgres') }),
  freePort(),
])
const engine = { ingress: [nodes.ingress], admin: nodes.admin, store: database.url, worker: { port } }
const open = async (name: string, more: Parameters<typeof openScribes>[3] = {}) => {
  const db = openDatabase(join(folder, name))
  return { db, host: await openScribes(db, async () => 'done', engine, more) }
}

try {
  const one = await open('one.sqlite')
  await one.host.start()
  for (let n = 0; n < rooms; n += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, rooms - n) }, (_, i) => message(roomNamed(n + i), 'a'))
    // oxlint-disable-next-line no-await-in-loop -- some rooms at once
    await one.host.receive(some)
  }
  const { query, end } = openConnections({
    address: addressOf(database.url),
    most: 1,
    name: 'bench',
    timeoutMs: 20_000,
  })
  const taken = async (): Promise<number> => Number((await query('SELECT count(*) AS n FROM turn'))[0]?.['n'])
  // oxlint-disable-next-line no-await-in-loop -- until Postgres has them
  while ((await taken()) < rooms) await wait(100)
  await one.host.stop()
  one.db.close()
  // As where others have left more than a worker reads back.
  await query('DELETE FROM room_commit')
  await end()

  const shown = new Set<string>()
  const times: number[] = []
  const { promise: isWhole, resolve: whole } = Promise.withResolvers<void>()
  let started = 0
  const page = await open('page.sqlite', {
    listed(charts) {
      for (const { key } of charts) shown.add(key)
      times.push(performance.now() - started)
      if (shown.size === 2 * rooms) whole()
    },
  })
  const before = process.cpuUsage()
  started = performance.now()
  await page.host.start()
  const ready = performance.now() - started
  await isWhole
  const { user, system } = process.cpuUsage(before)
  say(
    `${rooms} rooms of two charts: started after ${ready.toFixed(0)} ms, the first are shown after ${times[0]?.toFixed(0)} ms, ` +
      `all after ${times.at(-1)?.toFixed(0)} ms; ${((user + system) / 1_000 / rooms).toFixed(2)} ms of this process' CPU a room`,
  )
  await page.host.stop()
  page.db.close()
} finally {
  await nodes.stop()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
