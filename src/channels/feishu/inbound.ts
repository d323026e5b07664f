// A Feishu message as the service takes it: who wrote it, what it says and whom it mentions (R2–R5, A12).
import type { Correction, InboundMessage } from '../channel.ts'
import { callsAll, contentIn, isWritten, listed, mentioned, spoken } from './spoken.ts'
import { type FeishuMessage, type Mention, readEvent } from './message.ts'
import { memberName, type Reader } from './reader.ts'

/** `source`: as the platform gave it. */
export type Received = { message: InboundMessage; source: FeishuMessage; thread?: string } | { ignored: string }

type Read = (message: string, signal?: AbortSignal) => Promise<FeishuMessage | undefined>

/** `im.message.receive_v1` as the dispatcher flattens it. Never throws: what cannot be read is ignored with a reason. */
export async function readInbound(event: unknown, reader: Reader, read: Read): Promise<Received> {
  const reading = readEvent(event)
  if ('unreadable' in reading) return { ignored: `the event cannot be read: ${reading.unreadable}` }
  const { message } = reading
  if (message.sender.isBot && reader.own.openId === undefined) return { ignored: deaf }
  return toInbound(message.sender.isBot ? await verified(message, reader, read) : message, reader)
}

/** Also for messages of the history; those of bots as they were read with this app's own token. */
export function toInbound(message: FeishuMessage, reader: Reader): Received {
  const { identities, app, own, now, ahead = 0 } = reader
  if (message.sender.isBot && own.openId === undefined) return { ignored: deaf }
  if (message.kind === 'system') return { ignored: 'the platform itself says it' }
  if (message.deleted) return { ignored: 'it was taken back' }
  const id = identities.see(app, message.chat, message.sender)
  if (id === undefined) return { ignored: 'nothing tells who wrote it' }
  const content = contentIn(message, app)
  if (content === undefined) return { ignored: `its ${message.kind} content cannot be read` }
  const { text: raw, parts } = content
  const people = mentioned(message, reader)
  const thread = message.thread ?? (reader.isTopic ? (message.root ?? message.id) : undefined)
  const topic = reader.topicOf?.(message)
  const replyTo = message.parent ?? (reader.isTopic && !message.thread ? message.root : undefined)
  return {
    message: {
      id: message.id,
      group: groupOf(message.chat),
      ...(topic !== undefined && { topic }),
      ts: message.createdAt + ahead,
      sender: {
        id,
        name: memberName(id, message.sender.isBot, reader),
        bot: message.sender.isBot,
        ...otherIds(message, id),
      },
      text: spoken(raw, people, reader),
      ...(parts.length > 0 && { parts }),
      mentions: listed(people, callsAll(message.kind, raw)),
      ...(replyTo !== undefined && { replyTo }),
      ...(message.chatType === 'p2p' && { oneToOne: true }),
      bots: [reader.bot],
      ...(now - ahead - message.createdAt > staleMs && { contextOnly: true as const }),
    },
    source: message,
    ...(thread !== undefined && { thread }),
  }
}

/** `im.message.recalled_v1` and `im.message.updated_v1`; undefined when it is neither, or cannot be read. */
export function readCorrection(type: string, event: unknown, reader: Reader): Correction | undefined {
  if (type === 'im.message.recalled_v1') {
    const { message_id: id, chat_id: chat } = (event ?? {}) as { message_id?: unknown; chat_id?: unknown }
    return typeof id === 'string' && typeof chat === 'string'
      ? { id, group: groupOf(chat), text: undefined }
      : undefined
  }
  if (type !== 'im.message.updated_v1') return undefined
  const reading = readEvent(event)
  if ('unreadable' in reading) return undefined
  // The ids that a bot mentions are those of its own app.
  const message = reading.message.sender.isBot ? shownAs(reading.message, new Map()) : reading.message
  const content = isWritten(message.kind) ? contentIn(message, reader.app) : undefined
  // What a message carries is kept as it came.
  if (content === undefined) return undefined
  return {
    id: message.id,
    group: groupOf(message.chat),
    text: spoken(content.text, mentioned(message, reader), reader),
  }
}

/** The group that the bot was taken out of or, anew, put into; undefined when the event tells neither. */
export function readMove(type: string, event: unknown): { group: string; left: boolean } | undefined {
  const { chat_id: chat } = (event ?? {}) as { chat_id?: unknown }
  if (!/^im\.chat\.member\.bot\.(?:added|deleted)_v1$/.test(type) || typeof chat !== 'string') return undefined
  return { group: groupOf(chat), left: type.endsWith('.deleted_v1') }
}

/** `feishu:oc_…`. */
export const groupOf = (chat: string): string => `${prefix}${chat}`

export const chatOf = (group: string): string | undefined =>
  group.startsWith(prefix) ? group.slice(prefix.length) : undefined

const prefix = 'feishu:'
/** People are listed by the id that their app shows, too. */
function otherIds(
  { sender: { openId, unionId, isBot } }: FeishuMessage,
  id: string,
): Pick<InboundMessage['sender'], 'alsoKnownAs'> {
  const others = [openId, unionId].filter((other) => other !== undefined && other !== id) as string[]
  return others.length > 0 && !isBot ? { alsoKnownAs: others } : {}
}

const deaf = 'a bot wrote it and the own open_id is not known yet'
const staleMs = 30 * 60_000
/** With the time that a chat's past may take, less than the 3 s in which the event must be acknowledged. */
const readTimeoutMs = 1_000

/**
 * What a bot wrote carries ids of the writer's app: whom it mentions is told only by the message as this app reads it,
 * and who wrote it by the app id there. Without that, nobody is mentioned; the names still stand in the text.
 */
async function verified(message: FeishuMessage, { app, identities }: Reader, read: Read): Promise<FeishuMessage> {
  // Each look costs one of the month's calls.
  if (message.mentions.length === 0 && identities.knows(app, message.sender)) return message
  const stored = await read(message.id, AbortSignal.timeout(readTimeoutMs)).catch(() => undefined)
  const { appId } = stored?.sender ?? {}
  if (appId !== undefined) {
    const id = identities.see(app, message.chat, { appId })
    const known = id === appId ? identities.see(app, message.chat, message.sender) : id
    if (known !== undefined) identities.link(app, message.sender, known)
  }
  return shownAs(message, new Map(stored?.mentions.map((mention) => [mention.key, mention])))
}

const shownAs = (message: FeishuMessage, shown: ReadonlyMap<string, Mention>): FeishuMessage => ({
  ...message,
  mentions: message.mentions.map(({ key, name }) => ({ ...shown.get(key), key, name })),
})
