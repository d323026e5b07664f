// Tells topic groups: there every message stands in a thread, also a reply that comes without the thread's id.
import { LRUCache } from 'lru-cache'
import type { FeishuApp } from './app.ts'
import { FeishuError } from './errors.ts'

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
