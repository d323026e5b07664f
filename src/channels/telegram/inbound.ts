// A Telegram message as the service takes it: who wrote it, what it says, whom it mentions and what it answers (R2–R5, A12).
import { defined } from '../../config/defined.ts'
import { quotedMedia } from '../../language/attachments.ts'
import { type Part, type QuotePart, toldText } from '../../language/parts.ts'
import type { InboundMessage } from '../channel.ts'
import { cleanName, cleanText } from '../clean.ts'
import { carriedParts, forwarded, writerOf as originWriter } from './content.ts'
import { nameOf, type PlainMessage, type TelegramMessage, wordsIn } from './message.ts'
import { groupOf, type People, type Person, writerOf } from './names.ts'

/** One bot's eyes. */
export interface Reader {
  /** The bot's id in the configuration. */
  bot: string
  own: Person & { username: string }
  /** All own bots, by the names that people call them by. */
  bots: readonly (Person & { username: string })[]
  people: People
  /** ms, of Telegram's clock. */
  now: number
  /** How far the service's clock is ahead of it, ms. */
  ahead: number
  idOf(group: string, message: PlainMessage): string
  /** Whether a message is part of the talk already. */
  isHeard(place: Pick<InboundMessage, 'group' | 'topic'>, id: string): boolean
}

export type Received = { message: InboundMessage } | { ignored: string }

/** Telegram's own limit is 4 096. */
const longestText = 20_000
/** Older ones wake nobody. */
const staleMs = 30 * 60_000

export function readMessage(message: TelegramMessage, reader: Reader): Received {
  const { bot, own, now, ahead, people } = reader
  const { chat, date, from } = message
  if (chat.type === 'channel') return { ignored: 'it stands in a channel, where nobody talks' }
  const sender = writerOf(message)
  if (!sender) return { ignored: 'nothing tells who wrote it' }
  const group = groupOf(chat, own.id)
  for (const user of [from, message.reply_to_message?.from, ...usersIn(message)]) if (user) people.see(group, user)
  const { text, mentions } = spoken(message, reader)
  const answered = answeredIn(message)
  const replyTo = answered && reader.idOf(group, answered)
  const place = { group, ...topicOf(message) }
  const parts = partsOf(message, { place, replyTo }, reader)
  if (text === '' && parts.length === 0) return { ignored: 'Telegram itself says it, or nothing of it can be read' }
  const replied = answered && reader.bots.find(({ id }) => id === answered.from?.id)
  // Telegram tells whole seconds: within its second a message came when it was heard, or at the end.
  const ts = Math.min(Math.max(date * 1_000, now), date * 1_000 + 999)
  return {
    message: {
      id: reader.idOf(group, message),
      ...place,
      ts: ts + ahead,
      sender,
      text,
      ...(parts.length > 0 && { parts }),
      mentions: unique([...mentions, ...(replied ? [replied] : [])]).map(({ id, name }) => ({ id: String(id), name })),
      ...(replyTo !== undefined && { replyTo }),
      ...(chat.type === 'private' && { oneToOne: true }),
      bots: [bot],
      ...(now - ts > staleMs && { contextOnly: true as const }),
    },
  }
}

/** The new text of a message that was edited; undefined where only its place or its picture moved. */
export function editedText(message: TelegramMessage, reader: Reader): string | undefined {
  if (message.location || message.forward_origin) return undefined
  return spoken(message, reader).text || undefined
}

