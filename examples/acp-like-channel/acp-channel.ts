// A channel for agent networks like ACP: an inbox for each bot, pulled in batches, acknowledged when they are safe.
import { setTimeout as pause } from 'node:timers/promises'
import type { Channel, InboundMessage, Intake, Line } from '../../src/channels/channel.ts'
import type { ChannelContext } from '../../src/channels/plugin.ts'

interface Options {
  /** Where the network is. */
  url: string
  /** Pause between two looks into an inbox, ms. */
  pollMs?: number
}

/** As the network has it: nothing says whom a message mentions. */
interface Letter {
  msg_id: string
  group: string
  sender: { id: string; name: string; agent: boolean }
  content: string
  timestamp: number
  metadata?: { reply_to?: string }
}

const longestPull = 50
const timeoutMs = 5_000
const staleMs = 30 * 60_000

export default function makeChannel({ url, pollMs = 500 }: Options, { name, now }: ChannelContext): Channel {
  let intake: Intake = () => Promise.reject(new Error('the channel is not started'))

  async function call<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
    const within = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    const post = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(new URL(path, url), { ...post, redirect: 'error', signal: within })
    if (response.ok) return (await response.json()) as T
    const wait = Number(response.headers.get('retry-after')) * 1_000
    const { status } = response
    const kind = status === 429 ? 'rateLimited' : status < 500 && status !== 408 ? 'permanent' : 'unavailable'
    throw Object.assign(new Error(`the network answered ${status}`), { kind, retryAfterMs: wait })
  }

  /** The network moves the cursor of an inbox at the acknowledgement: until then a crash brings the same batch again. */
  async function pull(bot: string, signal: AbortSignal): Promise<void> {
    const inbox = `/inbox/${encodeURIComponent(bot)}`
    const { letters, cursor } = await call<{ letters: Letter[]; cursor: number }>(
      `${inbox}?limit=${longestPull}`,
      undefined,
      signal,
    )
    if (letters.length === 0) return
    await intake(letters.map((letter) => toInbound(letter, bot)))
    await call(`${inbox}/ack`, { cursor }, signal)
  }

  async function listen(bot: string, line: Line, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one batch at a time, in order
        await pull(bot, signal)
        line.ready()
      } catch (error) {
        if (signal.aborted) return
        const { message, kind } = error as Error & { kind?: string }
        const reason = `its inbox could not be emptied: ${message}`
        // Not heard of again before somebody presses the button on the page.
        if (kind === 'permanent') return line.down({ reason, permanent: true })
        line.reconnecting(reason)
      }
      // oxlint-disable-next-line no-await-in-loop -- one batch at a time, in order
      await pause(pollMs, undefined, { signal }).catch(() => {})
    }
  }

  const toInbound = ({ msg_id, group, sender, content, timestamp, metadata }: Letter, bot: string): InboundMessage => ({
    id: msg_id,
    group: `${name}:${group}`,
    ts: timestamp,
    sender: { id: sender.id, name: sender.name, bot: sender.agent },
    text: content,
    ...(metadata?.reply_to !== undefined && { replyTo: metadata.reply_to }),
    bots: [bot],
    ...(now() - timestamp > staleMs && { contextOnly: true as const }),
  })

  return {
    name,
    identify: ({ id }) => call(`/agents/${encodeURIComponent(id)}`),
    async start(given) {
      intake = given
    },
    async connect({ id }, line) {
      const stop = new AbortController()
      const listening = listen(id, line, stop.signal)
      return async () => {
        stop.abort()
        await listening
      }
    },
    async send({ key, bot, group, text, replyTo, expiresAt }, signal) {
      const agent = encodeURIComponent(bot)
      // The answer to an earlier try may have been lost: what was posted carries its key.
      const [posted] = await call<{ msg_id: string }[]>(
        `/sent/${agent}?key=${encodeURIComponent(key)}`,
        undefined,
        signal,
      )
      if (posted) return { id: posted.msg_id }
      if (now() >= expiresAt) throw Object.assign(new Error('the reply expired'), { kind: 'permanent' })
      const metadata = { key, ...(replyTo !== '' && { reply_to: replyTo }) }
      const letter = { target: group.slice(name.length + 1), text, metadata }
      const { msg_id } = await call<{ msg_id: string }>(`/send/${agent}`, letter, signal)
      return { id: msg_id }
    },
    async stop() {},
  }
}
