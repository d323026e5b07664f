// The methods of the fake's Bot API, as strict as Telegram is.
import { type FakeChat, type FakeUser, type makeChats, type Stored, userShown } from './chats.ts'
import { type FakeFile, sizeOf } from './files.ts'

export interface FakeBot extends FakeUser {
  token: string
  /** Privacy mode is off. */
  readsAll: boolean
}

/** What the Bot API answers beside `ok: true`. */
export class Refused extends Error {
  readonly code: number
  readonly parameters: object | undefined
  constructor(code: number, description: string, parameters?: object) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

interface Options {
  users: ReadonlyMap<string, FakeUser>
  chats: ReturnType<typeof makeChats>
  /** How long the sign is shown. */
  typingMs: number
  files: ReadonlyMap<string, Pick<FakeFile, 'bytes'> & { bot: string; path: string }>
}

export function makeMethods({ users, chats, typingMs, files }: Options) {
  /** By bot and chat: until when. */
  const typing = new Map<string, number>()

  const chatOf = (bot: FakeBot, id: unknown): FakeChat => {
    const chat = chats.seenBy(Number(id), bot.handle)
    if (chat) return chat
    throw chats.anyOf(Number(id))
      ? new Refused(403, 'Forbidden: bot was kicked from the supergroup chat')
      : new Refused(400, 'Bad Request: chat not found')
  }

  return {
    isTyping: (bot: string, chat: FakeChat): boolean => (typing.get(`${bot} ${chat.id}`) ?? 0) > Date.now(),
    getMe: (bot: FakeBot) => ({ ...userShown(bot), can_read_all_group_messages: bot.readsAll, can_join_groups: true }),
    getChat(bot: FakeBot, { chat_id: id }: Payload) {
      const { type, title } = chatOf(bot, id)
      return { id, type, title }
    },
    sendMessage(bot: FakeBot, payload: Payload) {
      const chat = chatOf(bot, payload['chat_id'])
      const text = String(payload['text'] ?? '')
      if (text.trim() === '') throw new Refused(400, 'Bad Request: message text is empty')
      if (text.length > 4_096) throw new Refused(400, 'Bad Request: message is too long')
      const entities = (payload['entities'] ?? []) as Marked[]
      checkEntities(text, entities)
      const { message_id: number } = (payload['reply_parameters'] ?? {}) as { message_id?: number }
      const replyTo = number === undefined ? undefined : chats.numbered(chat, bot.handle, number)
      const thread = payload['message_thread_id']
      const stored = chats.put(chat, {
        by: bot.handle,
        text,
        date: Math.floor(Date.now() / 1_000),
        content: {},
        entities,
        ...(replyTo && { replyTo }),
        ...(typeof thread === 'number' && { thread }),
      })
      typing.delete(`${bot.handle} ${chat.id}`)
      return chats.shown(chat, stored, bot.handle)
    },
    editMessageText(bot: FakeBot, payload: Payload) {
      const chat = chatOf(bot, payload['chat_id'])
      const stored: Stored | undefined = chats.numbered(chat, bot.handle, Number(payload['message_id']))
      const text = String(payload['text'] ?? '')
      if (!stored) throw new Refused(400, 'Bad Request: message to edit not found')
      if (stored.by !== bot.handle) throw new Refused(400, "Bad Request: message can't be edited")
      if (text.trim() === '') throw new Refused(400, 'Bad Request: message text is empty')
      checkEntities(text, (payload['entities'] ?? []) as Marked[])
      if (stored.text === text) throw new Refused(400, 'Bad Request: message is not modified')
      stored.text = text
      return chats.shown(chat, stored, bot.handle)
    },
    setMessageReaction(bot: FakeBot, payload: Payload) {
      const chat = chatOf(bot, payload['chat_id'])
      const stored: Stored | undefined = chats.numbered(chat, bot.handle, Number(payload['message_id']))
      if (!stored) throw new Refused(400, 'Bad Request: message to react not found')
      const [first] = payload['reaction'] as { type: string; emoji: string }[]
      if (first && !allowed.has(first.emoji)) throw new Refused(400, 'Bad Request: REACTION_INVALID')
      if (first) stored.reactions.set(bot.handle, first.emoji)
      else stored.reactions.delete(bot.handle)
      return true
    },
    sendChatAction(bot: FakeBot, payload: Payload) {
      typing.set(`${bot.handle} ${chatOf(bot, payload['chat_id']).id}`, Date.now() + typingMs)
      return true
    },
    getFile(bot: FakeBot, { file_id: id }: Payload) {
      const file = files.get(String(id))
      if (!file || file.bot !== bot.handle)
        throw new Refused(400, 'Bad Request: wrong file_id or the file is temporarily unavailable')
      return { file_id: id, file_size: sizeOf(file), file_path: file.path }
    },
    users,
  }
}

export type Payload = Record<string, unknown>

interface Marked {
  type: string
  offset: number
  length: number
}

const alone: ReadonlySet<string> = new Set(['code', 'pre', 'text_link', 'text_mention'])

/** Within the text, nested right, and no half of a sign. */
function checkEntities(text: string, entities: readonly Marked[]): void {
  for (const [n, one] of entities.entries()) {
    const end = one.offset + one.length
    if (one.offset < 0 || one.length < 1 || end > text.length)
      throw new Refused(400, 'Bad Request: ENTITY_BOUNDS_INVALID')
    if (!text.slice(one.offset, end).isWellFormed()) throw new Refused(400, 'Bad Request: ENTITY_BOUNDS_INVALID')
    for (const other of entities.slice(n + 1)) {
      const otherEnd = other.offset + other.length
      if (other.offset >= end || otherEnd <= one.offset) continue
      const isNested =
        (other.offset >= one.offset && otherEnd <= end) || (one.offset >= other.offset && end <= otherEnd)
      const isCode = [one.type, other.type].some((type) => type === 'code' || type === 'pre')
      const isQuote = [one.type, other.type].includes('blockquote')
      if (!isNested || (isCode && !isQuote) || (alone.has(one.type) && alone.has(other.type)))
        throw new Refused(400, 'Bad Request: ENTITIES_OVERLAP')
    }
  }
}

const allowed: ReadonlySet<string> = new Set(
  '👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡'.split(
    ' ',
  ),
)
