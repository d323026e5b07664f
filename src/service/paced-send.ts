// Leaves a group alone for as long as its channel asked to, whatever its chart's own pauses are.
import { LRUCache } from 'lru-cache'
import { ChannelError, type OutboundReply } from '../channels/channel.ts'

type Send = (reply: OutboundReply, signal: AbortSignal) => Promise<{ id: string }>

/** Rejects as `rateLimited` without asking the channel while a group is held; the chart tries again until it expires. */
export function pacedSend(send: Send, now: () => number): Send {
  const heldUntil = new LRUCache<string, number>({ max: maxGroups })
  return async (reply, signal) => {
    const { group } = reply
    const left = (heldUntil.get(group) ?? 0) - now()
    if (left > 0) throw new ChannelError('rateLimited', `${group} is left alone for ${left} ms more`)
    try {
      return await send(reply, signal)
    } catch (error) {
      if (error instanceof ChannelError && error.kind === 'rateLimited' && error.retryAfterMs !== undefined) {
        heldUntil.set(group, now() + Math.min(error.retryAfterMs, longestHoldMs))
      }
      throw error
    }
  }
}

const maxGroups = 1_000
const longestHoldMs = 10 * 60_000
