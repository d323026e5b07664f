// Every statement finds what it needs by an index, however much is there.
import { describe, expect, test } from 'vitest'
import type { RoomRow } from '../../../src/store/postgres/rows.ts'
import { plannedAnew, type StatementName, statements } from '../../../src/store/postgres/statements.ts'
import { addManyRooms, planOf } from './many-rooms.ts'
import { isLeftOut, looking, serverOfFile, worker } from './postgres-world.ts'
import { commitOf, upTo } from './room-rows.ts'

const world = serverOfFile()

describe.skipIf(isLeftOut)('what a cluster remembers', () => {
  test('is read by an index, with every statement, whatever values it is asked with', async () => {
    const url = await world.database()
    const connections = looking(url)
    await worker(url).ready()
    await addManyRooms(connections)
    for (const [name, sql] of Object.entries(statements)) {
      const isPlannedAnew = plannedAnew.has(name as StatementName)
      for (const mode of isPlannedAnew ? ['force_custom_plan'] : ['force_custom_plan', 'force_generic_plan']) {
        // oxlint-disable-next-line no-await-in-loop -- one plan after the other
        const { scanned, indexes, rows } = await planOf(connections, name, sql, mode)
        expect({ name, mode, scanned }).toEqual({ name, mode, scanned: [] })
        expect({ name, indexes }).not.toEqual({ name, indexes: [] })
        expect({ name, mode, rows: rows <= 3_000 ? 'few' : rows }).toEqual({ name, mode, rows: 'few' })
      }
    }
  })

  test('is written and pruned by indexes, too, however much is there', async () => {
    const url = await world.database()
    const { query } = looking(url)
    await worker(url).ready()
    await addManyRooms({ query })
    const scanned = (): Promise<unknown> =>
      query(`SELECT relname, seq_tup_read FROM pg_stat_user_tables
             WHERE schemaname = 'chime' AND relname NOT IN ('migration', 'line') ORDER BY relname`)
    const before = await scanned()
    const { write, prune, close } = worker(url)
    // The plans of a function are made for any values after some runs.
    for (const seq of upTo(10)) {
      const corrected: RoomRow = {
        room: 'web:0',
        seq: 1e6 + seq,
        index: 9,
        kind: 'correction',
        id: 'm10',
        text: 'x',
        isLeft: true,
      }
      // oxlint-disable-next-line no-await-in-loop -- one commit after the other, as a room hands them over
      await write([...commitOf('web:new', seq), ...commitOf('web:other', seq)])
      // oxlint-disable-next-line no-await-in-loop -- as above
      await write([corrected])
      // oxlint-disable-next-line no-await-in-loop -- as above
      await prune(50_000, 30)
    }
    // What sessions counted is told when they end.
    await close()
    expect(await scanned()).toEqual(before)
  })
})
