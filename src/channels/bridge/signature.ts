// Standard Webhooks signatures: HMAC-SHA-256 over id, timestamp and body, under every key that is valid now (X2).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Refusal } from './refusal.ts'

export interface SignatureHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
  /** Over id and timestamp alone, so that a peer is known before its body is there; not every peer sends it. */
  'chime-head-signature'?: string
}

/** How far a timestamp may be from now, ms. */
const toleranceMs = 5 * 60_000
const mostSignatures = 10

/** `keys` as `whsec_…`: while they rotate there are two, and the receiver needs to know one of them. */
export function sign(keys: readonly string[], id: string, body: string | Buffer, now: number): SignatureHeaders {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = keys.map((key) => new Webhook(key).sign(id, new Date(now), body))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'chime-head-signature': keys.map((key) => `v1,${headHmac(key, id, timestamp).toString('base64')}`).join(' '),
  }
}

/** What a request says of itself, before anybody waits for its body. */
export interface Claim {
  id: string
  timestamp: string
  given: readonly Buffer[]
  /** Of the head alone. */
  head: readonly Buffer[]
}

/** Throws a Refusal (401). */
export function claimOf(headers: Partial<SignatureHeaders>, now: number): Claim {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  if (!id || !timestamp || !signature)
    throw new Refusal(401, 'webhook-id, webhook-timestamp and webhook-signature are needed')
  if (!/^[\w-]{1,128}$/.test(id)) throw new Refusal(401, 'webhook-id is made of 1 to 128 letters, digits, _ and -')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - now) > toleranceMs)
    throw new Refusal(401, 'webhook-timestamp is more than 5 minutes off')
  return { id, timestamp, given: signaturesIn(signature), head: signaturesIn(headers['chime-head-signature'] ?? '') }
}

const signaturesIn = (header: string): Buffer[] =>
  header
    .split(' ', mostSignatures)
    .filter((each) => each.startsWith('v1,'))
    .map(bytesOf)

const bytesOf = (signature: string): Buffer => Buffer.from(signature.slice('v1,'.length), 'base64')

type Keyed = readonly { id: string; keys: { in: readonly string[] } }[]

/** The peer whose key signed the head; undefined: nobody's did. It says who may send a body, not what is in it. */
export const headSigner = (peers: Keyed, { id, timestamp, head }: Claim): string | undefined =>
  whoseKey(peers, head, (key) => headHmac(key, id, timestamp))

/** The peer whose key signed the request: the key alone tells who speaks. Throws a Refusal (401). */
export function signer(peers: Keyed, claim: Claim, body: Buffer): string {
  const peer = whoseKey(peers, claim.given, (key) => signatureOf(key, claim, body))
  if (peer === undefined) throw new Refusal(401, 'no signature fits a key that is known here')
  return peer
}

// Every key is compared, whichever fits.
const whoseKey = (peers: Keyed, given: readonly Buffer[], expected: (key: string) => Buffer): string | undefined =>
  peers.flatMap((peer) => peer.keys.in.flatMap((key) => (isAmong(given, expected(key)) ? [peer.id] : [])))[0]

const isAmong = (given: readonly Buffer[], expected: Buffer): boolean =>
  given.filter((each) => each.length === expected.length && timingSafeEqual(each, expected)).length > 0

// The library's own check of a request goes by the clock of the process, and knows one key.
const signatureOf = (key: string, { id, timestamp }: Claim, body: Buffer): Buffer =>
  bytesOf(new Webhook(key).sign(id, new Date(Number(timestamp) * 1000), body))

// No id holds a line break: this is never what a body was signed with.
const headHmac = (key: string, id: string, timestamp: string): Buffer =>
  createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`head\n${id}.${timestamp}`)
    .digest()
