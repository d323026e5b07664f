// A Feishu message as events push it and as the API tells it, read into one form at the edge.
import { defined } from '../../config/defined.ts'
import { z } from 'zod'
import { listOf } from '../lenient.ts'

export interface FeishuMessage {
  id: string
  chat: string
  /** The API does not tell it. */
  chatType?: 'p2p' | 'group'
  /** `text`, `post`, `image` … as the platform names them. */
  kind: string
  /** JSON by the kind. */
  content: string
  /** ms. */
  createdAt: number
  parent?: string
  root?: string
  thread?: string
  /** In a merged forward: the bundle that it stands in. */
  upper?: string
  /** The name, where the API tells it. */
  sender: Shown & { isBot: boolean; name?: string }
  mentions: Mention[]
  /** Taken back. */
  deleted?: true
}

/** How one app shows somebody. Open ids are that app's own, union ids are the same for all apps of a developer. */
export interface Shown {
  openId?: string
  unionId?: string
  /** `cli_…`: the API names bots so. */
  appId?: string
}

export interface Mention extends Shown {
  /** Stands in the text: `@_user_1`. */
  key: string
  name: string
}

export type Reading = { message: FeishuMessage } | { unreadable: string }

/** The event `im.message.receive_v1`, flattened as the SDK's dispatcher hands it on. */
export function readEvent(event: unknown): Reading {
  const parsed = eventShape.safeParse(event)
  if (!parsed.success) return { unreadable: issueOf(parsed.error) }
  const { sender, message } = parsed.data
  return {
    message: {
      id: message.message_id,
      chat: message.chat_id,
      chatType: message.chat_type === 'p2p' ? 'p2p' : 'group',
      kind: message.message_type,
      content: message.content,
      createdAt: toMs(message.create_time),
      ...placeOf(message),
      sender: { ...shownBy(sender.sender_id), isBot: isBot(sender.sender_type) },
      mentions: message.mentions.map(({ key, name, id }) => ({ key, name, ...shownBy(id) })),
    },
  }
}

/** A message of `im/v1/messages`. */
export function readStored(item: unknown): Reading {
  const parsed = storedShape.safeParse(item)
  if (!parsed.success) return { unreadable: issueOf(parsed.error) }
  const { data } = parsed
  return {
    message: {
      id: data.message_id,
      chat: data.chat_id,
      kind: data.msg_type,
      content: data.body?.content ?? '{}',
      createdAt: toMs(data.create_time),
      ...placeOf(data),
      ...(data.upper_message_id && { upper: data.upper_message_id }),
      sender: {
        ...shownAs(data.sender),
        ...(data.sender.open_bot_id && { openId: data.sender.open_bot_id }),
        isBot: isBot(data.sender.sender_type),
        ...(data.sender.sender_name && { name: data.sender.sender_name }),
      },
      mentions: data.mentions.map((each) => ({ key: each.key, name: each.name, ...shownAs(each) })),
      ...(data.deleted && { deleted: true as const }),
    },
  }
}

const maxMentions = 500
const maxContent = 1_000_000

const id = z.string().min(1).max(200)
const optionalId = id.nullish().catch(undefined)
export const userIds = z.object({ open_id: optionalId, union_id: optionalId }).nullish().catch(undefined)
const name = z.string().catch('')
const time = z.union([z.string().regex(/^\d{1,16}$/), z.number()])
const content = z.string().max(maxContent, 'is too long')
const place = { parent_id: optionalId, root_id: optionalId, thread_id: optionalId }

const eventShape = z.object({
  sender: z.object({ sender_id: userIds, sender_type: z.string() }),
  message: z.object({
    message_id: id,
    chat_id: id,
    chat_type: z.string(),
    message_type: z.string().max(100),
    content,
    create_time: time,
    ...place,
    mentions: listOf(z.object({ key: id, name, id: userIds }), maxMentions),
  }),
})

const storedShape = z.object({
  message_id: id,
  chat_id: id,
  msg_type: z.string().max(100),
  body: z.object({ content }).nullish(),
  create_time: time,
  deleted: z.boolean().nullish(),
  ...place,
  upper_message_id: optionalId,
  sender: z.object({
    id: optionalId,
    id_type: z.string().nullish(),
    sender_type: z.string(),
    sender_name: name,
    // Beside the app id that names a bot.
    open_bot_id: optionalId,
  }),
  mentions: listOf(z.object({ key: id, name, id: optionalId, id_type: z.string().nullish() }), maxMentions),
})

// Events say bot, the API says app.
const isBot = (senderType: string): boolean => senderType === 'bot' || senderType === 'app'

export function shownBy(given: z.infer<typeof userIds>): Shown {
  return defined({ openId: given?.open_id || undefined, unionId: given?.union_id || undefined })
}

function shownAs(given: { id?: string | null | undefined; id_type?: string | null | undefined }): Shown {
  if (!given.id || given.id === 'all') return {}
  if (given.id_type === 'app_id' || given.id.startsWith('cli_')) return { appId: given.id }
  if (given.id_type === 'union_id') return { unionId: given.id }
  return given.id_type === 'open_id' || given.id.startsWith('ou_') ? { openId: given.id } : {}
}

function placeOf(given: z.infer<z.ZodObject<typeof place>>): Pick<FeishuMessage, 'parent' | 'root' | 'thread'> {
  const { parent_id: parent, root_id: root, thread_id: thread } = given
  return defined({ parent: parent || undefined, root: root || undefined, thread: thread || undefined })
}

/** The platform writes ms as text; some of its older fields are seconds. */
function toMs(given: string | number): number {
  const number = Number(given)
  return number > 0 && number < 100_000_000_000 ? number * 1000 : number
}

function issueOf(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`
}
