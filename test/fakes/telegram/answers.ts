// How the fake answers over HTTP, and how it marks whom a text calls.
import type { ServerResponse } from 'node:http'
import type { FakeUser } from './chats.ts'
import type { Refused } from './methods.ts'

export const ok = (response: ServerResponse, result: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }))

export function refuse(response: ServerResponse, { code, message, parameters }: Refused): void {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ok: false, error_code: code, description: message, ...(parameters && { parameters }) }))
}

/** By `@username` where it stands in the text, else by a `text_mention` of `@Name`. */
export function mention(text: string, user: FakeUser | undefined): object[] {
  if (!user) return []
  const at = text.toLowerCase().indexOf(`@${user.username.toLowerCase()}`)
  if (at !== -1) return [{ type: 'mention', offset: at, length: user.username.length + 1 }]
  const named = text.indexOf(`@${user.name}`)
  const shown = { id: user.id, is_bot: user.isBot, first_name: user.name }
  return named === -1 ? [] : [{ type: 'text_mention', offset: named, length: user.name.length + 1, user: shown }]
}
