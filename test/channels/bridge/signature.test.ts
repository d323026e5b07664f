// Signatures both ways against the reference implementation of Standard Webhooks (X2).
import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { Refusal } from '../../../src/channels/bridge/refusal.ts'
import { claimOf, sign, type SignatureHeaders, signer as signerOf } from '../../../src/channels/bridge/signature.ts'
import { key, start } from './bridge-world.ts'

const body = JSON.stringify({ text: 'héllo 你好 🎈', nested: { a: [1, 2] } })
const peersWith = (...keys: string[]) => [
  { id: 'gamma', keys: { in: [key(9)] } },
  { id: 'beta', keys: { in: keys } },
]
const signer = (peers: ReturnType<typeof peersWith>, headers: Partial<SignatureHeaders>, of: Buffer, now: number) =>
  signerOf(peers, claimOf(headers, now), of)
const refusal = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof Refusal ? [error.status, error.message] : error
  }
}

test('what we sign the reference verifies, under each key while they rotate', () => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  const headers = sign([key(1), key(2)], 'evt_1', body, start)
  expect([1, 2].map((n) => new Webhook(key(n)).verify(body, { ...headers }))).toEqual([
    JSON.parse(body),
    JSON.parse(body),
  ])
  expect(() => new Webhook(key(3)).verify(body, { ...headers })).toThrow('No matching signature')
  vi.useRealTimers()
})

test('what the reference signs we take, under the old key and the new one', () => {
  for (const n of [1, 2]) {
    const signature = new Webhook(key(n)).sign('evt_1', new Date(start), body)
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(start / 1000),
      'webhook-signature': `v2,xyz v1,AAAA ${signature}`,
    }
    expect(signer(peersWith(key(1), key(2)), headers, Buffer.from(body), start)).toBe('beta')
  }
})

describe('refused with 401', () => {
  const good = sign([key(1)], 'evt_1', body, start)
  const at = (ms: number) => ({ ...good, 'webhook-timestamp': String((start + ms) / 1000) })
  const off = 'webhook-timestamp is more than 5 minutes off'
  const unknown = 'no signature fits a key that is known here'
  test.each<[string, Partial<typeof good>, string]>([
    ['no headers', {}, 'webhook-id, webhook-timestamp and webhook-signature are needed'],
    ['another id', { ...good, 'webhook-id': 'evt_2' }, unknown],
    [
      'an id with a full stop',
      { ...good, 'webhook-id': 'a.b' },
      'webhook-id is made of 1 to 128 letters, digits, _ and -',
    ],
    ['another timestamp', at(1_000), unknown],
    ['a stale timestamp', at(-301_000), off],
    ['a future timestamp', at(301_000), off],
    ['a timestamp that is none', { ...good, 'webhook-timestamp': '1e9' }, off],
    ['a cut signature', { ...good, 'webhook-signature': good['webhook-signature'].slice(0, 20) }, unknown],
    [
      'a signature of another version',
      { ...good, 'webhook-signature': good['webhook-signature'].replace('v1', 'v1a') },
      unknown,
    ],
    [
      'the eleventh signature',
      { ...good, 'webhook-signature': `${'v1,AAAA '.repeat(10)}${good['webhook-signature']}` },
      unknown,
    ],
  ])('%s', (_, headers, message) => {
    expect(refusal(() => signer(peersWith(key(1)), headers, Buffer.from(body), start))).toEqual([401, message])
  })

  test('another body, or a key that is not valid any more', () => {
    const changed = Buffer.from(body.replace('héllo', 'hello'))
    expect(refusal(() => signer(peersWith(key(1)), good, changed, start))).toEqual([401, unknown])
    expect(refusal(() => signer(peersWith(key(2)), good, Buffer.from(body), start))).toEqual([401, unknown])
  })

  test('five minutes off are taken', () => {
    const old = sign([key(1)], 'evt_1', body, start - 300_000)
    expect(signer(peersWith(key(1)), old, Buffer.from(body), start)).toBe('beta')
  })
})
