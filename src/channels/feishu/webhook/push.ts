// What the platform posts to a webhook: that it is the platform's is proven here, the SDK's own adapter lets forged events pass.
import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { maybe } from '../../lenient.ts'

/** As the console shows them; one at least. */
export interface WebhookKeys {
  /** Events come encrypted and signed with it. */
  encryptKey?: string
  /** Stands in every event. */
  verificationToken?: string
}

export interface PushHeaders {
  'x-lark-request-timestamp'?: string
  'x-lark-request-nonce'?: string
  'x-lark-signature'?: string
}

/** `event` is the whole of schema 2.0, decrypted; `other`: proven, and nothing that is listened for. */
export type Push = { challenge: string } | { id: string; event: object } | { other: string }

export class PushRefusal extends Error {
  override name = 'PushRefusal'
  readonly status: 400 | 401 | 403
  constructor(status: PushRefusal['status'], message: string) {
    super(message)
    this.status = status
  }
}

interface Receiver {
  appId: string
  keys: WebhookKeys
  /** The wall clock, ms. */
  now: number
}

/** How far the time of a signature may be from now, ms. */
const toleranceMs = 60 * 60_000

const mostUnsigned = 16_384

/** Throws a PushRefusal. */
export function readPush(body: Buffer, headers: PushHeaders, { appId, keys, now }: Receiver): Push {
  const { encryptKey, verificationToken } = keys
  const isSigned = encryptKey !== undefined && headers['x-lark-signature'] !== undefined
  if (isSigned) checkSignature(body, headers, encryptKey, now)
  // Of a stranger's body no more is read than the console's question takes.
  else if (encryptKey !== undefined && body.length > mostUnsigned) throw unproven()
  const given = parsed(body.toString('utf8'), 400)
  const told = encryptKey === undefined ? plain(given) : decrypted(given, encryptKey)
  const { type, challenge, token, header, schema } = envelope.parse(told)
  if (verificationToken !== undefined && !same(header?.token ?? token ?? '', verificationToken))
    throw new PushRefusal(401, 'the verification token is another one')
  // The console asks so before it saves the address, and who can read it has the key.
  if (type === 'url_verification' && challenge !== undefined) return { challenge }
  if (encryptKey !== undefined && !isSigned) throw unproven()
  if (schema !== '2.0' || header?.event_id === undefined)
    return { other: 'an event of a kind that is not listened for' }
  if (header.app_id !== appId) throw new PushRefusal(403, 'the event is for another app')
  return { id: header.event_id, event: told }
}

const text = z.string().max(10_000)
const optional = maybe(text)
const envelope = z.object({
  type: optional,
  challenge: optional,
  token: optional,
  schema: optional,
  header: maybe(z.object({ event_id: maybe(text.min(1)), token: optional, app_id: optional })),
})

function checkSignature(body: Buffer, headers: PushHeaders, key: string, now: number): void {
  const { 'x-lark-request-timestamp': timestamp = '', 'x-lark-request-nonce': nonce = '' } = headers
  const { 'x-lark-signature': signature = '' } = headers
  const wanted = createHash('sha256').update(`${timestamp}${nonce}${key}`).update(body).digest('hex')
  if (!same(signature.toLowerCase(), wanted)) throw unproven()
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - now) > toleranceMs)
    throw new PushRefusal(401, 'the signature is of another hour')
}

/** One refusal for every way in which it can be wrong: who guesses learns nothing from it. */
const unproven = () => new PushRefusal(401, 'the signature or the encryption is not of this app’s Encrypt Key')

function plain(given: object): object {
  if ('encrypt' in given) throw new PushRefusal(401, 'the event is encrypted, and encryptKey is not set')
  return given
}

/** AES-256-CBC under the hash of the key; the first 16 bytes are the initial vector. */
function decrypted(given: object, key: string): object {
  const { encrypt } = given as { encrypt?: unknown }
  if (typeof encrypt !== 'string') throw unproven()
  try {
    const bytes = Buffer.from(encrypt, 'base64')
    const cipher = createDecipheriv('aes-256-cbc', createHash('sha256').update(key).digest(), bytes.subarray(0, 16))
    const told = Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()])
    return parsed(told.toString('utf8'), 401)
  } catch {
    throw unproven()
  }
}

function parsed(json: string, status: 400 | 401): object {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  throw new PushRefusal(status, 'the body is no JSON object')
}

/** Constant time, whatever the lengths. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
const digest = (value: string) => createHash('sha256').update(value).digest()
