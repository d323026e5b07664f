// Who asks the bot, and how often: a storm of requests by one person must not cost the others theirs (U5).
import type { RoomTalk } from '../group/context.ts'
import type { MessageRef } from '../group/types.ts'
import { isRequest } from './requests.ts'

type Askers = RoomTalk['askers']

const minute = 60_000
const mostAskers = 20

/** The askers after one more message. A count runs dry within a minute: it nears the mentions a minute, and a storm has no lulls. */
export function afterRequest(askers: Askers, ref: MessageRef, at: number, maxMentions: number): Askers {
  if (!isRequest(ref)) return askers
  const { sender } = ref
  const recent = askers.filter(({ since }) => at - since < minute)
  const known = recent.find((asker) => asker.sender === sender)
  const left = known ? known.mentions * (1 - (at - known.since) / minute) : 0
  return [
    ...recent.filter((other) => other !== known).slice(1 - mostAskers),
    // A storm that is over must be forgiven soon.
    { sender, since: at, mentions: Math.min(left, 2 * maxMentions) + 1 },
  ]
}

/** Whether a person asks for an answer who has not asked more than `maxMentions` times within the minute. */
export function requestedByPerson(batch: readonly MessageRef[], askers: Askers, maxMentions: number): boolean {
  return batch.some((ref) => isRequest(ref) && !isStorming(ref.sender, askers, maxMentions))
}

/** Whether somebody asks more often. */
export const isStorming = (who: string, askers: Askers, maxMentions: number): boolean =>
  askers.some(({ sender, mentions }) => sender === who && mentions > maxMentions)
