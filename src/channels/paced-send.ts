// Keeps a bot from a group for as long as the channel asked to, whatever its chart's own pauses are.
import { LRUCache } from 'lru-cache'
import { ChannelError, type OutboundReply } from './channel.ts'

type Send = (reply: OutboundReply, signal: AbortSignal) => Promise<{ id: string }>

/**
 * Rejects as `rateLimited` without asking the channel while the bot is held; the chart tries again until the reply
 * expires. Bots have accounts of their own: what one was told does not hold another.
 */
export function pacedSend(send: Send, now: () => number): Send {
  const retryAt = new LRUCache<string, number>({ max: maxKeys })
  return async (reply, signal) => {
    const { bot, group } = reply
    const key = `${bot} ${group}`
    const left = (retryAt.get(key) ?? 0) - now()
    if (left > 0) throw new ChannelError('rateLimited', `the channel wants ${group} left alone for ${left} ms more`)
    try {
      return await send(reply, signal)
    } catch (error) {
      if (error instanceof ChannelError && error.kind === 'rateLimited' && error.retryAfterMs !== undefined) {
        retryAt.set(key, now() + Math.min(error.retryAfterMs, longestHoldMs))
      }
      throw error
    }
  }
}

const maxKeys = 1_000
const longestHoldMs = 10 * 60_000
