// Which messages an app may hear.
import { hears } from './scopes.ts'
import type { App, Chat, Message } from './world.ts'

/** No bot gets its own message; bots' messages need the include_bot scopes. */
export function mayHear(app: App, chat: Chat, message: Message, byBot: boolean): boolean {
  if (message.by === app.handle || !chat.members.has(app.handle)) return false
  const some = (scopes: readonly string[]) => scopes.some((scope) => app.scopes.has(scope))
  if (chat.kind === 'p2p') return some(hears.oneToOne)
  const mentioned = message.mentions.some(({ handle }) => handle === app.handle)
  if (some(byBot ? hears.allOfBots : hears.allOfPeople)) return true
  return mentioned && some(byBot ? hears.mentionsByBots : hears.mentionsByPeople)
}
