// The message part of the HTTP side: send, reply, read, history, reactions.
import { type Answer, badParameter, notInChat, ok, page, refused, tooMany } from './answers.ts'
import { sent } from './content.ts'
import { emojis } from './emojis.ts'
import { slidingWindows } from './limits.ts'
import { historyOfGroups } from './scopes.ts'
import { itemView } from './views.ts'
import type { App, Chat, Message, World } from './world.ts'

export interface Call {
  app: App
  /** Parts of the path that were names in the route. */
  path: Record<string, string>
  query: URLSearchParams
  body: Record<string, unknown>
  at: number
}

export interface SendLimits {
  /** Sends to one chat, of all its bots together. */
  sendsPerSecond: number
  /** How long a second lasts. */
  secondMs: number
  /** How long a `uuid` is remembered. */
  uuidLifeMs: number
}

export interface SendAttempt {
  app: string
  chat: string
  at: number
  /** `again`: the uuid was known, nothing was posted. */
  outcome: 'posted' | 'again' | 'refused'
}

type Edited = (message: Message) => void
type Post = (message: Omit<Message, 'id' | 'at' | 'reactions'>) => Message

const mostEdits = 20

const withdrawn = (code: number): Answer => refused(code, 'The message is recalled.')

export function messageCalls(world: World, limits: SendLimits, post: Post, edited: Edited) {
  const attempts: SendAttempt[] = []
  const chatRate = slidingWindows([{ max: limits.sendsPerSecond, spanMs: limits.secondMs }])
  const uuids = new Map<string, { message: Message; at: number }>()

  function send(call: Call, chat: Chat, answered?: Message): Answer {
    const { app, body, at } = call
    if (!chat.members.has(app.handle)) return notInChat()
    if (!chatRate.take(chat.id, at)) {
      attempts.push({ app: app.handle, chat: chat.id, at, outcome: 'refused' })
      return tooMany()
    }
    const { uuid, msg_type: kind, content: raw } = body
    if (uuid !== undefined && (typeof uuid !== 'string' || uuid.length > 50))
      return refused(99992402, 'field validation failed: the max len of uuid is 50')
    if (typeof kind !== 'string' || typeof raw !== 'string') return badParameter('request parameter')
    if (raw.length > 4 * 150 * 1024 || Buffer.byteLength(raw) > (kind === 'text' ? 150 : 30) * 1024)
      return refused(230025, 'The length of the message content reaches its limit.')
    const key = typeof uuid === 'string' ? `${app.appId} ${chat.id} ${uuid}` : undefined
    const before = key === undefined ? undefined : uuids.get(key)
    if (before && before.at > at - limits.uuidLifeMs) {
      attempts.push({ app: app.handle, chat: chat.id, at, outcome: 'again' })
      return ok(itemView(world, app, before.message))
    }
    const content = sent(kind, raw, (id) => world.memberOfOpenId(chat, id, app))
    if (!content) return badParameter('message content')
    const message = post({
      chat,
      by: app.handle,
      kind,
      ...content,
      ...linksTo(answered, body['reply_in_thread'] === true),
    })
    attempts.push({ app: app.handle, chat: chat.id, at, outcome: 'posted' })
    if (key !== undefined) uuids.set(key, { message, at })
    return ok(itemView(world, app, message))
  }

  /** Of the path; an answer when the app may not touch it. */
  function named({ app, path }: Call, recalledCode: number): Message | Answer {
    const message = world.messages.get(path['message'] ?? '')
    if (!message) return badParameter('message_id')
    if (!message.chat.members.has(app.handle)) return notInChat()
    return message.recalled ? withdrawn(recalledCode) : message
  }

  function receiver({ app, body, query }: Call): Chat | undefined {
    const id = String(body['receive_id'])
    if (query.get('receive_id_type') === 'chat_id') return world.chats.get(id)
    const person = query.get('receive_id_type') === 'open_id' && world.personOfOpenId(id, app)
    return person ? world.oneToOne(person, app.handle) : undefined
  }

  function history({ app, query }: Call): Answer {
    const id = query.get('container_id') ?? ''
    const inThread = query.get('container_id_type') === 'thread'
    const all = [...world.messages.values()]
    const chat = inThread ? all.find(({ thread }) => thread === id)?.chat : world.chats.get(id)
    const size = Number(query.get('page_size') ?? 20)
    if (!chat || size < 1 || size > 50) return badParameter('request parameter')
    if (!chat.members.has(app.handle)) return notInChat()
    if (chat.kind !== 'p2p' && !app.scopes.has(historyOfGroups))
      return refused(230027, `Lack of necessary permissions: need scope: ${historyOfGroups}`)
    const seconds = (name: string, or: number): number => Number(query.get(name) ?? or)
    const within = all
      .filter((message) => (inThread ? message.thread === id : message.chat === chat && !isThreadReply(message)))
      .filter(({ at }) => at >= seconds('start_time', 0) * 1000 && at < (seconds('end_time', Infinity) + 1) * 1000)
      .toSorted((a, b) => a.at - b.at)
    const ordered = query.get('sort_type') === 'ByCreateTimeDesc' ? within.toReversed() : within
    const { items, ...rest } = page(ordered, size, query.get('page_token'))
    return ok({ ...rest, items: items.map((message) => itemView(world, app, message, { named: isNamed({ query }) })) })
  }

  return {
    attempts,
    history,
    send(call: Call): Answer {
      const chat = receiver(call)
      return chat ? send(call, chat) : badParameter('receive_id')
    },
    reply(call: Call): Answer {
      const message = named(call, 230011)
      return 'http' in message ? message : send(call, message.chat, message)
    },
    edit(call: Call): Answer {
      const message = named(call, 230011)
      if ('http' in message) return message
      const { app, body, at } = call
      if (message.by !== app.handle) return refused(230071, 'The operator is not the sender of the message.')
      if ((message.edits ?? 0) >= mostEdits)
        return refused(230072, 'The message has reached the number of times it can be edited.')
      const { msg_type: kind, content: raw } = body
      if ((kind !== 'text' && kind !== 'post') || typeof raw !== 'string') return badParameter('request parameter')
      const content = sent(kind, raw, (id) => world.memberOfOpenId(message.chat, id, app))
      if (!content) return badParameter('message content')
      Object.assign(message, content, { kind, editedAt: at, edits: (message.edits ?? 0) + 1 })
      edited(message)
      return ok(itemView(world, app, message))
    },
    read(call: Call): Answer {
      const message = named(call, 230011)
      if ('http' in message) return message
      const view = (one: Message, upper?: string) => itemView(world, call.app, one, { upper, named: isNamed(call) })
      const inside = (bundle: Message): object[] =>
        (bundle.forwarded ?? []).flatMap((id) => [view(world.message(id), bundle.id), ...inside(world.message(id))])
      return ok({ items: [view(message), ...inside(message)] })
    },
    react(call: Call): Answer {
      const message = named(call, 231003)
      if ('http' in message) return message
      const emoji = (call.body['reaction_type'] as { emoji_type?: string } | undefined)?.emoji_type ?? ''
      if (!emojis.has(emoji)) return refused(231001, 'reaction type is invalid.')
      const reaction = { id: world.newId('reaction'), by: call.app.handle, emoji }
      message.reactions.push(reaction)
      return ok({
        reaction_id: reaction.id,
        operator: { operator_id: call.app.appId, operator_type: 'app' },
        action_time: String(call.at),
        reaction_type: { emoji_type: emoji },
      })
    },
    unreact(call: Call): Answer {
      const message = named(call, 231003)
      if ('http' in message) return message
      const index = message.reactions.findIndex(({ id, by }) => id === call.path['reaction'] && by === call.app.handle)
      if (index === -1) return refused(231007, 'The reaction does not exist or is not yours.')
      const [gone] = message.reactions.splice(index, 1)
      return ok({ reaction_id: gone?.id, reaction_type: { emoji_type: gone?.emoji } })
    },
  }

  /** A reply to a message of a thread stays in it; `inThread` opens one. */
  function linksTo(answered: Message | undefined, inThread: boolean): Pick<Message, 'parent' | 'root' | 'thread'> {
    if (!answered) return {}
    if (inThread) answered.thread ??= world.newId('omt')
    const { id, root = id, thread } = answered
    return { parent: id, root, ...(thread !== undefined && { thread }) }
  }
}

const isNamed = ({ query }: Pick<Call, 'query'>): boolean => query.get('with_sender_name') === 'true'

const isThreadReply = ({ thread, parent }: Message): boolean => thread !== undefined && parent !== undefined
