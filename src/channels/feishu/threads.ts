// Remembers which messages stand in a thread, and in which chats all do, so that the answer goes there, too.
import { LRUCache } from 'lru-cache'
import type { FeishuApp } from './app.ts'
import { FeishuError } from './errors.ts'

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

/** Topic groups: there every message stands in a thread, also a reply that comes without the thread's id. */
export interface Topics {
  /** Asked once a chat; false while the platform does not tell. */
  has(chat: string, app: Pick<FeishuApp, 'chat'>, signal: AbortSignal): Promise<boolean>
}

export function makeTopics(): Topics {
  const known = new LRUCache<string, boolean>({ max: 5_000 })
  return {
    async has(chat, app, signal) {
      const answer = known.get(chat)
      if (answer !== undefined) return answer
      try {
        const isTopic = (await app.chat(chat, signal)).mode === 'topic'
        known.set(chat, isTopic)
        return isTopic
      } catch (error) {
        if (error instanceof FeishuError && error.kind === 'permanent') known.set(chat, false)
        return false
      }
    },
  }
}
