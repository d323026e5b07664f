// What several bots did together in one talk.
import type { Requests } from './requests.ts'
import type { Run, Summary } from './run.ts'

export type Total = ReturnType<typeof totalOf>

/** Recorded messages count once, however many bots heard them; what the bots posted is in `replies` alone. */
export function totalOf({ bots, played, elapsedMs }: Run) {
  const all = bots.map(({ summary }) => summary)
  const own = sum(Object.values(played.own))
  const messages = played.heard - played.duplicates
  const calls = counts(all.map((each) => each.calls))
  const made = sum(Object.values(calls))
  return {
    messages,
    own,
    duplicates: played.duplicates,
    rejected: all[0]?.rejected ?? 0,
    groups: played.groups,
    mentions: sum(all.map((each) => each.mentions)),
    decisions: sum(all.map((each) => each.decisions)),
    rejudgements: sum(all.map((each) => each.rejudgements)),
    compositions: sum(all.map((each) => each.compositions)),
    replies: sum(all.map((each) => each.replies)),
    calls,
    /** Of all bots, by recorded messages that are none of theirs. */
    callsPerMessage: Number((made / Math.max(1, messages - own)).toFixed(4)),
    tokens: sum(all.map((each) => each.tokens)),
    requests: requestsOf(all),
    skips: counts(all.map((each) => each.skips)),
    violations: bots.flatMap(({ bot, summary }) => summary.violations.map((text) => `${bot.name}: ${text}`)),
    elapsedMs,
  }
}

const requestsOf = (all: readonly Summary[]): Requests => ({
  asked: sum(all.map(({ requests }) => requests.asked)),
  answered: sum(all.map(({ requests }) => requests.answered)),
  held: sum(all.map(({ requests }) => requests.held)),
  unanswered: counts(all.map(({ requests }) => requests.unanswered)),
  byName: {
    asked: sum(all.map(({ requests }) => requests.byName.asked)),
    answered: sum(all.map(({ requests }) => requests.byName.answered)),
  },
})

function counts(all: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const each of all) for (const [name, count] of Object.entries(each)) total[name] = (total[name] ?? 0) + count
  return total
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
