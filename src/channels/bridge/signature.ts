// Standard Webhooks signatures: HMAC-SHA-256 over id, timestamp and body, under every key that is valid now (X2).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from './refusal.ts'

export interface SignatureHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** How far a timestamp may be from now, ms. */
const toleranceMs = 5 * 60_000
const mostSignatures = 10

/** `keys` as `whsec_…`: while they rotate there are two, and the receiver needs to know one of them. */
export function sign(keys: readonly string[], id: string, body: string | Buffer, now: number): SignatureHeaders {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = keys.map((key) => `v1,${hmac(key, id, timestamp, body).toString('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** What a request says of itself, before anybody waits for its body. */
export interface Claim {
  id: string
  timestamp: string
  given: readonly Buffer[]
}

/** Throws a Refusal (401). */
export function claimOf(headers: Partial<SignatureHeaders>, now: number): Claim {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  if (!id || !timestamp || !signature)
    throw new Refusal(401, 'webhook-id, webhook-timestamp and webhook-signature are needed')
  if (!/^[\w-]{1,128}$/.test(id)) throw new Refusal(401, 'webhook-id is made of 1 to 128 letters, digits, _ and -')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - now) > toleranceMs)
    throw new Refusal(401, 'webhook-timestamp is more than 5 minutes off')
  const given = signature
    .split(' ', mostSignatures)
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice('v1,'.length), 'base64'))
  return { id, timestamp, given }
}

/** The peer whose key signed the request: the key alone tells who speaks. Throws a Refusal (401). */
export function signer(
  peers: readonly { id: string; keys: { in: readonly string[] } }[],
  { id, timestamp, given }: Claim,
  body: Buffer,
): string {
  // Every key is compared, whichever fits.
  const [peer] = peers.flatMap((each) =>
    each.keys.in.flatMap((key) => (isAmong(given, hmac(key, id, timestamp, body)) ? [each.id] : [])),
  )
  if (peer === undefined) throw new Refusal(401, 'no signature fits a key that is known here')
  return peer
}

const isAmong = (given: readonly Buffer[], expected: Buffer): boolean =>
  given.filter((each) => each.length === expected.length && timingSafeEqual(each, expected)).length > 0

const hmac = (key: string, id: string, timestamp: string, body: string | Buffer): Buffer =>
  createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest()
