// One stanza of a bot's, until it stands; and other words for one that stands (XEP-0308).
import { ChannelError, type Edit, nothingVisible } from '../channel.ts'
import type { Speaker } from './bot.ts'
import { type Part, planCorrection } from './outbound.ts'
import type { RoomMembership } from './room-membership.ts'
import { ping } from './session.ts'

export interface At {
  /** The room, or the person. */
  to: string
  membership: RoomMembership | undefined
}

/** Resolves with the channel's id. */
export function say(
  { posting, session, account }: Speaker,
  { id, stanza }: Omit<Part, 'text'>,
  { to, membership }: At,
  signal: AbortSignal,
): Promise<string> {
  const send = async () => {
    await session.send(stanza)
    if (membership) return
    // Nothing comes back of a one-to-one message: what the server answers after it, it read after it.
    await session.ask(ping(account.jid.split('@')[1] ?? ''))
    posting.seen(id, id)
  }
  return posting.post(id, to, send, signal)
}

/** `knowing`: all who hear the group. The same words again stand there once, and change nothing. */
export async function correct(
  me: Speaker,
  { group, message, text }: Edit,
  { to, membership }: At,
  knowing: Iterable<Pick<Speaker, 'inbound'>>,
  signal: AbortSignal,
): Promise<void> {
  const { posting, session, account } = me
  // Of an earlier process.
  if (posting.originOf(message) === undefined)
    await posting.lookUp(session, membership ? { at: to, nick: membership.nick } : { at: to })
  const origin = posting.originOf(message)
  if (origin === undefined) throw new ChannelError('permanent', `${message} is not known here any more`)
  const [part] = planCorrection(text, origin, {
    to,
    type: membership ? 'groupchat' : 'chat',
    occupants: membership?.occupants() ?? [],
  })
  if (!part) throw nothingVisible()
  // Else it would be taken for something new.
  for (const { inbound } of knowing) inbound.called(group, account.jid, origin, message)
  await say(me, part, { to, membership }, signal)
}
