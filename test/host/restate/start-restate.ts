// A Restate server of one node on loopback, in a folder that goes with it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export async function startRestate() {
  const folder = mkdtempSync(join(tmpdir(), 'chime-restate-'))
  const [node, ingress, admin] = await Promise.all([freePort(), freePort(), freePort()])
  const bin = new URL('../../../src/host/restate/node_modules/.bin/restate-server', import.meta.url).pathname
  const server = spawn(bin, ['--no-logo', '--base-dir', folder], {
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_DEFAULT_NUM_PARTITIONS: '4',
      RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '512MB',
    },
  })
  const urls = { ingress: `http://127.0.0.1:${ingress}`, admin: `http://127.0.0.1:${admin}` }
  for (let n = 0; n < 200 && !(await isReady(urls.admin)); n += 1) await wait(50)
  return {
    ...urls,
    async stop() {
      server.kill('SIGKILL')
      await wait(100)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isReady = async (admin: string): Promise<boolean> =>
  fetch(`${admin}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
