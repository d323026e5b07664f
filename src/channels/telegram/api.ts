// The calls of the Bot API through grammY, the one file that imports it: answers read, errors mapped, files bounded.
import { Agent as HttpAgent, get as httpGet, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, get as httpsGet } from 'node:https'
import { Api, GrammyError, HttpError } from 'grammy'
import type { MessageEntity, ReactionTypeEmoji } from 'grammy/types'
import { leadsToLoopback } from '../../config/loopback.ts'
import { type Downloaded, TooLargeError } from '../channel.ts'
import { readBounded } from '../read-bounded.ts'
import type { TelegramAccount } from './config.ts'
import { brokenError, refusalError, TelegramError } from './errors.ts'

export type Entity = MessageEntity
export type ReactionEmoji = ReactionTypeEmoji['emoji']
export type TelegramApi = ReturnType<typeof openApi>

export interface Me {
  id: number
  first_name: string
  username: string
  /** Privacy mode is off. */
  can_read_all_group_messages: boolean
}

export interface Post {
  chat: number
  text: string
  entities: readonly Entity[]
  thread?: number
  replyTo?: number
}

/** Calls hang no longer than that; a long poll as much longer as it waits. */
const timeoutMs = 25_000
/** Of one answer. */
const mostAnswerBytes = 20_000_000

export function openApi({ token, apiRoot, proxy }: Pick<TelegramAccount, 'token' | 'apiRoot' | 'proxy'>) {
  const agent = agentFor(apiRoot, proxy)
  const api = new Api(token, {
    apiRoot,
    timeoutSeconds: timeoutMs / 1_000,
    baseFetchConfig: { agent, size: mostAnswerBytes, compress: true } as object,
  })
  const polling = new Api(token, {
    apiRoot,
    timeoutSeconds: timeoutMs / 1_000 + longestPollS,
    baseFetchConfig: { agent, size: mostAnswerBytes, compress: true } as object,
  })

  return {
    me: (signal?: AbortSignal): Promise<Me> => called(api.getMe(fitting(signal))),
    /** Whatever the server says is an update; what was before `offset` is acknowledged. Waits for `seconds`. */
    updates: async (offset: number | undefined, seconds: number, signal: AbortSignal): Promise<unknown[]> => {
      const options = { ...(offset !== undefined && { offset }), timeout: seconds, limit: 100, allowed_updates: heard }
      const answer: unknown = await called(polling.getUpdates(options, fitting(signal)))
      if (Array.isArray(answer)) return answer
      throw new TelegramError('unavailable', 'Telegram answered a poll with something that is no list')
    },
    webhook: (signal?: AbortSignal): Promise<{ url?: string; pending_update_count: number }> =>
      called(api.getWebhookInfo(fitting(signal))),
    chat: (chat: number, signal?: AbortSignal): Promise<{ title?: string | undefined }> =>
      called(api.getChat(chat, fitting(signal))),
    /** The message as Telegram stored it. */
    send: ({ chat, text, entities, thread, replyTo }: Post, signal: AbortSignal): Promise<unknown> =>
      called(
        api.sendMessage(
          chat,
          text,
          {
            ...(entities.length > 0 && { entities: [...entities] }),
            ...(thread !== undefined && { message_thread_id: thread }),
            ...(replyTo !== undefined && {
              reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
            }),
          },
          fitting(signal),
        ),
      ),
    /** Other words for a message of the bot's own; the same ones again are no trouble. */
    edit: async ({ chat, text, entities }: Post, message: number, signal: AbortSignal): Promise<void> => {
      try {
        await called(api.editMessageText(chat, message, text, { entities: [...entities] }, fitting(signal)))
      } catch (error) {
        if (!(error instanceof TelegramError && error.message.includes('message is not modified'))) throw error
      }
    },
    /** A bot has one reaction on a message: this one, or none. */
    react: (chat: number, message: number, emoji: ReactionEmoji | undefined, signal: AbortSignal): Promise<unknown> =>
      called(
        api.setMessageReaction(
          chat,
          message,
          emoji === undefined ? [] : [{ type: 'emoji', emoji }],
          {},
          fitting(signal),
        ),
      ),
    typing: (chat: number, thread: number | undefined, signal: AbortSignal): Promise<unknown> =>
      called(
        api.sendChatAction(chat, 'typing', thread === undefined ? {} : { message_thread_id: thread }, fitting(signal)),
      ),
    async download(file: string, most: number, signal: AbortSignal): Promise<Downloaded> {
      const { file_path: path, file_size: size } = await called(api.getFile(file, fitting(signal)))
      if (size !== undefined && size > most) throw new TooLargeError(most)
      // A server of one's own in local mode names a file of its disk.
      if (path === undefined || path.startsWith('/') || !/^[\w./-]+$/.test(path) || path.includes('..'))
        throw new TelegramError('permanent', 'Telegram gives no address for the file')
      return fetched(new URL(`${apiRoot}/file/bot${token}/${path}`), agent, most, signal)
    },
    close: (): void => agent.destroy(),
  }
}

export const longestPollS = 30
/** All kinds of updates that are read. */
const heard = ['message', 'edited_message', 'my_chat_member'] as const

/** By a proxy of its own, or the one of the environment; never for this machine. */
function agentFor(apiRoot: string, proxy: string | undefined): HttpAgent {
  const proxyEnv = proxy === undefined ? process.env : { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }
  const options = { keepAlive: true, ...(!leadsToLoopback(apiRoot) && { proxyEnv }) }
  return apiRoot.startsWith('http:') ? new HttpAgent(options) : new HttpsAgent(options)
}

/** grammY's types name signals of another library: those of Node are the same. */
const fitting = (signal: AbortSignal | undefined) => signal as Parameters<Api['getMe']>[0]

async function called<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GrammyError) throw refusalError(error)
    throw brokenError(error instanceof HttpError ? error.error : error)
  }
}

/** Reads no byte more than `most`, whatever was announced. */
async function fetched(url: URL, agent: HttpAgent, most: number, signal: AbortSignal): Promise<Downloaded> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await answerTo(url, agent, ending)
    const { statusCode = 0, headers } = response
    if (statusCode !== 200) {
      response.destroy()
      throw refusalError({ error_code: statusCode, description: 'the file cannot be had' })
    }
    const bytes = await bounded(response, most)
    const mime = headers['content-type']
    return { bytes, ...(mime !== undefined && { mime }) }
  } catch (error) {
    throw error instanceof TelegramError || error instanceof TooLargeError ? error : brokenError(error)
  }
}

async function bounded(response: IncomingMessage, most: number): Promise<Uint8Array> {
  const announced = response.headers['content-length']
  if (Number(announced ?? 0) > most) {
    response.destroy()
    throw new TooLargeError(most)
  }
  const { bytes, isCut } = await readBounded(response, most)
  if (isCut) throw new TooLargeError(most)
  return bytes
}

function answerTo(url: URL, agent: HttpAgent, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const get = url.protocol === 'http:' ? httpGet : httpsGet
  get(url, { agent, signal }, resolve).on('error', reject)
  return promise
}
