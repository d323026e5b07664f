// A Postgres for tests: on a unix socket alone, killed and started again, and never left behind.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { packageFolders } from '../../src/cluster/packages.ts'
import { findPostgres, missingPostgres, type PostgresServer, startPostgres } from '../../src/cluster/postgres-server.ts'
import { root } from '../docs/pages.ts'
import { folder, folderOfFile } from '../world/folders.ts'
import { isAlive, startedBy } from './started-by.ts'

/** The part of the client that is used here. */
type Sql = ((parts: TemplateStringsArray, ...values: unknown[]) => Promise<Record<string, unknown>[]>) & {
  end(options: { timeout: number }): Promise<void>
}
type Connection = PostgresServer['connection']
const postgres = createRequire(join(root, packageFolders.postgres, 'package.json'))('postgres') as (
  options: Connection & { max: number },
) => Sql

describe.skipIf(process.env['CHIME_SKIP_POSTGRES'] === '1')('a Postgres', () => {
  const home = folderOfFile()
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres({ folder: home })
    return () => server.stop()
  })

  /** With a connection of its own. */
  async function ask<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = postgres({ ...server.connection, max: 1 })
    try {
      return await work(sql)
    } finally {
      // Of a connection that the server broke it would wait for ever.
      await sql.end({ timeout: 1 })
    }
  }

  test('what was committed is there after a kill -9, at the same address', async () => {
    await ask(async (sql) => {
      await sql`create table kept (value text)`
      await sql`insert into kept values ('before')`
    })
    const before = server.pid()
    await server.kill()
    await expect(ask((sql) => sql`select 1`)).rejects.toThrow(/ENOENT|ECONNREFUSED/)
    await server.start()
    expect(server.pid()).not.toBe(before)
    expect([...(await ask((sql) => sql`select value from kept`))]).toEqual([{ value: 'before' }])
    await server.restart()
    expect([...(await ask((sql) => sql`select value from kept`))]).toEqual([{ value: 'before' }])
  })

  test('a server that is killed while somebody is connected starts again', async () => {
    await ask(async (sql) => {
      const long = sql`select pg_sleep(30)`.catch((error: Error) => error)
      await vi.waitFor(async () => {
        const [row] = await ask(
          (other) => other`select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`,
        )
        expect(row).toEqual({ n: 1 })
      })
      await server.kill()
      await server.start()
      expect(await long).toBeInstanceOf(Error)
    })
    expect([...(await ask((sql) => sql`select 1 as n`))]).toEqual([{ n: 1 }])
  })

  test('it listens on no port, and the socket is closed to other users', async () => {
    const [row] = await ask((sql) => sql`select current_setting('listen_addresses') as addresses`)
    expect(row).toEqual({ addresses: '' })
    const socket = join(home, '.s.PGSQL.5432')
    expect((statSync(socket).mode & 0o777).toString(8)).toBe('700')
  })

  test.runIf(process.getuid?.() === 0)('it runs as another user than root', () => {
    const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]
    expect(uid).not.toBe('0')
    expect(uid).toBe(String(statSync(home).uid))
  })

  test('everything that it writes is in its folder', () => {
    expect(
      readdirSync(home)
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    ).toEqual(['data', 'postgres.log'])
  })

  test('it ends with the process that started it, also when that one is killed', async () => {
    const { pid, kill } = await startedBy(`
      import { startPostgres } from './src/cluster/postgres-server.ts'
      const server = await startPostgres({ folder: ${JSON.stringify(folder())} })
      console.log(server.pid())
      setInterval(() => {}, 1_000)
    `)
    expect(isAlive(pid)).toBe(true)
    await kill()
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 })
  })
})

test('a machine without Postgres is told how to get it', async () => {
  vi.stubEnv('CHIME_POSTGRES_BIN', folder())
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(findPostgres()).toBe(undefined)
  await expect(startPostgres({ folder: folder() })).rejects.toThrow(missingPostgres)
})

test('a folder whose socket could have no address is refused before anything is made', async () => {
  const parent = folder()
  await expect(startPostgres({ folder: join(parent, 'x'.repeat(100)) })).rejects.toThrow(
    'choose a folder with a shorter path',
  )
  expect(readdirSync(parent)).toEqual([])
})
