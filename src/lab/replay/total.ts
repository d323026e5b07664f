// What several bots did together in one talk.
import { sum, sumOf } from '../counting.ts'
import type { Run } from './run.ts'

export type Total = ReturnType<typeof totalOf>

/** Recorded messages count once, however many bots heard them; what the bots posted is in `replies` alone. */
export function totalOf({ bots, played, elapsedMs }: Run) {
  const own = sum(Object.values(played.own))
  const messages = played.heard - played.duplicates
  const { calls, tokens, requests, skips, ...made } = sumOf(
    bots.map(({ summary }) => {
      const { mentions, decisions, rejudgements, compositions, replies } = summary
      const { calls: ofBot, tokens: charged, requests: asked, skips: silent } = summary
      const counted = { mentions, decisions, rejudgements, compositions, replies }
      return { ...counted, calls: ofBot, tokens: charged, requests: asked, skips: silent }
    }),
  )
  return {
    messages,
    own,
    duplicates: played.duplicates,
    rejected: bots[0]?.summary.rejected ?? 0,
    groups: played.groups,
    ...made,
    calls,
    /** Of all bots, by recorded messages that are none of theirs. */
    callsPerMessage: Number((sum(Object.values(calls)) / Math.max(1, messages - own)).toFixed(4)),
    tokens,
    requests,
    skips,
    violations: bots.flatMap(({ bot, summary }) => summary.violations.map((text) => `${bot.name}: ${text}`)),
    elapsedMs,
  }
}
