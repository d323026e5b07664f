// What a reply becomes on Discord: a reaction, or messages whose mentions ring, each with a nonce that posts it once (T6, S5).
import type { OutboundReply } from '../channel.ts'
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

/** `@Name` becomes a mention where one member alone bears the name, and never in code. */
function withMentions(text: string, people: readonly Person[]): { text: string; users: string[] } {
  const known = rings(people)
  if (known.size === 0) return { text, users: [] }
  const longestFirst = [...known.keys()].toSorted((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  // After a letter or digit an @ belongs to an address; a name in letters with spaces ends where its word ends.
  const called = new RegExp(
    `(\`{1,9})[^\`][\\s\\S]*?\\1(?!\`)|(?<!${spaced}|[.+-])[@＠](${longestFirst.join('|')})(?!${joined})`,
    'giu',
  )
  const users = new Set<string>()
  const rung = text.replaceAll(called, (all, _: string | undefined, name: string | undefined) => {
    const id = name === undefined ? undefined : known.get(name.toLowerCase())
    if (id === undefined) return all
    users.add(id)
    return `<@${id}>`
  })
  return rung.length > longestMessage ? { text, users: [] } : { text: rung, users: [...users].slice(0, maxRung) }
}

const maxRung = 100

/** Letters of scripts with spaces, and digits; Han and Kana need no space beside a name. */
const spaced = String.raw`[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}_]`
const joined = String.raw`(?<=${spaced})(?:${spaced}|[.-][\p{L}\p{N}])`

function rings(people: readonly Person[]): Map<string, string> {
  const byName = new Map<string, string | undefined>()
  for (const { id, name } of people) {
    const called = name.toLowerCase()
    byName.set(called, byName.has(called) && byName.get(called) !== id ? undefined : id)
  }
  return new Map([...byName].flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const])))
}
