// Who asks the bot, and how often: a storm of requests by one person must not cost the others theirs (U5).
import type { GroupContext, MessageRef } from '../group/types.ts'
import { isRequest } from './requests.ts'

type Callers = GroupContext['callers']

const minute = 60_000
const mostCallers = 20

/** The callers after one more message. A count runs dry within a minute: it nears the mentions a minute, and a storm has no lulls. */
export function afterRequest(callers: Callers, ref: MessageRef, at: number, maxMentions: number): Callers {
  if (!isRequest(ref)) return callers
  const { sender } = ref
  const recent = callers.filter(({ since }) => at - since < minute)
  const known = recent.find((caller) => caller.sender === sender)
  const left = known ? known.mentions * (1 - (at - known.since) / minute) : 0
  return [
    ...recent.filter((other) => other !== known).slice(1 - mostCallers),
    // A storm that is over must be forgiven soon.
    { sender, since: at, mentions: Math.min(left, 2 * maxMentions) + 1 },
  ]
}

/** Whether a person asks for an answer who has not called more than `maxMentions` times within the minute. */
export function isAskedByPerson(batch: readonly MessageRef[], callers: Callers, maxMentions: number): boolean {
  return batch.some((ref) => isRequest(ref) && !isStorming(ref.sender, callers, maxMentions))
}

/** Whether somebody calls more often. */
export const isStorming = (who: string, callers: Callers, maxMentions: number): boolean =>
  callers.some(({ sender, mentions }) => sender === who && mentions > maxMentions)
