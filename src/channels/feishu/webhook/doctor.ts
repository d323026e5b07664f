// Tries a webhook from this side: asks the running service what the console asks before it saves the address.
import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import type { WebConfig } from '../../web/config.ts'
import { bad, ok, warn } from '../../found.ts'
import type { Found } from '../../plugin.ts'
import type { WebhookKeys } from './push.ts'
import { webhookPath } from './routes.ts'

interface Options {
  bot: string
  keys: WebhookKeys
  /** Where the service listens. */
  web: Pick<WebConfig, 'host' | 'port'>
  isServed: boolean
  /** Where to click. */
  step: string
}

const timeoutMs = 5_000

/** Whether the platform reaches the address cannot be seen from here. */
export async function checkWebhook({ bot, keys, web, isServed, step }: Options): Promise<Found> {
  const url = `${originOf(web)}${webhookPath(bot)}`
  const enter = `${step}: enter https://YOUR-ADDRESS${webhookPath(bot)}; your reverse proxy passes it to ${url}`
  if (!isServed) return warn(bot, 'takes its events by webhook, which only a running service can show', enter)
  const trouble = await troubleAt(url, keys)
  if (trouble === undefined) return { ...ok(bot, `answers as Feishu will ask it, at ${url}`), next: enter }
  const next = 'restart the service: it runs with another configuration, or something else answers there'
  return bad(bot, `takes no events at ${url}: ${trouble}`, next)
}

/** undefined: it was answered rightly. */
async function troubleAt(url: string, keys: WebhookKeys): Promise<string | undefined> {
  const challenge = randomUUID()
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: asked(challenge, keys),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status !== 200) {
      await answer.body?.cancel()
      return `HTTP ${answer.status}`
    }
    const { challenge: back } = (await answer.json()) as { challenge?: unknown }
    return back === challenge ? undefined : 'another answer'
  } catch (error) {
    return error instanceof Error ? error.message : 'no answer'
  }
}

function asked(challenge: string, { encryptKey, verificationToken = '' }: WebhookKeys): string {
  const told = JSON.stringify({ challenge, token: verificationToken, type: 'url_verification' })
  if (encryptKey === undefined) return told
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(encryptKey).digest(), iv)
  return JSON.stringify({
    encrypt: Buffer.concat([iv, cipher.update(told, 'utf8'), cipher.final()]).toString('base64'),
  })
}

const anyHost: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function originOf({ host, port }: Options['web']): string {
  const reachable = anyHost[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
