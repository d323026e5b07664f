// Whom a reply calls, and how the platform writes that (R4).
import { callsOf as callsByName, type FindCalls } from '../calls.ts'
import type { Mentionable } from './identities.ts'

export type Calls = FindCalls<Mentionable>

/** `members`: whom the speaking app may mention. */
export const callsOf = (members: readonly Mentionable[]): Calls =>
  callsByName(
    members.filter(({ openId }) => /^ou_[\w-]{1,100}$/.test(openId)),
    ({ name }) => [name],
  )

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
