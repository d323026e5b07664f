// The tables are made once, are those of SQLite where both have them, and a migration that was released stays as it is.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../src/store/database.ts'
import { migrate } from '../../../src/store/postgres/migrate.ts'
import { migrations } from '../../../src/store/postgres/migrations.ts'
import { isLeftOut, looking, serverOfFile, worker } from './postgres-world.ts'

const world = serverOfFile()
const next = migrations.length + 1

test('a migration that was released is never changed: another one is added', () => {
  const digests = migrations.map(({ n, sql }) => [n, createHash('sha256').update(sql).digest('hex').slice(0, 12)])
  expect(digests).toEqual([
    [1, '76f66a3804f6'],
    [2, 'e2bac41a5ac6'],
  ])
})

describe.skipIf(isLeftOut)('the tables of a cluster', () => {
  test('are made once by workers that start at the same moment, and what is added later is added once', async () => {
    const url = await world.database()
    const connections = Array.from({ length: 5 }, () => looking(url))
    await Promise.all(connections.map((each) => migrate(each)))
    const later = [
      ...migrations,
      { n: next, sql: 'ALTER TABLE message ADD COLUMN mood TEXT; CREATE TABLE other (n BIGINT)' },
    ]
    await Promise.all(connections.map((each) => migrate(each, later)))
    expect(await looking(url).query('SELECT n FROM migration ORDER BY n')).toEqual(later.map(({ n }) => ({ n })))
    await expect(worker(url).ready()).rejects.toThrow(
      `the database was written by a newer Chime (version ${next}, this one knows ${next - 1})`,
    )
  })

  test('are all there or none of them', async () => {
    const url = await world.database()
    const wrong = [...migrations, { n: next, sql: 'CREATE TABLE other (n BIGINT); SELECT 1 / 0' }]
    await expect(migrate(looking(url), wrong)).rejects.toThrow('division by zero')
    expect(await looking(url).query(`SELECT 1 FROM pg_namespace WHERE nspname = 'chime'`)).toEqual([])
  })

  test('have the columns that the store of one machine has, of the same kinds', async () => {
    const url = await world.database()
    await worker(url).ready()
    using sqlite = openDatabase(':memory:')
    for (const [table, own] of Object.entries(ownColumns)) {
      const inSqlite = sqlite
        .prepare('SELECT name, type, "notnull" OR pk > 0 AS needed FROM pragma_table_info(?)')
        .all(table)
        .filter(({ name }) => !own.sqlite.includes(String(name)))
        .map(({ name, type, needed }) => `${String(name)} ${String(type)} ${needed === 1}`)
      // oxlint-disable-next-line no-await-in-loop -- four tables
      const inPostgres = await looking(url).query(
        `SELECT column_name AS name, data_type AS type, is_nullable = 'NO' AS needed FROM information_schema.columns
         WHERE table_schema = 'chime' AND table_name = $1 ORDER BY ordinal_position`,
        [table],
      )
      const same = inPostgres
        .filter(({ name }) => !own.postgres.includes(String(name)))
        .map(({ name, type, needed }) => `${String(name)} ${type === 'bigint' ? 'INTEGER' : 'TEXT'} ${needed === true}`)
      expect({ [table]: same }).toEqual({ [table]: inSqlite })
    }
  })
})

/** What only one of the two keeps in a table. */
const ownColumns: Record<string, { sqlite: string[]; postgres: string[] }> = {
  message: { sqlite: ['n'], postgres: ['seq', 'idx', 'corrected', 'terms'] },
  verdict: { sqlite: ['n', 'actor'], postgres: ['room', 'seq', 'idx', 'n', 'bot', 'key', 'more'] },
  usage: { sqlite: [], postgres: [] },
  person_usage: { sqlite: [], postgres: [] },
}
