// Nothing waits too long, nothing is lost, and whatever begins ends (B1, D4–D6, I3, R2, R9).
import type { GroupInput } from '../../../machines/group/settings.ts'
import { type Invariant, isDebounced, isRequest, type Story } from './story.ts'

const isRequestOrMention = ({ message }: Story['waiting'][number]): boolean => message.mentioned || isRequest(message)

/** A call of no turn. */
const isBeside = (id: string): boolean => ['renewNote', 'work', 'signStop', 'signWithdrawal'].includes(id)

type Gathered = Story['waiting']

const pausedAt = (lines: Gathered, intervalMs: number, since = lines[0]?.at ?? Infinity): number =>
  Math.min(since + 4 * intervalMs, (lines.at(-1)?.at ?? Infinity) + intervalMs)

/** When who spoke to the bot last has paused; undefined: nobody does. */
function directDue(lines: Gathered, input: GroupInput): number | undefined {
  const first = lines.find(({ message }) => isDebounced(message, input))
  const speaker = lines.findLast(({ message }) => isDebounced(message, input))?.message.sender
  const theirs = lines.filter(({ message, at }) => message.sender === speaker && at >= (first?.at ?? 0))
  return first && pausedAt(theirs, input.settings.direct.debounceMs ?? 0, first.at)
}

export const waiting: Invariant[] = [
  {
    says: 'a message waits in the buffer for the interval after the last one, at most four intervals after the first',
    broken({ input, waiting: all, leftBuffer }, sight) {
      const gathered = all.filter(({ flushed }) => !flushed)
      const withLeft = (lines: Gathered): Gathered => [...lines, ...leftBuffer].toSorted((a, b) => a.at - b.at)
      if (sight.kind === 'event') {
        const due = directDue(gathered, input) ?? pausedAt(withLeft(gathered), input.settings.batching.intervalMs)
        return sight.at > due ? `at ${sight.at} ms it waits still, due at ${due}` : undefined
      }
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'buffer') return undefined
      // The message that makes a late timer good comes after the flush.
      const flushed = gathered.filter(({ message }) => sight.verdict.messages.includes(message.id))
      // A mention that nobody waits for is handed on as it comes.
      if (flushed.length < sight.verdict.messages.length) return undefined
      const due = directDue(flushed, input) ?? pausedAt(withLeft(flushed), input.settings.batching.intervalMs)
      return due > sight.at ? `${due - sight.at} ms early` : undefined
    },
  },
  {
    says: 'what the bot said itself sets off nothing',
    broken(story, sight) {
      const last = story.heard.at(-1)
      if (sight.kind !== 'verdict' || last?.at !== sight.at || last.message.kind !== 'self') return undefined
      // A call, a timer or a try that is overdue may end by any message.
      return sight.verdict.messages.includes(last.message.id) && sight.verdict.gate !== 'own'
        ? `${sight.verdict.gate} ${sight.verdict.outcome}`
        : undefined
    },
  },
  {
    says: 'only a full queue gives up a message, and who asks is given up last',
    broken({ waiting: all, input }, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'dispatch' || sight.verdict.outcome !== 'drop')
        return undefined
      const { maxPending } = input.settings.dispatch
      if (all.length <= maxPending) return `${all.length} of ${maxPending} wait`
      const given = all.find(({ message }) => sight.verdict.messages.includes(message.id))
      if (!given) return `${sight.verdict.messages.join()} does not wait`
      return isRequestOrMention(given) && !all.every(isRequestOrMention) ? `${given.message.id} asks` : undefined
    },
  },
  {
    says: 'the queue never holds more than it may',
    broken: ({ waiting: all, input }, sight) =>
      sight.kind === 'rest' && all.length > input.settings.dispatch.maxPending ? `${all.length} wait` : undefined,
  },
  {
    says: 'no call and no try outlasts its time',
    broken({ jobs, input }, sight) {
      if (sight.kind !== 'event') return undefined
      const { decision, reply, delivery, memory } = input.settings
      const times: Record<string, number> = {
        decide: decision.modelTimeoutMs,
        rejudge: decision.modelTimeoutMs,
        compose: reply.modelTimeoutMs,
        deliver: delivery.timeoutMs,
        sign: delivery.timeoutMs,
        renewNote: memory.modelTimeoutMs,
        signStop: delivery.timeoutMs,
        signWithdrawal: delivery.timeoutMs,
        // Its own chart ends it.
        work: Infinity,
      }
      const late = Object.entries(jobs).find(([id, { at }]) => sight.at > at + (times[id] ?? 0))
      return late ? `${late[0]} was asked at ${late[1].at}` : undefined
    },
  },
  {
    says: 'no two calls of a turn are under way at once',
    broken({ jobs }, sight) {
      if (sight.kind !== 'started') return undefined
      if (isBeside(sight.id)) return sight.id in jobs ? `${sight.id} is begun twice` : undefined
      const others = Object.keys(jobs).filter((id) => !isBeside(id))
      return others.length > 0 ? `${sight.id} is begun beside ${others.join()}` : undefined
    },
  },
  {
    says: 'every turn ends with a send or with a verdict that says why not',
    broken({ turn }, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'dispatch' || sight.verdict.outcome !== 'end')
        return undefined
      const { sent = false, told = false } = turn ?? {}
      const expected = sent ? 'replied' : 'silent'
      if (sight.verdict.why !== expected) return `it ends "${sight.verdict.why}" instead of "${expected}"`
      return sent || told ? undefined : 'nothing tells why'
    },
  },
  {
    says: 'a turn ends within its calls, its pause and its tries after the last words',
    broken({ turn, input, heard }, sight) {
      if (sight.kind !== 'event' || !turn) return undefined
      const { decision, reply, delay, delivery, mentionMinIntervalMs, batching } = input.settings
      const calls = 2 * decision.modelTimeoutMs + reply.modelTimeoutMs
      const tries = 2 * delivery.expiryMs + delivery.timeoutMs + delivery.backoffMs
      const pause = Math.max(delay.slowMs[1], delay.colleagueMs[1]) + mentionMinIntervalMs + 4 * batching.intervalMs
      // A sign for a run that was called off may come before the wait for the next one.
      const work = input.agent ? input.agent.inlineMs + delivery.timeoutMs : 0
      const longest = calls + tries + pause + work
      // What waits for the budget waits on when more is asked (L6).
      const took = sight.at - Math.max(turn.startedAt, heard.at(-1)?.at ?? 0)
      return took > longest ? `${took} ms, ${longest} at the most` : undefined
    },
  },
  {
    says: 'no renewal of the note begins in the middle of a turn',
    broken: ({ turn, turnBefore }, sight) =>
      sight.kind === 'started' && sight.id === 'renewNote' && turn && turn.n === turnBefore
        ? `turn ${turn.n} is under way`
        : undefined,
  },
]
