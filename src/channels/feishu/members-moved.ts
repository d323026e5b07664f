// People who came into a chat or left it, as the platform tells each app that is there.
import { z } from 'zod'
import type { Seen } from './identities.ts'
import { shownBy, userIds } from './message.ts'

export interface MembersMoved {
  chat: string
  left: boolean
  people: Seen[]
}

/** `im.chat.member.user.added_v1` and `.deleted_v1`; undefined when it is neither, or cannot be read. */
export function readMembersMoved(type: string, event: unknown): MembersMoved | undefined {
  const [, how] = /^im\.chat\.member\.user\.(added|deleted)_v1$/.exec(type) ?? []
  const parsed = how === undefined ? undefined : shape.safeParse(event)
  if (!parsed?.success) return undefined
  const { chat_id: chat, users } = parsed.data
  return { chat, left: how === 'deleted', people: users.map(({ name, user_id: id }) => ({ name, ...shownBy(id) })) }
}

const shape = z.object({
  chat_id: z.string(),
  users: z.array(z.object({ name: z.string().catch(''), user_id: userIds })).max(1_000),
})
