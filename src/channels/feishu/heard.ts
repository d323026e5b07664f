// A message that one bot's app hears, on its way to the intake: with the chat's past and what it points at, once.
import { LRUCache } from 'lru-cache'
import type { TalkStore } from '../../store/talk.ts'
import type { InboundMessage, Intake } from '../channel.ts'
import type { Topics } from '../topics.ts'
import type { FeishuApp } from './app.ts'
import { isKeptAsAnother, makeCopies } from './copies.ts'
import type { makeHistory } from './history.ts'
import { readInbound } from './inbound.ts'
import { makeLinked } from './linked.ts'
import { makePlacing } from './placing.ts'
import type { Reader } from './reader.ts'
import type { makeTopics } from './threads.ts'

/** What the channel asks of the talk. */
export type KeptTalk = Pick<TalkStore, 'authorOf' | 'saidWithin'>

interface Options {
  history: ReturnType<typeof makeHistory>
  /** As the service keeps it. */
  talk: KeptTalk
  topics: Topics
  topicGroups: ReturnType<typeof makeTopics>
  ignored: (bot: string, reason: string) => void
  /** ms. */
  now: () => number
}

export interface Taking {
  intake: Intake
  /** It is read, and will be handed in. */
  noted: (message: InboundMessage, thread: string | undefined) => void
}

const maxChats = 5_000
const nothing = (): void => undefined

export function makeHeard({ history, talk, topics, topicGroups, ignored, now }: Options) {
  const startedAt = now()
  const copies = makeCopies(now)
  /** By app and chat: settled when what came last may be handed in. */
  const turns = new LRUCache<string, Promise<void>>({ max: maxChats })
  const placed = makePlacing({ topics, topicGroups })
  const linked = makeLinked({
    knows: (message, id) => talk.authorOf(topics.roomOf(message), id) !== undefined,
    ignored,
  })

  /** Resolves with what was handed in; undefined: it was not taken. Rejects when nothing of it was stored. */
  return async function heard(
    event: unknown,
    app: FeishuApp,
    reader: Reader,
    { intake, noted }: Taking,
  ): Promise<InboundMessage | undefined> {
    const received = await readInbound(event, reader, app.read)
    if ('ignored' in received) {
      ignored(reader.bot, received.ignored)
      return undefined
    }
    const { source, thread } = received
    const { topic, ...placing } = (await placed(source, app)) ?? {}
    const message = { ...received.message, ...(topic !== undefined && { topic }) }
    // Of a bundle the words are not known yet.
    const second = Math.floor(source.createdAt / 1000) * 1000 + (reader.ahead ?? 0)
    const isCopy =
      message.ts < startedAt &&
      source.kind !== 'merge_forward' &&
      isKeptAsAnother(talk, { ...message, group: topics.roomOf(message) }, second)
    const isNew =
      !isCopy &&
      (await copies.once(app.appId, source, async () => {
        noted(message, thread)
        const before = history.before(app, { ...reader, ...placing }, message)
        const looked = Promise.all([before, linked.follow({ message, source }, app, reader, before)])
        const place = `${app.appId} ${message.group}`
        // Else a question would overtake the forwarded talk that it is about.
        const turn = Promise.all([looked, turns.get(place)])
        turns.set(place, turn.then(nothing, nothing))
        const [[past, parts]] = await turn
        // Who is in the chat was asked for the history: a first message comes without its sender's name.
        const { sender } = message
        const name = reader.identities.nameOf(sender.id) ?? sender.name
        try {
          await intake([...past, { ...message, ...(parts.length > 0 && { parts }), sender: { ...sender, name } }])
        } catch (error) {
          // It comes again, and what was before it must come with it.
          if (past.length > 0) history.forget(app.appId, message.group)
          throw error
        }
      }))
    if (!isNew) ignored(reader.bot, `${message.id} came before under another id`)
    return isNew ? message : undefined
  }
}
