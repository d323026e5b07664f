// Stands between a worker and Postgres, and cuts a connection after so many bytes of an answer, or of a question.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, createConnection, type Socket } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { addressOf } from '../../../src/store/postgres/address.ts'

/** `cutAfter`: asked for every connection: bytes to let through in the direction, then it is cut. */
export async function cuttingProxy(url: string, cutAfter: () => { toServer?: number; toWorker?: number } | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'chime-cut-'))
  const real = join(addressOf(url).host ?? '', '.s.PGSQL.5432')
  let cuts = 0
  const proxy = createServer((worker) => {
    const server = createConnection(real)
    const limits = cutAfter()
    const close = (): void => {
      worker.destroy()
      server.destroy()
    }
    const pass = (from: Socket, to: Socket, limit = Infinity): void => {
      let passed = 0
      from.on('data', (bytes) => {
        const left = limit - passed
        passed += bytes.length
        if (bytes.length <= left) {
          to.write(bytes)
          return
        }
        cuts += 1
        to.write(bytes.subarray(0, left), close)
        // What was cut off must not come through later.
        from.removeAllListeners('data')
        from.resume()
      })
      from.on('close', close)
      from.on('error', close)
    }
    pass(worker, server, limits?.toServer)
    pass(server, worker, limits?.toWorker)
  })
  proxy.listen(join(folder, '.s.PGSQL.5432'))
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: `postgres://chime:a-secret@${encodeURIComponent(folder)}${new URL(url).pathname}`, cuts: () => cuts }
}
