// How fast a bot may post in a chat: one message a second, in groups twenty a minute (Telegram's limits for bots).
import { LRUCache } from 'lru-cache'
import { ChannelError, expired } from '../channel.ts'
import { paused, type Timers } from '../timers.ts'

interface Wait {
  expiresAt: number
  signal: AbortSignal
}

export type Pace = ReturnType<typeof makePace>

export function makePace({ timers, apartMs = 1_000 }: { timers: Timers; apartMs?: number }) {
  /** When a bot posted in a chat, and will, oldest first, ms. */
  const lanes = new LRUCache<string, number[]>({ max: maxLanes })

  return {
    /**
     * Resolves when the bot may post. Short waits are waited out; for a long one it rejects as `rateLimited` with how long,
     * and as `unavailable` when the signal aborts the wait.
     */
    async turn(bot: string, chat: number, { expiresAt, signal }: Wait): Promise<void> {
      const now = timers.now()
      const key = `${bot} ${chat}`
      const before = (lanes.get(key) ?? []).filter((at) => at > now - windowMs)
      const last = before.at(-1) ?? -Infinity
      // A chat of one person has no such window: its id is the person's, above 0.
      const full = chat < 0 && before.length >= perWindow ? (before.at(-perWindow) ?? 0) + windowMs : now
      const due = Math.max(now, last + apartMs, full)
      if (due - now > longestWaitMs)
        throw new ChannelError('rateLimited', `${bot} posts too fast in ${chat}`, { retryAfterMs: due - now })
      if (due >= expiresAt) throw expired()
      lanes.set(key, [...before, due].slice(-perWindow))
      if (due > now) await paused(timers, due - now, signal)
      if (signal.aborted) throw stopped()
    },
  }
}

export const stopped = () => new ChannelError('unavailable', 'the send was stopped before it was made')

const windowMs = 60_000
const perWindow = 20
const longestWaitMs = 5_000
const maxLanes = 1_000
