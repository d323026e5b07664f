// Groups and messages by the names that Chime has for them, and people by those that Telegram has.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { cleanName } from '../clean.ts'
import { type Chat, nameOf, type PlainMessage, type User, wordsIn } from './message.ts'

const prefix = 'telegram:'

/**
 * `telegram:-100123`; of one person's chat with a bot `telegram:77:99`, since Telegram gives it the number of the person,
 * whichever bot it is with.
 */
export const groupOf = ({ id, type }: Pick<Chat, 'id' | 'type'>, own: number): string =>
  type === 'private' ? `${prefix}${id}:${own}` : `${prefix}${id}`

/** The number of the chat; undefined: it is none of Telegram's. */
export function chatOf(group: string): number | undefined {
  const [, chat] = /^telegram:(-?\d{1,15})(?::\d{1,15})?$/.exec(group) ?? []
  return chat === undefined ? undefined : Number(chat)
}

/**
 * In a basic group every bot has numbers of its own for the same messages: those are called by who wrote them, when, and
 * what, which is the same for all.
 */
export const isNumberedApart = ({ type }: Pick<Chat, 'type'>): boolean => type === 'group'

export function sharedId(message: PlainMessage): string {
  const { from, sender_chat: as, date, photo, sticker, voice, audio, video, video_note: note, document } = message
  const files = [photo?.at(-1), sticker, voice, audio, video, note, document]
  const said = JSON.stringify([wordsIn(message).text, files.map((file) => file?.file_unique_id ?? null)])
  const hash = createHash('sha256').update(said).digest('base64url').slice(0, 12)
  return `${as?.id ?? from?.id ?? 0}.${date}.${hash}`
}

/** Who is shown as the writer: whoever writes as a group or a channel is that. */
export function writerOf({
  from,
  sender_chat: as,
}: PlainMessage): { id: string; name: string; bot: boolean } | undefined {
  if (as) return { id: String(as.id), name: shown(as.title ?? as.first_name), bot: false }
  if (!from) return undefined
  return { id: String(from.id), name: shown(nameOf(from)), bot: from.is_bot }
}

const shown = (name = ''): string => cleanName(name).slice(0, longestName).toWellFormed() || 'somebody'
const longestName = 80

export interface Person {
  id: number
  name: string
  username?: string
}

export type People = ReturnType<typeof makePeople>

/** Whom the bots have met, by group: Telegram shows nobody a list. */
export function makePeople() {
  const groups = new LRUCache<string, LRUCache<number, Person>>({ max: maxGroups })
  const byUsername = new LRUCache<string, Person>({ max: maxPeople })
  return {
    see(group: string, user: User): void {
      const person = { id: user.id, name: shown(nameOf(user)), ...(user.username && { username: user.username }) }
      const known = groups.get(group) ?? new LRUCache<number, Person>({ max: maxPeople })
      groups.set(group, known)
      known.set(user.id, person)
      if (user.username) byUsername.set(user.username.toLowerCase(), person)
    },
    in: (group: string): Person[] => [...(groups.get(group)?.values() ?? [])],
    called: (username: string): Person | undefined => byUsername.get(username.toLowerCase()),
  }
}

const maxGroups = 1_000
const maxPeople = 2_000
