// Remembers which messages stand in a thread, and in which chats all do, so that the answer goes there, too.
import { LRUCache } from 'lru-cache'
import { isPermanent } from '../channel.ts'
import type { FeishuApp } from './app.ts'

export function makeThreads() {
  // Empty: it is known to be in none.
  const known = new LRUCache<string, string>({ max: 10_000 })
  return {
    put: (message: string, thread = ''): void => void known.set(message, thread),
    /** After a restart the platform is asked; what it does not tell counts as no thread. */
    async isIn(message: string, app: Pick<FeishuApp, 'read'>, signal: AbortSignal): Promise<boolean> {
      const thread = known.get(message)
      if (thread !== undefined || !message.startsWith('om_')) return Boolean(thread)
      const stored = await app.read(message, signal).catch(() => undefined)
      if (stored) known.set(message, stored.thread ?? '')
      return Boolean(stored?.thread)
    },
  }
}

/** Topic groups: there every message stands in a thread, also a reply that comes without the thread's id. */
export function makeTopics() {
  const known = new LRUCache<string, Promise<boolean>>({ max: 5_000 })
  return {
    /** Asked once a chat; false while the platform does not tell. */
    has(chat: string, app: Pick<FeishuApp, 'chat'>, signal: AbortSignal): Promise<boolean> {
      const answer = known.get(chat)
      if (answer !== undefined) return answer
      const asked = app.chat(chat, signal).then(
        ({ mode }) => mode === 'topic',
        (error: unknown) => {
          if (!isPermanent(error)) known.delete(chat)
          return false
        },
      )
      known.set(chat, asked)
      return asked
    },
  }
}
