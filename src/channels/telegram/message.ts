// Updates of the Bot API as far as they are read. What has another shape than it should counts as absent.
import { z } from 'zod'
import { maybe } from '../lenient.ts'

const word = maybe(z.string())
const count = maybe(z.number().nonnegative())
const id = z.int()
/** s: in the year 2100. */
const latest = 4_102_444_800

const user = z.object({
  id,
  is_bot: z.boolean().catch(false),
  first_name: z.string().catch(''),
  last_name: word,
  username: word,
})
const chat = z.object({
  id,
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: word,
  first_name: word,
  last_name: word,
  username: word,
})
const entity = z.object({
  type: z.string(),
  offset: z.int().nonnegative(),
  length: z.int().positive(),
  user: maybe(user),
})
const entities = maybe(z.array(entity.nullable().catch(null)))

/** Of a file; a picture has several, the largest last. */
const file = z.object({
  file_id: z.string(),
  file_unique_id: word,
  file_size: count,
  file_name: word,
  mime_type: word,
  width: count,
  height: count,
  length: count,
  duration: count,
  emoji: word,
  is_animated: maybe(z.boolean()),
  is_video: maybe(z.boolean()),
  title: word,
  performer: word,
})
const location = z.object({ latitude: z.number(), longitude: z.number() })

/** What a message carries; also of one in another chat that is answered. */
const carried = {
  photo: maybe(z.array(file)),
  sticker: maybe(file),
  voice: maybe(file),
  audio: maybe(file),
  video: maybe(file),
  video_note: maybe(file),
  animation: maybe(file),
  document: maybe(file),
  location: maybe(location),
  venue: maybe(z.object({ location, title: word, address: word })),
  contact: maybe(z.object({ phone_number: word, first_name: word, last_name: word })),
  poll: maybe(z.object({ question: z.string(), options: maybe(z.array(z.object({ text: z.string() }))) })),
  dice: maybe(z.object({ emoji: word, value: count })),
  game: maybe(z.object({ title: word, description: word })),
  invoice: maybe(z.object({ title: word, description: word })),
  checklist: maybe(z.object({ title: word, tasks: maybe(z.array(z.object({ text: z.string() }))) })),
  story: maybe(z.object({ id })),
  paid_media: maybe(z.object({ star_count: count })),
  giveaway: maybe(z.object({ prize_description: word })),
}

const origin = z.object({
  date: count,
  sender_user: maybe(user),
  sender_user_name: word,
  sender_chat: maybe(chat),
  chat: maybe(chat),
})

const plain = z.object({
  message_id: id,
  /** s; a time that no store could keep makes the message unreadable. */
  date: z.int().nonnegative().max(latest),
  chat,
  from: maybe(user),
  sender_chat: maybe(chat),
  text: word,
  caption: word,
  entities,
  caption_entities: entities,
  message_thread_id: maybe(id),
  is_topic_message: maybe(z.boolean()),
  forum_topic_created: maybe(z.object({})),
  forward_origin: maybe(origin),
  ...carried,
})
const message = plain.extend({
  reply_to_message: maybe(plain),
  external_reply: maybe(z.object({ origin: maybe(origin), chat: maybe(chat), message_id: maybe(id), ...carried })),
  quote: maybe(z.object({ text: z.string() })),
})
const moved = z.object({ chat, new_chat_member: z.object({ status: z.string() }) })
const update = z.object({
  update_id: id,
  message: maybe(message),
  edited_message: maybe(message),
  my_chat_member: maybe(moved),
})

export type User = z.infer<typeof user>
export type Chat = z.infer<typeof chat>
export type Origin = z.infer<typeof origin>
export type TelegramFile = z.infer<typeof file>
export type TelegramMessage = z.infer<typeof message>
export type PlainMessage = z.infer<typeof plain>
export type Carried = Pick<PlainMessage, keyof typeof carried>
export type Update = z.infer<typeof update>

/** undefined: it has no number, and so cannot be acknowledged by itself. */
export function readUpdate(raw: unknown): Update | undefined {
  const read = update.safeParse(raw)
  return read.success ? read.data : undefined
}

/** What a call answered as a message that was posted; undefined when it is none. */
export function readPosted(raw: unknown): PlainMessage | undefined {
  const read = plain.safeParse(raw)
  return read.success ? read.data : undefined
}

/** The words of a message, and what stands in them. */
export const wordsIn = ({ text, entities: inText, caption, caption_entities: inCaption }: PlainMessage) => ({
  text: text ?? caption ?? '',
  entities: ((text === undefined ? inCaption : inText) ?? []).flatMap((each) => each ?? []),
})

export const nameOf = ({ first_name: first, last_name: last = '' }: Pick<User, 'first_name' | 'last_name'>): string =>
  `${first} ${last}`.trim()
