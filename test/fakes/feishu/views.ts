// One message in three forms: pushed to an app, read by an app over HTTP, standing in the chat.
import { shown } from './content.ts'
import { type App, type Message, tenant, type World } from './world.ts'

const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<T>

/** The `event` of `im.message.receive_v1` and `im.message.updated_v1`. */
export function eventView(world: World, app: App, message: Message): object {
  const { chat } = message
  const author = world.apps.get(message.by)
  return {
    sender: { sender_id: idsOf(world, message.by, app), sender_type: author ? 'bot' : 'user', tenant_key: tenant },
    message: defined({
      message_id: message.id,
      ...linksOf(message),
      create_time: String(message.at),
      update_time: String(message.editedAt ?? message.at),
      chat_id: chat.id,
      chat_type: chat.kind === 'p2p' ? 'p2p' : 'group',
      message_type: message.kind,
      content: message.content,
      mentions:
        message.mentions.length === 0
          ? undefined
          : message.mentions.map(({ key, handle }) => ({
              key,
              // What a bot wrote comes with the ids of that bot's app: only a re-read shows one's own.
              id: idsOf(world, handle, author ?? app),
              mentioned_type: world.apps.has(handle) ? 'bot' : 'user',
              name: world.nameOf(handle),
              tenant_key: tenant,
            })),
    }),
  }
}

/** Of a member, or of everybody. */
export function idsOf(world: World, handle: string, app: App): object {
  if (handle === 'all') return { open_id: '', union_id: '', user_id: '' }
  return { open_id: world.openId(handle, app), union_id: world.unionId(handle), user_id: null }
}

function linksOf({ chat, root, parent, thread }: Message): object {
  // A reply in a topic group names its root and no thread.
  const hidden = chat.kind === 'topic' && parent !== undefined
  return { root_id: root, parent_id: parent, thread_id: hidden ? undefined : thread }
}

/** As `message.get` and `message.list` give it. */
export function itemView(
  world: World,
  app: App,
  message: Message,
  { upper, named = false }: { upper?: string | undefined; named?: boolean } = {},
): object {
  const author = world.apps.get(message.by)
  return defined({
    message_id: message.id,
    ...linksOf(message),
    upper_message_id: upper,
    msg_type: message.kind,
    create_time: String(message.at),
    update_time: String(message.editedAt ?? message.at),
    deleted: message.recalled === true,
    updated: message.editedAt !== undefined,
    chat_id: message.chat.id,
    sender: {
      ...(author
        ? { id: author.appId, id_type: 'app_id', sender_type: 'app' }
        : { id: world.openId(message.by, app), id_type: 'open_id', sender_type: 'user' }),
      ...(named && { sender_name: world.nameOf(message.by) }),
      ...(author && { open_bot_id: world.openId(message.by, app) }),
      tenant_key: tenant,
    },
    body: { content: message.recalled ? 'This message was recalled' : message.content },
    mentions: message.recalled
      ? undefined
      : message.mentions.map(({ key, handle }) => ({
          key,
          id: handle === 'all' ? 'all' : world.openId(handle, app),
          id_type: 'open_id',
          name: world.nameOf(handle),
          tenant_key: tenant,
        })),
  })
}

export interface Posted {
  id: string
  /** Handle. */
  by: string
  text: string
  /** Present when it is not a text. */
  kind?: string
  /** Handles. */
  mentions?: string[]
  reactions?: { by: string; emoji: string }[]
  replyTo?: string
  thread?: string
  edited?: true
  recalled?: true
}

export function postedView(world: World, message: Message): Posted {
  return {
    id: message.id,
    by: message.by,
    text: shown(message, world.nameOf),
    ...(message.kind !== 'text' && { kind: message.kind }),
    ...(message.mentions.length > 0 && { mentions: message.mentions.map(({ handle }) => handle) }),
    ...(message.reactions.length > 0 && { reactions: message.reactions.map(({ by, emoji }) => ({ by, emoji })) }),
    ...(message.parent !== undefined && { replyTo: message.parent }),
    ...(message.thread !== undefined && { thread: message.thread }),
    ...(message.editedAt !== undefined && { edited: true as const }),
    ...(message.recalled && { recalled: true as const }),
  }
}