/** What its writer says: of a forwarded message nothing. */
function spoken(message: TelegramMessage, reader: Reader): { text: string; mentions: Mentioned[] } {
  if (message.forward_origin) return { text: '', mentions: [] }
  const { text: whole, entities } = wordsIn(message)
  const text = whole.slice(0, longestText)
  const mentions: Mentioned[] = []
  let told = ''
  let at = 0
  for (const { type, offset, length, user } of entities.toSorted((a, b) => a.offset - b.offset)) {
    const end = offset + length
    if (offset < at || end > text.length) continue
    const shown = text.slice(offset, end)
    if (type === 'text_mention' && user) mentions.push({ id: user.id, name: cleanName(nameOf(user)) || shown })
    if (type !== 'mention' && type !== 'bot_command') continue
    const [command = '', username] = type === 'mention' ? ['', shown.slice(1)] : shown.split('@', 2)
    const called = username === undefined ? undefined : whoIs(username, reader)
    if (called) mentions.push(called)
    const isOwn = reader.bots.some(({ id }) => id === called?.id)
    const isForUs = message.chat.type === 'private' ? username === undefined || isOwn : isOwn
    if (type === 'bot_command' && !isForUs && username === undefined && command !== '/start') continue
    if (type === 'bot_command' && !isForUs && username !== undefined) continue
    if (type === 'mention' && !isOwn) continue
    // People and models call a bot by its name; a command is said as a word, and the first one as a greeting.
    told += text.slice(at, offset) + (type === 'mention' ? `@${called?.name ?? ''}` : wordOf(command))
    at = end
  }
  const all = told + text.slice(at)
  // What stands behind /start is a code of the link that was followed.
  return { text: cleanText(/^\/start(?:@\w+)?(?:\s+[\w-]{1,64})?$/.test(text.trim()) ? greeting : all), mentions }
}

const greeting = 'hello'
const wordOf = (command: string): string => (command === '/start' ? greeting : command.slice(1).replaceAll('_', ' '))

interface Mentioned {
  /** Of somebody who was never met, the name. */
  id: number | string
  name: string
}

function whoIs(username: string, { bots, people }: Reader): Mentioned {
  const wanted = username.toLowerCase()
  return (
    bots.find((each) => each.username.toLowerCase() === wanted) ??
    people.called(username) ?? { id: `@${wanted}`, name: username }
  )
}

const usersIn = (message: TelegramMessage) =>
  wordsIn(message).entities.flatMap(({ type, user }) => (type === 'text_mention' && user ? [user] : []))

const unique = (all: readonly Mentioned[]): Mentioned[] => [...new Map(all.map((each) => [each.id, each])).values()]

/** Whatever answers something has a thread, in groups without topics, too. */
const topicOf = ({ is_topic_message: isInTopic, message_thread_id: thread }: TelegramMessage): { topic?: string } =>
  isInTopic === true && thread !== undefined ? { topic: String(thread) } : {}

/** In a topic whatever answers nothing answers the message that opened it. */
function answeredIn({
  reply_to_message: answered,
  message_thread_id: thread,
}: TelegramMessage): PlainMessage | undefined {
  return answered?.forum_topic_created || answered?.message_id === thread ? undefined : answered
}

function partsOf(
  message: TelegramMessage,
  { place, replyTo }: { place: Pick<InboundMessage, 'group' | 'topic'>; replyTo: string | undefined },
  reader: Reader,
): Part[] {
  const { forward_origin: from } = message
  const isHeard = replyTo !== undefined && reader.isHeard(place, replyTo)
  const quote = quoteOf(message, { id: replyTo, isHeard }, reader)
  return [
    ...(quote ? [quote] : []),
    ...(from ? [forwarded(message, from)] : []),
    ...carriedParts(message, reader.own.id),
  ]
}

/**
 * What was cut out of the answered message, or all of one that was never heard; also of one in another chat. Telegram
 * shows what that carries to whoever gets the answer: its files are told with addresses for this bot.
 */
function quoteOf(
  message: TelegramMessage,
  { id, isHeard }: { id: string | undefined; isHeard: boolean },
  { own }: Reader,
): QuotePart | undefined {
  const { quote, external_reply: elsewhere } = message
  const answered = answeredIn(message)
  if (answered) {
    if (!quote && isHeard) return undefined
    const writer = writerOf(answered)
    const carried = carriedParts(answered, own.id)
    const text = toldText(cleanText(quote?.text ?? wordsIn(answered).text), carried)
    if (text === '') return undefined
    const known = { id, sender: writer?.id, name: writer?.name, ts: answered.date * 1_000 }
    return { kind: 'quote', ...defined(known), text, ...quotedMedia(carried) }
  }
  if (!elsewhere) return undefined
  const carried = carriedParts(elsewhere, own.id)
  const text = toldText(cleanText(quote?.text ?? ''), carried)
  if (text === '') return undefined
  const { origin } = elsewhere
  const known = {
    sender: origin?.sender_user && String(origin.sender_user.id),
    name: origin && originWriter(origin),
    ts: origin?.date === undefined ? undefined : origin.date * 1_000,
  }
  return { kind: 'quote', ...defined(known), text, ...quotedMedia(carried) }
}
