// The platform's HTTP calls that the channel makes, and what is read from their answers.
import { z } from 'zod'
import type { ChatMode, FeishuApp, Words } from './app.ts'
import { FeishuError } from './errors.ts'
import { type FeishuMessage, readStored } from './message.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the domain, as `/open-apis/…`. */
  url: string
  params?: Record<string, string | number>
  data?: object
  signal?: AbortSignal | undefined
  /** The bot can do without: not made while the month's calls are used up. */
  optional?: true
}

/** Resolves with the whole answer, which is a success; rejects with a FeishuError. */
export type MakeCall = (call: Call) => Promise<unknown>

/** An answer that is no answer counts as a passing failure. */
export function endpoints(
  call: MakeCall,
): Omit<FeishuApp, 'appId' | 'isOverQuota' | 'dispatcher' | 'listen' | 'resource'> {
  const pages = (url: string, params: Record<string, string>, most: number, signal?: AbortSignal) =>
    listed((page) => call({ method: 'GET', url, params: { ...params, ...page }, signal, optional: true }), most)

  const itemsOf = async (message: string, signal?: AbortSignal, optional?: true): Promise<FeishuMessage[]> => {
    const request: Call = { method: 'GET', url: at(message), params: withNames, signal, ...(optional && { optional }) }
    try {
      return readable(read(listAnswer, await call(request)).data.items)
    } catch (error) {
      if (error instanceof FeishuError && error.isGone) return []
      throw error
    }
  }

  return {
    async botInfo() {
      const { bot } = read(botAnswer, await call({ method: 'GET', url: '/open-apis/bot/v3/info' }))
      return { openId: bot.open_id, name: bot.app_name }
    },
    async send({ chat, words, uuid }, signal) {
      const data = { receive_id: chat, ...bodyOf(words), uuid }
      const params = { receive_id_type: 'chat_id' }
      return posted(await call({ method: 'POST', url: messages, params, data, signal }))
    },
    async reply({ message, words, uuid, inThread }, signal) {
      const data = { ...bodyOf(words), uuid, ...(inThread && { reply_in_thread: true }) }
      return posted(await call({ method: 'POST', url: `${at(message)}/reply`, data, signal }))
    },
    async edit({ message, words }, signal) {
      await call({ method: 'PUT', url: at(message), data: bodyOf(words), signal })
    },
    async react({ message, emoji }, signal) {
      const data = { reaction_type: { emoji_type: emoji } }
      const answer = await call({ method: 'POST', url: `${at(message)}/reactions`, data, signal })
      return { id: read(reactionAnswer, answer).data.reaction_id }
    },
    async unreact({ message, id }, signal) {
      const url = `${at(message)}/reactions/${encodeURIComponent(id)}`
      await call({ method: 'DELETE', url, signal, optional: true })
    },
    read: async (message, signal) => (await itemsOf(message, signal)).find(({ upper }) => upper === undefined),
    open: (message, signal) => itemsOf(message, signal, true),
    async history(container, { until, limit }, signal) {
      const inThread = 'thread' in container
      const items = await pages(
        messages,
        {
          container_id_type: inThread ? 'thread' : 'chat',
          container_id: inThread ? container.thread : container.chat,
          sort_type: 'ByCreateTimeDesc',
          page_size: String(Math.min(limit, historyPage)),
          ...withNames,
          // Threads take no time; seconds, and the end counts.
          ...(until !== undefined && !inThread && { end_time: String(Math.floor(until / 1000) + 1) }),
        },
        limit,
        signal,
      )
      return readable(items).filter(({ createdAt }) => until === undefined || createdAt <= until)
    },
    async members(chat, signal) {
      const params = { member_id_type: 'open_id', page_size: '100' }
      return fitting(await pages(`${of(chat)}/members`, params, maxMembers, signal), memberShape)
    },
    async bots(chat, signal) {
      return fitting(await pages(`${of(chat)}/members/bots`, {}, maxMembers, signal), botShape)
    },
    async chat(chat, signal) {
      const answer = await call({ method: 'GET', url: of(chat), signal, optional: true })
      const { name, chat_mode: mode, group_message_type: inside } = read(chatAnswer, answer).data
      return { name, mode: modeOf(mode, inside) }
    },
    async chats(signal) {
      return fitting(await pages(chats, { page_size: String(mostChats) }, mostChats, signal), chatShape)
    },
  }
}

const messages = '/open-apis/im/v1/messages'
const chats = '/open-apis/im/v1/chats'
const at = (message: string): string => `${messages}/${encodeURIComponent(message)}`
const of = (chat: string): string => `${chats}/${encodeURIComponent(chat)}`
/** Else who wrote is told by ids alone. */
const withNames = { with_sender_name: 'true' }
const historyPage = 50
const maxMembers = 1_000
const mostChats = 100
const maxPages = 30

const id = z.string().min(1)
const text = z.string().catch('')
const botAnswer = z.object({ bot: z.object({ open_id: id, app_name: text }) })
const postAnswer = z.object({ data: z.object({ message_id: id }) })
const reactionAnswer = z.object({ data: z.object({ reaction_id: id }) })
const listAnswer = z.object({
  data: z.object({
    items: z
      .array(z.unknown())
      .nullish()
      .transform((items) => items ?? []),
    has_more: z.boolean().nullish(),
    page_token: z.string().nullish(),
  }),
})
const chatAnswer = z.object({ data: z.object({ name: text, chat_mode: text, group_message_type: text }) })
const chatShape = z.object({ chat_id: id, name: text }).transform((one) => ({ id: one.chat_id, name: one.name }))
const memberShape = z
  .object({ member_id: id, name: text })
  .transform((one) => ({ openId: one.member_id, name: one.name }))
const botShape = z
  .object({ bot_id: id, bot_name: text })
  .transform((one) => ({ openId: one.bot_id, name: one.bot_name }))

function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new FeishuError('unavailable', `Feishu gave an answer without ${path}`)
}

const posted = (answer: unknown): { id: string } => ({ id: read(postAnswer, answer).data.message_id })

const bodyOf = (words: Words) =>
  'text' in words
    ? { msg_type: 'text', content: JSON.stringify({ text: words.text }) }
    : { msg_type: 'post', content: JSON.stringify(words.post) }

async function listed(page: (of: Record<string, string>) => Promise<unknown>, most: number): Promise<unknown[]> {
  const all: unknown[] = []
  let token = ''
  for (let pages = 0; pages < maxPages && all.length < most; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const { data } = read(listAnswer, await page(token === '' ? {} : { page_token: token }))
    all.push(...data.items)
    if (!data.has_more || !data.page_token) break
    token = data.page_token
  }
  return all.slice(0, most)
}

const readable = (items: unknown[]): FeishuMessage[] =>
  items.flatMap((item) => {
    const reading = readStored(item)
    return 'message' in reading ? [reading.message] : []
  })

/** What does not fit is left out. */
const fitting = <T>(items: unknown[], shape: z.ZodType<T>): T[] =>
  items.flatMap((item) => {
    const parsed = shape.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })

function modeOf(mode: string, inside: string): ChatMode {
  if (mode === 'p2p') return 'p2p'
  return mode === 'topic' || inside === 'thread' ? 'topic' : 'group'
}
