// A turn that stays silent says why, and what it says is so (S4).
import type { WhyKey } from '../../../machines/group/verdicts/why.ts'
import { mayMatter, mostRejudges } from './sending.ts'
import {
  expiryOf,
  type Invariant,
  requestedByPerson,
  isForOthers,
  isPressing,
  type Story,
  vitalityOf,
} from './story.ts'

/** Whether what a skip of this gate says holds; undefined: nothing is known of it. */
function holds(story: Story, gate: string, why: WhyKey, at: number): boolean | undefined {
  const { input, turn, policy, hushed, muted, paused, peers, own } = story
  const { settings, oneToOne } = input
  const { batch = [] } = turn ?? {}
  const isAddressed = oneToOne || batch.some(isPressing)
  switch (gate) {
    case 'policy':
      if (why === 'switchedOff') return !settings.enabled
      if (why === 'mentionsOnly') return policy === 'mention' && !batch.some(({ mentioned }) => mentioned)
      return (hushed || settings.talkativeness === 'quiet') && !isAddressed
    case 'control':
      return why === 'operatorSilenced' ? muted || paused : undefined
    case 'addressee':
      return batch.every((ref) => isForOthers(story, ref))
    case 'relevance': {
      const floor = settings.decision.relevanceFloor[vitalityOf(story, at).state]
      const relevances = batch.filter((ref) => !isForOthers(story, ref)).map(({ relevance = 1 }) => relevance)
      return !isAddressed && Math.max(0, ...relevances) < floor
    }
    case 'delay':
      return turn && at >= expiryOf(story, turn)
    case 'loop': {
      const { maxBotTurns, maxPairTurns, maxRoomTurns } = settings.loop
      const replies = story.pairs[batch[0]?.sender ?? ''] ?? 0
      const isOver = peers > maxBotTurns || replies >= maxPairTurns || peers + own > maxRoomTurns
      return isOver && batch.every(({ kind }) => kind === 'peer')
    }
    case 'send': {
      // What may have been posted is asked for once more, however late it is: the channel knows.
      const expiry = Math.max(...batch.map(({ ts }) => ts)) + settings.delivery.expiryMs
      return why === 'expiredWhileWaiting' ? (turn?.triedAt ?? -Infinity) >= expiry : undefined
    }
    case 'rejudge': {
      if (why !== 'talkMovedOn') return turn?.dropped === true
      const unread = turn?.since.slice(turn.known).some((message) => mayMatter(turn, message)) ?? false
      return !requestedByPerson(story) && turn?.rejudges === mostRejudges && (unread || story.floorUntil > at)
    }
    default:
      return undefined
  }
}

export const reasons: Invariant[] = [
  {
    says: 'what a verdict says of why nothing is said is so',
    broken(story, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.turn === null) return undefined
      const { gate, outcome, why } = sight.verdict
      if (outcome !== 'skip' && outcome !== 'drop') return undefined
      return holds(story, gate, why, sight.at) === false ? `${gate} ${outcome}: ${why}` : undefined
    },
  },
  {
    says: 'the budget says no only where what is needed does not fit',
    broken(_, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'budget' || !sight.verdict.numbers) return undefined
      const { what, used, limit, need, kept = 0, pauseMs } = sight.verdict.numbers
      if (what === undefined || pauseMs !== undefined) return undefined
      const isFull = Number(used) + Number(need) + Number(kept) > Number(limit)
      return isFull ? undefined : `${need} ${what} are needed, ${used} of ${limit} are used`
    },
  },
  {
    says: 'a request that meets a window which frees well before its reply expires is held',
    broken(story, sight) {
      const { turn, input, sends, spent } = story
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'budget' || sight.verdict.outcome !== 'skip')
        return undefined
      const { window, freesInMs = Infinity, share, pauseMs } = sight.verdict.numbers ?? {}
      if (!turn || !requestedByPerson(story) || window !== 'short' || share !== undefined || pauseMs !== undefined)
        return undefined
      // That it takes longer, and what a run came to, are not held: the one is no answer, the other waited in its run.
      if (turn.draft?.of === 'notice' || turn.isReport) return undefined
      const { limits, delivery, decision, reply, delay } = input.settings
      const longer = [limits.mediumWindow, limits.longWindow].every(({ durationMs, maxMessages, maxTokens }) => {
        const after = sight.at - durationMs
        const tokens = spent.reduce((sum, [at, cost]) => (at > after ? sum + cost : sum), 0)
        return 3 * sends.filter(({ at }) => at > after).length < maxMessages && 3 * tokens < maxTokens
      })
      const left = Math.max(...turn.batch.map(({ ts }) => ts)) + delivery.expiryMs - sight.at
      // What the turn itself may take is not waited for.
      const turnMs = decision.modelTimeoutMs + reply.modelTimeoutMs + delay.slowMs[1]
      return longer && Number(freesInMs) < left - turnMs ? `it frees in ${freesInMs} ms, ${left} are left` : undefined
    },
  },
]
