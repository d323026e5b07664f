// A server for the tests of a file, with a database and as many workers as a test wants.
import { pino } from 'pino'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { addressOf } from '../../../src/store/postgres/address.ts'
import { type Connections, openConnections } from '../../../src/store/postgres/connection.ts'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'
import { startServer, type TestServer } from './server.ts'

export const isLeftOut = process.env['CHIME_SKIP_POSTGRES'] === '1'

/** Call at the top of a test file. */
export function serverOfFile() {
  let server: TestServer | undefined
  let count = 0
  if (!isLeftOut) {
    beforeAll(async () => {
      server = await startServer()
    })
    afterAll(() => server?.[Symbol.asyncDispose]())
  }
  const running = (): TestServer => {
    if (!server) throw new Error('the server has not been started')
    return server
  }
  return {
    server: running,
    /** A new one; returns its URL. */
    database: (): Promise<string> => running().database(`test_${(count += 1)}`),
  }
}

type Options = Partial<Parameters<typeof openPostgres>[1]>

/** One worker's, closed after the test. */
export function worker(url: string, options: Options = {}) {
  const logged: string[] = []
  const log = pino(
    { level: 'debug', base: null, timestamp: false },
    { write: (text: string) => void logged.push(text) },
  )
  const postgres = openPostgres(url, { now: Date.now, log, pauseMs: () => 20, ...options })
  onTestFinished(() => postgres.close(0))
  return { ...postgres, logged }
}

/** To look at the tables, or to do something to sessions. */
export function looking(url: string): Connections {
  const connections = openConnections({ address: addressOf(url), most: 1, name: 'looking', timeoutMs: 20_000 })
  onTestFinished(() => connections.end())
  return connections
}
