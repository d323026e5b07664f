// How far apart turns are: the cooldown, the mention floor, and no longer than that (D3, B2–B4).
import { type Invariant, isForOthers, isPressing, isPromising, isUnjudged } from './story.ts'

export const distance: Invariant[] = [
  {
    says: 'a turn that nobody asked for starts a cooldown after the last one, a request the mention floor after it',
    broken({ input, endedAt, waiting }, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'dispatch' || sight.verdict.outcome !== 'start')
        return undefined
      if (input.oneToOne || endedAt === undefined) return undefined
      const isRequest =
        sight.verdict.why === 'runReported' ||
        waiting.some(({ message }) => sight.verdict.messages.includes(message.id) && isPressing(message))
      const least = isRequest ? input.settings.mentionMinIntervalMs : input.settings.dispatch.cooldownMs
      const gap = sight.at - endedAt
      return gap < least ? `${gap} ms after the last turn, ${least} at the least` : undefined
    },
  },
  {
    says: 'a turn starts over the mention floor after it started, at the earliest',
    broken({ input, turn }, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'dispatch' || sight.verdict.outcome !== 'restart')
        return undefined
      // What one person may not have is taken out of the turn: nothing is said by that.
      if (sight.verdict.why === 'othersGoOn') return undefined
      const gap = sight.at - (turn?.startedAt ?? -Infinity)
      return gap < input.settings.mentionMinIntervalMs ? `after ${gap} ms` : undefined
    },
  },
  {
    says: 'a draft is superseded once a turn',
    broken: ({ turn }, sight) =>
      sight.kind === 'verdict' && sight.verdict.outcome === 'superseded' && (turn?.superseded ?? 0) > 0
        ? `turn ${turn?.n} is superseded again`
        : undefined,
  },
  {
    says: 'who asks is heard at once when no turn is under way and the mention floor is over',
    broken({ input, turn, waiting, endedAt = -Infinity }, sight) {
      if (sight.kind !== 'rest' || turn) return undefined
      const late = waiting.find(({ message, flushed }) => flushed && isPressing(message))
      const isOver = input.oneToOne || sight.at - endedAt >= input.settings.mentionMinIntervalMs
      return late && isOver ? `${late.message.id} still waits` : undefined
    },
  },
  {
    says: 'one turn is under way at a time, and they are counted one by one',
    broken({ turn }, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'dispatch') return undefined
      const { outcome, turn: n } = sight.verdict
      if (outcome === 'start') return turn ? `turn ${n} starts during turn ${turn.n}` : undefined
      return (outcome === 'end' || outcome === 'restart') && turn?.n !== n ? `turn ${n} is not under way` : undefined
    },
  },
  {
    says: 'what nobody asked is judged as soon as the cooldown is over and it is promising or has piled up',
    broken(story, sight) {
      const { input, turn, waiting, endedAt = -Infinity, hushed, policy, muted, paused } = story
      if (sight.kind !== 'rest' || turn || isUnjudged(story) || policy === 'mention' || muted || paused)
        return undefined
      const { decision, dispatch, talkativeness, enabled, mentionMinIntervalMs } = input.settings
      if (!enabled || hushed || talkativeness !== 'normal') return undefined
      if (sight.at - endedAt < Math.max(dispatch.cooldownMs, mentionMinIntervalMs)) return undefined
      const own = waiting.filter(({ message }) => !isForOthers(story, message))
      const isWorthIt = own.some(({ message, flushed }) => flushed && isPromising(story, message))
      const isPile = own.length >= decision.pileUp && waiting.every(({ flushed }) => flushed)
      return isWorthIt || isPile ? `${own.length} lines still wait` : undefined
    },
  },
]
