// What a reply becomes on Feishu: a reaction, or messages whose mentions ring, each with an id that posts it once (T6, S5).
import type { OutboundReply } from '../channel.ts'
import { withCalls } from '../calls.ts'
import { cleanText } from '../clean.ts'
import { emojiType } from './emoji.ts'
import type { Mentionable } from './identities.ts'
import { type Calls, callsOf, harmless, tagOf } from './mentions.ts'
import { partId, splitText } from '../split.ts'
import { postsOf } from './post/posts.ts'

export interface Plan {
  /** To the message that the reply answers. */
  reaction?: string
  /** In order; also of a reaction, for when the platform does not take it. */
  parts: Part[]
}

export interface Part {
  /** As words alone. */
  text: string
  /** Rich text, where the words have a form. */
  post?: object
  uuid: string
}

/** `members`: whom the speaking app may mention. No parts when nothing visible is left to say. */
export function planReply(
  reply: Pick<OutboundReply, 'key' | 'text' | 'type'>,
  { members, isMarkdown = false }: { members: readonly Mentionable[]; isMarkdown?: boolean },
): Plan {
  const emoji = reply.type === 'reaction' ? emojiType(reply.text) : undefined
  const text = harmless(cleanText(reply.text))
  const calls = callsOf(members)
  const parts = (isMarkdown ? postsOf(text, calls) : undefined) ?? textsOf(text, calls)
  return {
    ...(emoji !== undefined && { reaction: emoji }),
    parts: parts.map((part, n) => ({ ...part, uuid: partId(reply.key, n) })),
  }
}

/** Cut before anybody rings: after a restart nobody is known yet, and each part must be what it was (S5). */
const textsOf = (text: string, calls: Calls): { text: string }[] =>
  splitText(text, longestPart).map((part) => ({
    text: withCalls(part, calls(part), tagOf),
  }))

const longestPart = 4_000
