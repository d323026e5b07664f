// Whose time counts, by Postgres' own clock, whatever that is set to.
import { describe, expect, test } from 'vitest'
import { isLeftOut, looking, serverOfFile, worker } from './postgres-world.ts'

const hour = 3_600_000

describe.skipIf(isLeftOut)('clocks', () => {
  const { database } = serverOfFile()

  test('17 the first that told counts, until it is silent or its clock leaps', async () => {
    const url = await database()
    const { timeNow, tellTime } = worker(url)
    const rows = looking(url)
    const near = (told: number | undefined, wanted: number): boolean => Math.abs((told ?? Infinity) - wanted) < 1_000
    expect(near(await timeNow(), Date.now())).toBe(true)

    const start = Date.now() + 3 * hour
    const now = (): number => Date.now() + 3 * hour
    expect(await tellTime('a', start)).toBeUndefined()
    const first = await tellTime('b', Date.now())
    expect([first?.worker, near(first?.time, now())]).toEqual(['a', true])
    expect(near(await timeNow(), now())).toBe(true)
    expect(await tellTime('a', now())).toBeUndefined()
    const again = await tellTime('b', Date.now())
    expect([again?.worker, again?.told === first?.told]).toEqual(['a', false])

    // As if Postgres' clock had been set back by an hour before this: what was told before it is of a time to come.
    await rows.query(`UPDATE worker_clock SET at = at + interval '1 hour', ahead = ahead - ${hour}`)
    expect(await tellTime('b', now())).toBeUndefined()
    expect((await tellTime('a', now()))?.worker).toBe('b')
    expect(await tellTime('b', now())).toBeUndefined()

    // Who is halted is heard no more, and counts again when it goes on: it has not leapt.
    await rows.query(`UPDATE worker_clock SET at = at - interval '30 s' WHERE worker = 'b'`)
    expect(await tellTime('a', now())).toBeUndefined()
    expect(await tellTime('b', now())).toBeUndefined()
    expect((await tellTime('a', now()))?.worker).toBe('b')
  })

  test('17 where none runs the time goes on, and never back to one that has been', async () => {
    const url = await database()
    const { timeNow, tellTime } = worker(url)
    const rows = looking(url)
    await tellTime('a', Date.now() + 3 * hour)
    await rows.query(`UPDATE worker_clock SET at = at - interval '1 hour'`)
    const later = (await timeNow()) - Date.now()
    expect(Math.abs(later - 2 * hour)).toBeLessThan(1_000)
    await rows.query(`UPDATE worker_clock SET at = at - interval '9 hours'`)
    expect(Math.abs((await timeNow()) - Date.now())).toBeLessThan(1_000)
    // The newest is kept, however old.
    await rows.query(`UPDATE worker_clock SET at = at - interval '9 days'`)
    await tellTime('b', Date.now())
    await timeNow()
    expect((await rows.query('SELECT worker FROM worker_clock')).map((row) => row['worker'])).toEqual(['b'])
  })
})
