// Remembers which messages stand in a thread, so that the answer goes there, too.
import { LRUCache } from 'lru-cache'
import type { FeishuApp } from './app.ts'

export interface Threads {
  put(message: string, thread: string | undefined): void
  /** After a restart the platform is asked; what it does not tell counts as no thread. */
  isIn(message: string, app: Pick<FeishuApp, 'read'>, signal: AbortSignal): Promise<boolean>
}

export function makeThreads(): Threads {
  // Empty: it is known to be in none.
  const known = new LRUCache<string, string>({ max: 10_000 })
  return {
    put: (message, thread = '') => void known.set(message, thread),
    async isIn(message, app, signal) {
      const thread = known.get(message)
      if (thread !== undefined || !message.startsWith('om_')) return Boolean(thread)
      const stored = await app.read(message, signal).catch(() => undefined)
      if (stored) known.set(message, stored.thread ?? '')
      return Boolean(stored?.thread)
    },
  }
}
