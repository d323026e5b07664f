// What a reply becomes on Feishu: a reaction, or texts whose mentions ring, each with an id that posts it once (T6, S5).
import type { OutboundReply } from '../channel.ts'
import { cleanText } from '../clean.ts'
import { emojiType } from './emoji.ts'
import type { Mentionable } from './identities.ts'
import { partId, splitText } from '../split.ts'

export interface Plan {
  /** To the message that the reply answers. */
  reaction?: string
  /** In order; also of a reaction, for when the platform does not take it. */
  parts: { text: string; uuid: string }[]
}

/** `members`: whom the speaking app may mention. No parts when nothing visible is left to say. */
export function planReply(reply: Pick<OutboundReply, 'key' | 'text' | 'type'>, members: readonly Mentionable[]): Plan {
  const emoji = reply.type === 'reaction' ? emojiType(reply.text) : undefined
  // Cut before anybody rings: after a restart nobody is known yet, and each part must be what it was (S5).
  const cut = splitText(harmless(cleanText(reply.text)), longestPart)
  return {
    ...(emoji !== undefined && { reaction: emoji }),
    parts: cut.map((part, n) => ({ text: withMentions(part, members), uuid: partId(reply.key, n) })),
  }
}

const longestPart = 4_000

/** What the model wrote rings nobody: an `at` tag loses its power, whole, half or disguised. */
function harmless(text: string): string {
  return text
    .replaceAll(/<\s*at\b[^<>]*>([^<>]*)<\s*\/\s*at\s*>/gi, '$1')
    .replaceAll(/(?:<|&(?:lt|#0*60|#x0*3c);?)(?=\s*\/?\s*at\b)/gi, '＜')
    .replaceAll(/(?<![@＠]_)(?:[@＠]_)+(?=all|user_\d)/gi, '')
}

/** `@Name` becomes a mention where one member alone bears the name. */
function withMentions(text: string, members: readonly Mentionable[]): string {
  const known = rings(members)
  if (known.size === 0) return text
  const longestFirst = [...known.keys()].toSorted((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  // After a letter or digit an @ belongs to an address; a name in letters with spaces ends where its word ends.
  const called = new RegExp(`(?<!${spaced}|[.+-])[@＠](${longestFirst.join('|')})(?!${joined})`, 'giu')
  return text.replaceAll(called, (all, name: string) => {
    const member = known.get(name.toLowerCase())
    return member ? `<at user_id="${member.openId}">${member.name.replaceAll(/[<>&"]/g, '')}</at>` : all
  })
}

/** Letters of scripts with spaces, and digits; Han and Kana need no space beside a name. */
const spaced = String.raw`[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}_]`
const joined = String.raw`(?<=${spaced})(?:${spaced}|[.-][\p{L}\p{N}])`

function rings(members: readonly Mentionable[]): Map<string, Mentionable> {
  const byName = new Map<string, Mentionable | undefined>()
  for (const member of members) {
    const name = member.name.toLowerCase()
    if (name === '' || !/^ou_[\w-]{1,100}$/.test(member.openId)) continue
    byName.set(name, byName.has(name) && byName.get(name)?.id !== member.id ? undefined : member)
  }
  return new Map([...byName].flatMap(([name, member]) => (member ? [[name, member] as const] : [])))
}
