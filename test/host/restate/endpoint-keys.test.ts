// A worker that takes calls of its own cluster alone.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startRestateNodes } from '../../../src/cluster/restate-nodes.ts'
import { openEndpoint } from '../../../src/host/restate/endpoint.ts'
import { object, type ObjectContext } from '../../../src/host/restate/sdk.ts'
import { folder } from '../../world/folders.ts'

const counter = object({
  name: 'counter',
  handlers: {
    async add(ctx: ObjectContext) {
      const count = ((await ctx.get<number>('count')) ?? 0) + 1
      ctx.set('count', count)
      return count
    },
  },
})

test('17 with a key of the cluster a worker refuses whoever does not sign with it', async () => {
  const path = folder()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const file = join(path, 'key.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const nodes = await startRestateNodes({
    folder: path,
    partitions: 1,
    extra: { RESTATE_REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: file },
  })
  onTestFinished(nodes.stop)
  const open = async (key: KeyObject) => {
    const endpoint = await openEndpoint({ services: [counter], port: 0, admin: nodes.admin, keys: [keyText(key)] })
    onTestFinished(() => endpoint.stop())
    return endpoint
  }

  await expect(open(generateKeyPairSync('ed25519').publicKey)).rejects.toThrow('does not take this worker')
  const { address } = await open(publicKey)
  const answer = await fetch(`${nodes.ingress}/counter/a/add`, { method: 'POST' })
  expect([answer.status, await answer.json()]).toEqual([200, 1])
  expect([await statusOf(address, '/discover'), await statusOf(address, '/invoke/counter/add')]).toEqual([401, 401])
})

/** As Restate writes it: base 58 of the raw key. */
function keyText(key: KeyObject): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const raw = Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url')
  let [left, text] = [BigInt(`0x${raw.toString('hex')}`), '']
  for (; left > 0n; left /= 58n) text = String(digits[Number(left % 58n)]) + text
  return `publickeyv1_${text}`
}

async function statusOf(address: string, path: string): Promise<number> {
  const session = connect(address)
  const stream = session.request({
    ':path': path,
    ':method': 'POST',
    accept: 'application/vnd.restate.endpointmanifest.v3+json',
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  stream.on('response', (headers) => resolve(Number(headers[':status']))).on('error', reject)
  stream.resume().end()
  return promise.finally(() => session.destroy())
}
