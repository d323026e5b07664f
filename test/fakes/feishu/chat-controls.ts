// What people do in the chats of the fake, and what the apps hear of it.
import { isKind, type Kind, said } from './content.ts'
import type { Event } from './pushes.ts'
import { mayHear } from './hearing.ts'
import { eventView, idsOf, type Posted, postedView } from './views.ts'
import { type App, type Chat, type Message, tenant, type World } from './world.ts'

export interface Saying {
  /** Handles, in the order of their keys; each `@name` in the words becomes one. `all`: everybody (`@Everyone`). */
  mentions?: readonly string[]
  replyTo?: string
  /** Goes into the thread of this message, opened when there is none. */
  threadOf?: string
  /** Others than those the fake knows need `raw`. */
  kind?: Kind | (string & {})
  /** Instead of what the words make: the `content` as it stands, valid or not. */
  raw?: string
  /** Ids of messages in a merged forward. */
  forwarded?: string[]
  /** `create_time`, ms; default now. */
  at?: number
}

type New = Omit<Message, 'id' | 'at' | 'reactions'> & { at?: number }

export function chatControls(world: World, push: (app: App, event: Event) => void) {
  function post({ at = Date.now(), ...rest }: New): Message {
    const opensTopic = rest.chat.kind === 'topic' && rest.parent === undefined
    const message: Message = {
      id: world.newId('om'),
      at,
      reactions: [],
      ...(opensTopic && { thread: world.newId('omt') }),
      ...rest,
    }
    world.messages.set(message.id, message)
    announce(message, 'im.message.receive_v1')
    return message
  }

  const hearers = (message: Message): App[] =>
    world.bots(message.chat).filter((app) => mayHear(app, message.chat, message, world.apps.has(message.by)))

  function announce(message: Message, type: string, apps = hearers(message)): void {
    for (const app of apps) push(app, { type, message: message.id, body: eventView(world, app, message) })
  }

  const tell = (apps: App[], type: string, bodyFor: (app: App) => object, message?: string): void => {
    for (const app of apps) push(app, { type, ...(message !== undefined && { message }), body: bodyFor(app) })
  }

  const others = (message: Message, by: string): App[] => world.bots(message.chat).filter(({ handle }) => handle !== by)

  function linksOf({ replyTo, threadOf }: Saying): Pick<Message, 'parent' | 'root' | 'thread'> {
    const to = replyTo ?? threadOf
    if (to === undefined) return {}
    const answered = world.message(to)
    if (threadOf !== undefined) world.message(threadOf).thread ??= world.newId('omt')
    const { root = answered.id, thread } = answered
    return { parent: answered.id, root, ...(thread !== undefined && { thread }) }
  }

  const memberEvent = (chat: Chat, by: string, app: App): object => ({
    chat_id: chat.id,
    operator_id: idsOf(world, by, app),
    external: false,
    operator_tenant_key: tenant,
    name: chat.name,
  })

  return {
    post,
    edited: (message: Message): void => announce(message, 'im.message.updated_v1'),
    /** A group of members, by handle; returns its id. */
    group: (name: string, members: readonly string[], topic = false): string =>
      world.addChat(name, topic ? 'topic' : 'group', members).id,
    p2p: (person: string, app: string): string => world.oneToOne(person, world.app(app).handle).id,
    /** Returns the message's id. */
    say(who: string, chatId: string, words: string, saying: Saying = {}): string {
      const { mentions = [], kind = 'text', raw, forwarded, at } = saying
      const chat = world.chat(chatId)
      if (!chat.members.has(who)) throw new Error(`${who} is not in ${chat.name}`)
      const mentioned = mentions.map((handle) => ({ handle, name: world.nameOf(handle) }))
      const content = said(isKind(kind) ? kind : 'text', words, mentioned, world.newId('v3'))
      return post({
        chat,
        by: who,
        kind,
        ...content,
        ...linksOf(saying),
        ...(raw !== undefined && { content: raw }),
        ...(forwarded && { forwarded }),
        ...(at !== undefined && { at }),
      }).id
    },
    /** New words for a text or post; mentions as before by their names. */
    edit(id: string, words: string): void {
      const message = world.message(id)
      const mentioned = message.mentions.map(({ handle }) => ({ handle, name: world.nameOf(handle) }))
      message.content = said(message.kind as Kind, words, mentioned, '').content
      message.editedAt = Date.now()
      announce(message, 'im.message.updated_v1')
    },
    recall(id: string): void {
      const message = world.message(id)
      message.recalled = true
      tell(
        others(message, message.by),
        'im.message.recalled_v1',
        () => ({
          message_id: id,
          chat_id: message.chat.id,
          recall_time: String(Date.now()),
          recall_type: 'message_owner',
        }),
        id,
      )
    },
    /** Pushes a message's event again to everyone who may hear it, as after a late acknowledgement. */
    redeliver(id: string): void {
      announce(world.message(id), 'im.message.receive_v1')
    },
    react(who: string, id: string, emoji: string): void {
      const message = world.message(id)
      message.reactions.push({ id: world.newId('reaction'), by: who, emoji })
      tell(
        others(message, who),
        'im.message.reaction.created_v1',
        (app) => ({
          message_id: id,
          reaction_type: { emoji_type: emoji },
          operator_type: 'user',
          user_id: idsOf(world, who, app),
          action_time: String(Date.now()),
        }),
        id,
      )
    },
    /** A bot hears that it came; a person's coming is heard by all bots of the chat. */
    enter(who: string, chatId: string, by = who): void {
      const chat = world.chat(chatId)
      chat.members.add(world.known(who))
      moved(chat, who, by, 'added')
    },
    leave(who: string, chatId: string, by = who): void {
      const chat = world.chat(chatId)
      chat.members.delete(who)
      moved(chat, who, by, 'deleted')
    },
    /** What stands in the chat, oldest first. */
    posted: (chatId: string): Posted[] =>
      [...world.messages.values()]
        .filter(({ chat }) => chat.id === chatId)
        .map((message) => postedView(world, message)),
  }

  function moved(chat: Chat, who: string, by: string, how: 'added' | 'deleted'): void {
    const app = world.apps.get(who)
    if (app) return tell([app], `im.chat.member.bot.${how}_v1`, (one) => memberEvent(chat, by, one))
    tell(world.bots(chat), `im.chat.member.user.${how}_v1`, (one) => ({
      ...memberEvent(chat, by, one),
      users: [{ name: world.nameOf(who), tenant_key: tenant, user_id: idsOf(world, who, one) }],
    }))
  }
}
