// The platform sometimes delivers a message again under a new id: it is taken once.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { boundedParts, toldText } from '../../language/parts.ts'
import type { TalkStore } from '../../store/talk.ts'
import type { InboundMessage } from '../channel.ts'
import type { FeishuMessage } from './message.ts'

interface Taken {
  id: string
  /** ms. */
  at: number
  /** Whether it was stored. */
  stored: Promise<boolean>
}

/** The platform pushes an event again for some six hours. */
const windowMs = 12 * 3_600_000
const maxRemembered = 10_000

/**
 * What one person says twice in one second in the very same words is taken for one message: that is the price. `now` in ms.
 */
export function makeCopies(now: () => number) {
  const known = new LRUCache<string, Taken>({ max: maxRemembered })
  return {
    /** False: this message was stored before under another id, and `take` is not called. Rejects as `take` does. */
    async once(app: string, message: FeishuMessage, take: () => Promise<void>): Promise<boolean> {
      const key = keyOf(app, message)
      const before = known.get(key)
      if (before && before.id !== message.id && now() - before.at < windowMs && (await before.stored)) return false
      const taking = take()
      const stored = taking.then(
        () => true,
        () => before?.id === message.id && before.stored,
      )
      known.set(key, { id: message.id, at: now(), stored })
      await taking
      return true
    },
  }
}

/**
 * The same of a message that may have been stored before the start: the talk keeps its words under another id. `second`: of
 * the platform's clock, as the talk keeps times.
 */
export function isKeptAsAnother(talk: Pick<TalkStore, 'saidWithin'>, message: InboundMessage, second: number): boolean {
  const { id, group, sender, text, parts, replyTo } = message
  const told = toldText(text, boundedParts(parts))
  const kept = talk.saidWithin(group, sender.id, [second, second + 1000], mostInASecond)
  const isSame = (one: (typeof kept)[number]): boolean => one.text === told && one.replyTo === replyTo
  return told !== '' && !kept.some((one) => one.id === id) && kept.some(isSame)
}

const mostInASecond = 20

/** The content of a bundle is the same sentence for all: only its very time tells two of them apart. */
function keyOf(app: string, message: FeishuMessage): string {
  const { chat, sender, createdAt, kind, content, mentions, parent = '' } = message
  const time = kind === 'merge_forward' ? createdAt : Math.floor(createdAt / 1000)
  const who = sender.unionId ?? sender.openId ?? sender.appId ?? ''
  // The content names whom it mentions by numbers alone; of what a bot wrote, not every copy shows their ids.
  const mentioned = mentions.map(({ key, name, openId }) => [key, name, sender.isBot ? '' : openId])
  const words = createHash('sha256')
    .update(JSON.stringify([content, mentioned]))
    .digest('base64')
  return [app, chat, who, time, kind, parent, words].join(' ')
}
