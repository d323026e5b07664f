// Messages, channels and servers as Discord writes them, read at the edge: what does not fit is left out, or refused with a reason.
import { z } from 'zod'
import { listOf, maybe } from '../lenient.ts'

const id = z.string().regex(/^\d{1,20}$/)
const words = z.string().max(100_000)
const time = z.string().transform((text, context) => {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) context.addIssue('no time')
  return ms
})
const user = z.object({
  id,
  username: words.catch(''),
  global_name: maybe(words),
  bot: maybe(z.boolean()),
})

const attachment = z.object({
  id,
  filename: words.catch(''),
  title: maybe(words),
  description: maybe(words),
  content_type: maybe(words),
  size: maybe(z.number()),
  width: maybe(z.number()),
  height: maybe(z.number()),
  duration_secs: maybe(z.number()),
  url: words.catch(''),
})

const sticker = z.object({ id, name: words.catch(''), format_type: z.number().catch(1) })

const embed = z.object({
  type: maybe(words),
  title: maybe(words),
  description: maybe(words),
  fields: listOf(z.object({ name: words, value: words }), 25),
})

/** What a program lays out in blocks instead of words: of each its text, the blocks in it too, as deep as Discord takes them. */
const block = z.object({ content: maybe(words) })
const within = <Inner extends z.ZodType>(inner: Inner) => block.extend({ components: listOf(inner, mostBlocks) })
const mostBlocks = 40
const blocks = listOf(within(within(within(block))), mostBlocks).transform((all) => all.flatMap(textsOf))

interface Block {
  content?: string | undefined
  components?: readonly Block[]
}
const textsOf = ({ content, components = [] }: Block): string[] => [
  ...(content ? [content] : []),
  ...components.flatMap(textsOf),
]

const body = {
  content: words.catch(''),
  flags: maybe(z.number()),
  attachments: listOf(attachment, 20),
  sticker_items: listOf(sticker, 5),
  embeds: listOf(embed, 10),
  components: blocks,
}

const snapshot = z.object({ message: z.object({ ...body, timestamp: maybe(time) }) })

const pollMedia = z.object({ text: maybe(words) })
const poll = z.object({ question: pollMedia, answers: listOf(z.object({ poll_media: pollMedia }), 20) })

const plain = z.object({
  ...body,
  id,
  channel_id: id,
  guild_id: maybe(id),
  author: user,
  member: maybe(z.object({ nick: maybe(words) })),
  timestamp: time,
  edited_timestamp: maybe(time),
  type: z.number().catch(0),
  mention_everyone: z.boolean().catch(false),
  mentions: listOf(user.extend({ member: maybe(z.object({ nick: maybe(words) })) }), 100),
  mention_roles: listOf(id, 100),
  message_reference: maybe(z.object({ type: z.number().catch(0), message_id: maybe(id), channel_id: maybe(id) })),
  message_snapshots: listOf(snapshot, 10),
  poll: maybe(poll),
  nonce: maybe(z.union([z.string(), z.number().transform(String)])),
})

const message = plain.extend({ referenced_message: maybe(plain) })

const channel = z.object({
  id,
  type: z.number(),
  name: maybe(words),
  parent_id: maybe(id),
  last_message_id: maybe(id),
})

const role = z.object({
  id,
  name: words.catch(''),
  permissions: z.string().regex(/^\d+$/).catch('0'),
  tags: maybe(z.object({ bot_id: maybe(id) })),
})

const guild = z.object({
  id,
  name: words.catch(''),
  channels: listOf(channel, 2_000),
  threads: listOf(channel, 2_000),
  roles: listOf(role, 500),
  members: listOf(z.object({ user: user, roles: listOf(id, 500), nick: maybe(words) }), 1_000),
})

export type DiscordUser = z.infer<typeof user>
/** A message without what it answers. */
export type PlainMessage = z.infer<typeof plain>
export type DiscordMessage = z.infer<typeof message>
export type DiscordChannel = z.infer<typeof channel>
export type Snapshot = z.infer<typeof snapshot>
export type Attachment = z.infer<typeof attachment>

/** A form of an object; undefined where it has another one. */
const reader =
  <Form extends z.ZodType>(form: Form) =>
  (data: unknown): z.infer<Form> | undefined =>
    form.safeParse(data).data

export const readMessage = reader(message)
export const readChannel = reader(channel)
export const readGuild = reader(guild)
export const readUser = reader(user)
export const readRoleEvent = reader(z.object({ guild_id: id, role }))
export const readOwnMember = reader(z.object({ guild_id: id, user: z.object({ id }), roles: listOf(id, 500) }))
export const readDeleted = reader(z.object({ id, channel_id: id }))
export const readDeletedMany = reader(z.object({ ids: listOf(id, 200), channel_id: id }))
/** An edit may tell nothing but what has changed. */
export const readEdit = reader(z.object({ id, channel_id: id, content: maybe(words), edited_timestamp: maybe(time) }))

/** The time that an id bears, ms. */
export const timeOf = (snowflake: string): number => Number(BigInt(snowflake) >> 22n) + epochMs

/** The first id of a time, ms. */
export const idAt = (ms: number): string => String(BigInt(Math.max(0, Math.floor(ms) - epochMs)) << 22n)

const epochMs = 1_420_070_400_000

/** Of a page of messages, newest first as it comes; what cannot be read is left out. */
export const readMessages = (page: unknown): DiscordMessage[] =>
  Array.isArray(page) ? page.flatMap((each) => readMessage(each) ?? []) : []
