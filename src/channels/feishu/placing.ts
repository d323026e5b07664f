// In which topic a message stands, where the topics of a chat are apart: the platform names it on some messages alone.
import { LRUCache } from 'lru-cache'
import type { Topics } from '../topics.ts'
import type { FeishuApp } from './app.ts'
import { groupOf } from './inbound.ts'
import type { FeishuMessage } from './message.ts'
import type { makeTopics } from './threads.ts'

interface Options {
  topics: Pick<Topics, 'areApart' | 'topicOf'>
  topicGroups: ReturnType<typeof makeTopics>
}

export interface Placing {
  /** Of the message itself. */
  topic?: string
  /** Of what was said before it. */
  topicOf(message: FeishuMessage): string | undefined
}

/** The event must be acknowledged within 3 s. */
const timeoutMs = 1_000
const maxAsked = 5_000

export function makePlacing({ topics, topicGroups }: Options) {
  /** By the message that opened it; others wait for the same answer, and keep their order. */
  const asked = new LRUCache<string, Promise<string>>({ max: maxAsked })

  function threadOf(root: string, app: Pick<FeishuApp, 'read'>): Promise<string> {
    const known = asked.get(root)
    if (known) return known
    const asking = app.read(root, AbortSignal.timeout(timeoutMs)).then(
      (message) => message?.thread ?? root,
      () => {
        asked.delete(root)
        return root
      },
    )
    asked.set(root, asking)
    return asking
  }

  /** undefined: the chat is one talk. Never rejects. */
  return async function placed(
    message: FeishuMessage,
    app: Pick<FeishuApp, 'chat' | 'read'>,
  ): Promise<Placing | undefined> {
    const group = groupOf(message.chat)
    if (message.chatType === 'p2p' || !topics.areApart(group)) return undefined
    const isTopicGroup = await topicGroups.has(message.chat, app, AbortSignal.timeout(timeoutMs))
    const { thread, root, id } = message
    const known = thread ?? (root === undefined ? undefined : topics.topicOf(group, root))
    const inTopicGroup = async () => (root === undefined ? id : threadOf(root, app))
    const topic = known ?? (isTopicGroup ? await inTopicGroup() : undefined)
    return {
      ...(topic !== undefined && { topic }),
      // Elsewhere a thread's first message was said to all, before there was a thread.
      topicOf: (past) => (isTopicGroup ? (past.thread ?? past.root ?? past.id) : past.root && past.thread),
    }
  }
}
