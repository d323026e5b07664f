// Posts a reply part by part: in order, once each however often it is tried, and at the chat's pace.
import { ChannelError, type Edit, nothingVisible, type OutboundReply } from '../channel.ts'
import { inParts } from '../in-parts.ts'
import type { FeishuApp, Words } from './app.ts'
import { FeishuError } from './errors.ts'
import type { Mentionable } from './identities.ts'
import { chatOf } from './inbound.ts'
import type { Limiter } from './limiter.ts'
import { planReply } from './outbound.ts'

export interface Place {
  /** Names the message that is answered, with its words above the reply. */
  quotes: boolean
  /** The talk is in a thread, and the reply belongs there. */
  inThread: boolean
  members: readonly Mentionable[]
  /** The reply may carry markdown. */
  isMarkdown?: boolean
}

/**
 * Resolves with the ids of what stands in the chat, the first part's first; a reaction's is its own. The platform knows the
 * parts by their uuid for an hour.
 */
export async function deliver(
  reply: OutboundReply,
  place: Place,
  { app, limiter }: { app: FeishuApp; limiter: Limiter },
  signal: AbortSignal,
): Promise<{ id: string; all: string[] }> {
  const chat = chatOf(reply.group)
  if (chat === undefined) throw new ChannelError('permanent', `${reply.group} is no chat of Feishu`)
  const { reaction, parts } = planReply(reply, place)
  const until = { expiresAt: reply.expiresAt, signal }
  const message = reply.replyTo.startsWith('om_') ? reply.replyTo : undefined
  // The platform takes nothing for a thread but answers to what stands in it.
  if (reply.topic !== undefined && message === undefined)
    throw new ChannelError('permanent', 'the reply answers no message of its topic: it would stand outside of it')

  if (reaction !== undefined && message !== undefined) {
    try {
      const { id } = await limiter.run(chat, () => app.react({ message, emoji: reaction }, signal), until)
      return { id, all: [id] }
    } catch (error) {
      if (!(error instanceof FeishuError && error.code === unknownEmoji)) throw error
    }
  }
  const all = await inParts(parts, async ({ text, post, uuid }, n) => {
    const say = (words: Words) => () =>
      message !== undefined && (place.inThread || (place.quotes && n === 0))
        ? app.reply({ message, words, uuid, inThread: place.inThread }, signal)
        : app.send({ chat, words, uuid }, signal)
    const said = (words: Words) => limiter.run(chat, say(words), until)
    const asWords = (error: unknown) => {
      if (post && error instanceof FeishuError && error.isMisshapen) return said({ text })
      throw error
    }
    return (await (post ? said({ post }).catch(asWords) : said({ text }))).id
  })
  return { id: all[0], all }
}

/** Other words for a message of the app's own. */
export async function changePost(
  { group, message, text }: Edit,
  place: Pick<Place, 'members' | 'isMarkdown'>,
  { app, limiter }: { app: FeishuApp; limiter: Limiter },
  until: { expiresAt: number; signal: AbortSignal },
): Promise<void> {
  const chat = chatOf(group)
  if (chat === undefined || !message.startsWith('om_'))
    throw new ChannelError('permanent', `${message} in ${group} is no message of Feishu`)
  const [part] = planReply({ key: message, text, type: 'short' }, place).parts
  if (!part) throw nothingVisible()
  const says = (words: Words) => limiter.run(chat, () => app.edit({ message, words }, until.signal), until)
  const { post, text: plain } = part
  if (!post) return says({ text: plain })
  return says({ post }).catch((error: unknown) => {
    if (error instanceof FeishuError && error.isMisshapen) return says({ text: plain })
    throw error
  })
}

const unknownEmoji = 231001
