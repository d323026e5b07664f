// A throw-away Postgres in a temporary folder, with databases of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../../src/cluster/postgres-server.ts'
import { addressOf } from '../../../src/store/postgres/address.ts'
import { openConnections } from '../../../src/store/postgres/connection.ts'

export interface TestServer extends AsyncDisposable {
  /** Makes one of that name; returns its URL, with a password that nobody may see. */
  database(name: string): Promise<string>
  /** kill -9 of the whole server. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** `isDurable`: waits for the disk, as a real one does. */
export async function startServer({ isDurable = false } = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-pg-'))
  const { url, kill, start, stop } = await startPostgres({ folder, settings: { fsync: isDurable ? 'on' : 'off' } })
  return {
    async database(name) {
      const connections = openConnections({ address: addressOf(url), most: 1, name: 'making', timeoutMs: 20_000 })
      await connections.query(`CREATE DATABASE ${name}`)
      await connections.end()
      return url.replace('chime@', 'chime:a-secret@').replace(/postgres$/, name)
    },
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
