// What a reply becomes on Discord: a reaction, or messages whose mentions ring, each with a nonce that posts it once (T6, S5).
import type { OutboundReply } from '../channel.ts'
import { callsOf, withCalls } from '../calls.ts'
import { cleanText } from '../clean.ts'
import { partId } from '../split.ts'
import { messagesOf } from './markdown.ts'
import type { Person } from './places.ts'

export interface Plan {
  /** To the message that the reply answers. */
  reaction?: string
  /** In order; also of a reaction, for when the platform does not take it. */
  parts: PlannedPart[]
}

export interface PlannedPart {
  text: string
  /** The same before anybody was rung. */
  plain: string
  nonce: string
  /** Whom it rings. */
  users: string[]
}

/** No parts when nothing visible is left to say. */
export function planReply(reply: Pick<OutboundReply, 'key' | 'text' | 'type'>, people: readonly Person[]): Plan {
  const text = cleanText(reply.text)
  // Cut before anybody rings: after a restart nobody is known yet, and each part must be what it was (S5).
  const cut = messagesOf(harmless(text), longestPart).slice(0, maxParts)
  return {
    ...(reply.type === 'reaction' && anEmoji.test(text) && { reaction: text }),
    parts: cut.map((plain, n) => ({ ...withMentions(plain, people), plain, nonce: nonceOf(reply.key, n) })),
  }
}

/** At most 25 characters. */
export const nonceOf = (key: string, part: number): string => partId(key, part).slice(0, 25)

/** UTF-16 units, with room for the ids of those who are rung. */
const longestPart = 1_900
const longestMessage = 2_000
const maxParts = 20
const anEmoji = /^\p{RGI_Emoji}$/v

/** A mention in Discord's own form, as a model writes it: it would show somebody, though it rings nobody. */
const harmless = (text: string): string => text.replaceAll(/<(@[!&]?)(?=\d{1,20}>)/g, '<\u200B$1')

/** Where nobody is called. */
const code = /(`{1,9})[^`][\s\S]*?\1(?!`)/g

/** `@Name` becomes a mention where one member alone bears the name, and never in code. */
function withMentions(text: string, people: readonly Person[]): { text: string; users: string[] } {
  const codes = Array.from(text.matchAll(code), ({ index, 0: all }) => ({ from: index, end: index + all.length }))
  const calls = callsOf(people, ({ name }) => [name])(text).filter(
    ({ at }) => !codes.some(({ from, end }) => at >= from && at < end),
  )
  const rung = withCalls(text, calls, ({ id }) => `<@${id}>`)
  const users = [...new Set(calls.map(({ member }) => member.id))]
  return rung.length > longestMessage ? { text, users: [] } : { text: rung, users: users.slice(0, maxRung) }
}

const maxRung = 100
