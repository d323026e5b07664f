// A channel's message on its way in: one event a bot, one row of the talk.
import type { Verdict } from '../../machines/group/types.ts'
import type { InboundMessage } from './message.ts'
import type { Config } from '../config/config.ts'
import { actorKey } from './key.ts'
import type { Inbound } from './steps.ts'
import type { Reading } from './reading.ts'
import { concernOf } from './concern.ts'
import { type MemberIn, refFor } from './members.ts'

/** A message as it goes to every bot that it is for; to nobody, when it is context alone. */
export function inboundFor(
  message: InboundMessage,
  reading: Reading,
  memberIn: MemberIn,
  config: Pick<Config, 'groups' | 'bots'>,
): Inbound[] {
  if (message.contextOnly) return []
  const seated = config.groups[message.group]?.bots
  const oneToOne = message.oneToOne ?? false
  // A copy for one bot does not bring it into a group that is others' by the configuration.
  const bots = message.bots?.filter((bot) => seated?.includes(bot) ?? true) ?? seated ?? []
  const membersOf = (ids: readonly string[]) => ids.flatMap((bot) => memberIn(message.group, bot) ?? [])
  // A copy is for one bot, but whom the message is for depends on all of them.
  const room = seated ?? [...new Set([...config.bots.map(({ id }) => id), ...bots])]
  const aims = oneToOne ? undefined : concernOf(reading, membersOf(message.bots ? room : bots))
  return membersOf(bots).map((member) => ({
    key: actorKey({ bot: member.bot, group: message.group, oneToOne }),
    event: {
      type: 'message.received',
      message: refFor(member, message, aims?.get(member) ?? reading.aimAt(member)),
    },
    dedupe: message.id,
  }))
}

/** Longest text of a message that is kept, in UTF-16 units: prompts read 4 000. */
const longestText = 20_000
/** How far ahead a message's time is believed (V4). */
const maxAheadMs = 60_000

/** A message as the talk keeps it: its time and its text made trustworthy. */
export const talkRow = ({ id, ts, sender, text, replyTo }: InboundMessage, now: number) => ({
  id,
  ts: Number.isFinite(ts) && ts > 0 && ts <= now + maxAheadMs ? ts : now,
  sender: sender.id,
  name: sender.name,
  bot: sender.bot,
  text: text.slice(0, longestText).toWellFormed(),
  ...(replyTo !== undefined && { replyTo }),
})

/** Stands where a message stood that its writer took back. */
export const takenBack = '[taken back]'

export const correctedText = (text: string): string => text.slice(0, longestText).toWellFormed()

/** R10: the inbox drops it before any chart hears of it, so its verdict is in the log alone. */
export const duplicate = (id: string | undefined, at: number): Verdict => ({
  turn: null,
  at,
  gate: 'duplicate',
  outcome: 'ignored',
  why: 'knownAlready',
  messages: id === undefined ? [] : [id],
})
