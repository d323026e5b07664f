// A Restate node for tests: ready, on loopback alone, killed and started again, halted for a while, and never left behind.
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:http2'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { register } from '../../src/cluster/deployment.ts'
import { installCommand, missingPackages, packageFolders } from '../../src/cluster/packages.ts'
import { type RestateNodes, startRestateNodes } from '../../src/cluster/restate-nodes.ts'
import { root } from '../docs/pages.ts'
import { folder, folderOfFile } from '../world/folders.ts'
import { isAlive, startedBy } from './started-by.ts'

describe.skipIf(process.env['CHIME_SKIP_RESTATE'] === '1')('a Restate node', () => {
  const home = folderOfFile()
  let nodes: RestateNodes

  beforeAll(async () => {
    nodes = await startRestateNodes({ folder: home, partitions: 1 })
    return () => nodes.stop()
  })

  const count = async (key: string): Promise<unknown> => {
    const response = await fetch(`${nodes.ingress}/counter/${key}/add`, { method: 'POST' })
    return response.json()
  }

  test('it carries out calls of a service that is registered over HTTP/2, and keeps what was stored through a kill -9', async () => {
    const { url, close } = await counterService()
    await register(nodes.admin, url)
    // Again, as every start of a development server does.
    await register(nodes.admin, url)
    expect([await count('a'), await count('a'), await count('b')]).toEqual([1, 2, 1])

    const before = nodes.pid(0)
    await nodes.kill(0)
    await expect(count('a')).rejects.toThrow('fetch failed')
    await nodes.start(0)
    expect(nodes.pid(0)).not.toBe(before)
    expect(await count('a')).toBe(3)
    await close()
  })

  test('a service that is not there is no deployment, and the error says where it was looked for', async () => {
    await expect(register(nodes.admin, 'http://127.0.0.1:1')).rejects.toThrow(
      /^Restate does not take http:\/\/127\.0\.0\.1:1 \(HTTP \d+\): ./,
    )
    await expect(register('http://127.0.0.1:1', 'http://127.0.0.1:2')).rejects.toThrow(
      'no answer of Restate at http://127.0.0.1:1, where http://127.0.0.1:2 was to be registered',
    )
  })

  test('while it is halted nothing answers, and it goes on after the time', async () => {
    const halted = nodes.stopFor(0, 700)
    await expect(fetch(`${nodes.admin}/health`, { signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout')
    await halted
    expect((await fetch(`${nodes.admin}/health`)).ok).toBe(true)
  })

  test.runIf(process.platform === 'linux')('it listens on loopback alone', () => {
    expect(listeners(nodes.pid(0) ?? 0).toSorted()).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1'])
  })

  test('everything that it writes is in its folder', () => {
    expect(readdirSync(home).toSorted()).toEqual(['n1', 'restate-n1.log'])
  })

  test('a node that cannot start is told with the end of its log', async () => {
    const extra = { RESTATE_DEFAULT_NUM_PARTITIONS: 'many' }
    await expect(startRestateNodes({ folder: folder(), extra })).rejects.toThrow(
      /^Restate node n1 ended at its start \(exit code \d+\); the end of its log:\n[^]*many/,
    )
  })

  test('it ends with the process that started it, also when that one is killed', async () => {
    const { pid, kill } = await startedBy(`
      import { startRestateNodes } from './src/cluster/restate-nodes.ts'
      const nodes = await startRestateNodes({ folder: ${JSON.stringify(folder())}, partitions: 1 })
      console.log(nodes.pid(0))
      setInterval(() => {}, 1_000)
    `)
    expect(isAlive(pid)).toBe(true)
    await kill()
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 })
  })
})

/** A virtual object that counts, as the SDK serves it. */
async function counterService(): Promise<{ url: string; close: () => Promise<void> }> {
  if (missingPackages('restate')) throw new Error(`run \`${installCommand}\``)
  const path = join(root, packageFolders.restate, 'package.json')
  const sdk = createRequire(path)('@restatedev/restate-sdk') as Sdk
  const counter = sdk.object({
    name: 'counter',
    handlers: {
      add: async (ctx) => {
        const value = ((await ctx.get('value')) ?? 0) + 1
        ctx.set('value', value)
        return value
      },
    },
  })
  const server = createServer(sdk.createEndpointHandler({ services: [counter], logger: () => {} }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async (): Promise<void> => void server.close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** The part of the SDK that is used here. */
interface Sdk {
  object(definition: {
    name: string
    handlers: Record<
      string,
      (ctx: { get(name: string): Promise<number | null>; set(name: string, value: number): void }) => Promise<number>
    >
  }): unknown
  createEndpointHandler(options: {
    services: unknown[]
    logger: () => void
  }): Parameters<typeof createServer>[0] & ((...args: unknown[]) => void)
}

/** Addresses on which a process listens. */
function listeners(pid: number): string[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    ),
  )
  const lines = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8').trim().split('\n').slice(1),
  )
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    if (state !== '0A' || !sockets.has(inode)) return []
    const [address = ''] = local.split(':')
    return [
      address.length === 8
        ? address
            .match(/../g)!
            .toReversed()
            .map((byte) => Number.parseInt(byte, 16))
            .join('.')
        : address,
    ]
  })
}
