// Whom a reply calls: `@Name` where one member alone bears the name (R4).
import type { Mentionable } from './identities.ts'

/** The text in pieces: a member stands for each call of theirs. */
export type Calls = (text: string) => (string | Mentionable)[]

/** `members`: whom the speaking app may mention. */
export function callsOf(members: readonly Mentionable[]): Calls {
  const known = rings(members)
  if (known.size === 0) return (text) => [text]
  const longestFirst = [...known.keys()].toSorted((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  // After a letter or digit an @ belongs to an address; a name in letters with spaces ends where its word ends.
  const called = new RegExp(`(?<!${spaced}|[.+-])[@＠](${longestFirst.join('|')})(?!${joined})`, 'giu')
  return (text) => {
    const pieces: (string | Mentionable)[] = []
    let from = 0
    for (const { index, 0: whole, 1: name = '' } of text.matchAll(called)) {
      const member = known.get(name.toLowerCase())
      if (!member) continue
      pieces.push(text.slice(from, index), member)
      from = index + whole.length
    }
    return [...pieces, text.slice(from)].filter((piece) => piece !== '')
  }
}

/** What the model wrote rings nobody: an `at` tag loses its power, whole, half or disguised. */
export function harmless(text: string): string {
  return text
    .replaceAll(/<\s*at\b[^<>]*>([^<>]*)<\s*\/\s*at\s*>/gi, '$1')
    .replaceAll(/(?:<|&(?:lt|#0*60|#x0*3c);?)(?=\s*\/?\s*at\b)/gi, '＜')
    .replaceAll(/(?<![@＠]_)(?:[@＠]_)+(?=all|user_\d)/gi, '')
}

/** A name as a tag may hold it. */
export const plainName = ({ name }: Mentionable): string => name.replaceAll(/[<>&"]/g, '')

export const tag = (openId: string, name: string): string => `<at user_id="${openId}">${name}</at>`

export const tagOf = (member: Mentionable): string => tag(member.openId, plainName(member))

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
