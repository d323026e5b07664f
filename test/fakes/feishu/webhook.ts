// The platform as it posts to an address of an app: encrypted and signed where the app has an Encrypt Key.
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { tenant } from './world.ts'

export interface HookKeys {
  encryptKey?: string
  verificationToken?: string
}

export interface Hook extends HookKeys {
  url: string
}

export interface Posted {
  body: string
  headers: Record<string, string>
}

/** An event as it is before it is encrypted. */
export const envelopeOf = (of: { type: string; eventId: string; appId: string; token?: string; event: object }) => ({
  schema: '2.0',
  header: {
    event_id: of.eventId,
    event_type: of.type,
    create_time: String(Date.now()),
    token: of.token ?? '',
    app_id: of.appId,
    tenant_key: tenant,
  },
  event: of.event,
})

/** `at`: ms, of the signature. */
export function signed(told: object, { encryptKey }: HookKeys, at = Date.now()): Posted {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  if (encryptKey === undefined) return { body: JSON.stringify(told), headers: type }
  const body = JSON.stringify({ encrypt: encrypted(JSON.stringify(told), encryptKey) })
  const timestamp = String(Math.floor(at / 1000))
  const nonce = randomBytes(8).toString('hex')
  return {
    body,
    headers: {
      ...type,
      'X-Lark-Request-Timestamp': timestamp,
      'X-Lark-Request-Nonce': nonce,
      'X-Lark-Signature': createHash('sha256')
        .update(timestamp + nonce + encryptKey + body)
        .digest('hex'),
    },
  }
}

/** As the console asks before it saves the address: encrypted, without a signature. */
export function challengeOf(challenge: string, { encryptKey, verificationToken = '' }: HookKeys): Posted {
  const told = { challenge, token: verificationToken, type: 'url_verification' }
  const body = encryptKey === undefined ? told : { encrypt: encrypted(JSON.stringify(told), encryptKey) }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

export function encrypted(text: string, key: string): string {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(key).digest(), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

/** Whether the app acknowledged it. */
export async function posts({ url }: Hook, { body, headers }: Posted, timeoutMs: number): Promise<boolean> {
  try {
    const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(timeoutMs) })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false
  }
}
