// Posts a reply message by message: in order, at the chat's pace, and each at most once whatever happens (S5).
import { ChannelError, type Edit, type OutboundReply, type PostedMessage, expired, nothingVisible } from '../channel.ts'
import { cleanText } from '../clean.ts'
import { inParts } from '../in-parts.ts'
import { unlessAborted } from '../waiting.ts'
import type { Entity, TelegramApi } from './api.ts'
import { cutWritten } from './cut.ts'
import { reactionFor } from './emoji.ts'
import { TelegramError } from './errors.ts'
import { type PlainMessage, readPosted } from './message.ts'
import type { People, Person } from './names.ts'
import type { openPlaces } from './places.ts'
import { type Pace, stopped } from './pace.ts'
import type { Part, Post, Posts } from './posts.ts'
import { written } from './written.ts'

export interface Target {
  chat: number
  thread?: number
  /** Telegram's number of the message that is answered. */
  replyTo?: number
  /** Who can be called. */
  people: readonly Person[]
}

interface Means {
  api: TelegramApi
  posts: Posts
  pace: Pace
  now: () => number
  /** Ends the calls that nobody waits for any more. */
  ending: AbortSignal
  /** Calls under way, by what they post. */
  calls: Map<string, Promise<string>>
  idOf: (message: PlainMessage) => string
  /** The reaction stands on the message. */
  reacted: (emoji: string) => void
}

/** Resolves with what stands in the chat, the first message first. */
export async function deliver(
  reply: OutboundReply,
  target: Target,
  means: Means,
  signal: AbortSignal,
): Promise<[PostedMessage, ...PostedMessage[]]> {
  if (signal.aborted) throw stopped()
  const reaction = await reacted(reply, target, means, signal)
  if (reaction) return [reaction]
  const parts = cutWritten(written(cleanText(reply.text), target.people), longestPart)
  const answerTo = async (part: Part) => {
    const call = means.calls.get(JSON.stringify(part))
    return call && unlessStopped(call, signal)
  }
  const posting = (part: Part, post: Marked) => posted(part, post, { reply, target, means }, signal)
  return inParts(parts, async ({ text, entities }, n): Promise<PostedMessage> => {
    const part = { group: reply.group, bot: reply.bot, key: reply.key, part: n }
    const post: Post = { text, mentions: mentionsIn(entities, target.people) }
    const known = await means.posts.find(part)
    const id = await (known ? (known.id ?? answerTo(part)) : posting(part, { ...post, entities }))
    if (id === undefined) throw unknownOutcome()
    const { text: said, mentions } = known ?? post
    return { id, text: said, mentions }
  })
}

/** The words of a message of the bot's own. */
export async function changePost(
  { bot, group, message, text }: Edit,
  {
    api,
    chat,
    places,
    people,
  }: { api: TelegramApi; chat: number; places: Pick<ReturnType<typeof openPlaces>, 'of'>; people: People },
  signal: AbortSignal,
): Promise<void> {
  const { number } = places.of(group, message, bot) ?? {}
  if (number === undefined) throw new ChannelError('permanent', `${message} is not known here any more`)
  const [first] = cutWritten(written(cleanText(text), people.in(group)), longestPart)
  if (!first) throw nothingVisible()
  await api.edit({ chat, ...first }, number, signal)
}

/** In UTF-16 units. */
const longestPart = 4_096

/** The call got no answer: to post it again might say it twice. */
const unknownOutcome = () =>
  new ChannelError('permanent', 'nobody knows whether the message stands in the chat: it is not posted again', {
    why: 'outcomeUnknown',
  })

type Marked = Post & { entities: readonly Entity[] }

interface Around {
  reply: OutboundReply
  target: Target
  means: Means
}

async function posted(
  part: Part,
  { text, mentions, entities }: Marked,
  { reply, target, means }: Around,
  signal: AbortSignal,
): Promise<string> {
  const { api, posts, pace, now, ending, idOf, calls } = means
  const { chat, thread, replyTo } = target
  if (now() >= reply.expiresAt) throw expired()
  await pace.turn(reply.bot, chat, { expiresAt: reply.expiresAt, signal })
  const answers = part.part === 0 && replyTo !== undefined ? { replyTo } : {}
  const words = { chat, text, ...(thread !== undefined && { thread }), ...answers }
  await posts.begin(part, { text, mentions }, now())
  const call = (async () => {
    try {
      const message = readPosted(await sent(api, { ...words, entities }, ending))
      if (!message)
        throw new TelegramError('unavailable', 'Telegram answered a post with no message', { mayBeDone: true })
      const id = idOf(message)
      // It stands there, whatever becomes of the note.
      await Promise.allSettled([posts.end(part, id)])
      return id
    } catch (error) {
      if (error instanceof TelegramError && !error.mayBeDone) await posts.drop(part)
      throw error
    }
  })()
  const name = JSON.stringify(part)
  calls.set(name, call)
  void call.catch(() => {}).finally(() => calls.delete(name))
  return unlessStopped(call, signal)
}

/** What Telegram does not take as marked up is said plainly: it says so before it posts. */
async function sent(api: TelegramApi, post: Parameters<TelegramApi['send']>[0], signal: AbortSignal): Promise<unknown> {
  try {
    return await api.send(post, signal)
  } catch (error) {
    const isMarkup = error instanceof TelegramError && error.code === 400 && /entit|user_invalid/i.test(error.message)
    if (!isMarkup || post.entities.length === 0) throw error
    return api.send({ ...post, entities: [] }, signal)
  }
}

/** Its answer is written down all the same. */
const unlessStopped = <T>(call: Promise<T>, signal: AbortSignal): Promise<T> =>
  unlessAborted(call, signal, () => new ChannelError('unavailable', 'the send was stopped before Telegram answered'))

/** undefined: it is said in words. A reaction that stands there already changes nothing. */
async function reacted(
  reply: OutboundReply,
  { chat, replyTo }: Target,
  { api, now, reacted: tell }: Means,
  signal: AbortSignal,
): Promise<PostedMessage | undefined> {
  const emoji = reply.type === 'reaction' ? reactionFor(reply.text) : undefined
  if (emoji === undefined || replyTo === undefined) return undefined
  if (now() >= reply.expiresAt) throw expired()
  try {
    await api.react(chat, replyTo, emoji, signal)
  } catch (error) {
    // A group may allow few of them, or none.
    if (error instanceof TelegramError && error.code === 400) return undefined
    throw error
  }
  tell(emoji)
  return { id: `reaction-${reply.bot}-${reply.replyTo}`, text: reply.text, mentions: [] }
}

function mentionsIn(entities: readonly Entity[], people: readonly Person[]): Post['mentions'] {
  const called = entities.flatMap((each) =>
    each.type === 'text_mention' ? (people.find(({ id }) => id === each.user.id) ?? []) : [],
  )
  return [...new Map(called.map(({ id, name }) => [id, { id: String(id), name }])).values()]
}
