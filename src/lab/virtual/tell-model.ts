// What a play with a real model says to the person who pays for it: before, meanwhile and after.
import type { Cost } from './call-book.ts'
import type { StopReason } from './metered-models.ts'
import type { OpenedModels, PlayLimits } from './with-model.ts'

/** Where a play ended before its end. */
export interface Cut {
  /** Messages that were played, of how many. */
  at: number
  of: number
  by: StopReason
}

/** Before the first call. `rehearsed`: what the rehearsal makes on the same talk. */
export function tellEstimate(rehearsed: { calls: number; tokens: number }, limits: PlayLimits): string {
  const { calls, tokens } = rehearsed
  const { maxCalls, maxTokens } = limits
  const ceilings = [
    ...(maxCalls === Infinity ? [] : [`${grouped(maxCalls)} calls (--max-calls)`]),
    ...(maxTokens === Infinity ? [] : [`${grouped(maxTokens)} tokens (--max-tokens)`]),
  ]
  const most = ceilings.length === 0 ? 'no limit' : `at most ${ceilings.join(' and ')}`
  const isLikelyCut = calls > maxCalls || tokens > maxTokens
  const hint = isLikelyCut ? '; more than that is not played: raise them to hear it all' : ''
  return `about ${grouped(calls)} model calls and ${grouped(tokens)} tokens, as the rehearsal makes them on this talk; ${most}${hint}`
}

/** Beside the progress: calls, tokens and the clock of the play, ms. */
export function tellMeanwhile({ usage }: OpenedModels, now?: number): string {
  const { calls, tokens } = usage()
  const clock = now === undefined ? '' : ` · ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')}`
  return `${grouped(calls)} calls · ${grouped(tokens)} tokens${clock}`
}

export const tellCut = ({ at, of, by }: Cut): string => `cut at message ${grouped(at)} of ${grouped(of)}: ${by}`

/** Name and value of each line. */
export function tellCost(
  cost: Cost,
  { latency, cut }: { latency: string | number; cut?: Cut | undefined },
): [string, string][] {
  const { models, calls, callsByKind, tokens, uncounted, failures, unreadable, latencyMs, money } = cost
  const times =
    latencyMs && `mean ${latencyMs.mean} ms, half within ${latencyMs.p50} ms, 95 % within ${latencyMs.p95} ms`
  const passed = latency === 'real' ? 'as it passed in the play' : `in the play each took ${latency} ms`
  return [
    ['asked', `${models.join(', ') || 'no model'}: ${grouped(calls)} calls (${listed(callsByKind)})`],
    [
      'tokens',
      `${grouped(tokens.total)} (${grouped(tokens.in)} in, ${grouped(tokens.out)} out)${uncounted > 0 ? `, without ${uncounted} calls that the provider did not count` : ''}`,
    ],
    ['a call took', times ? `${times}; ${passed}` : 'none was answered'],
    ...(Object.keys(failures).length > 0 ? [['failed calls', listed(failures)] satisfies [string, string]] : []),
    ...(unreadable > 0
      ? [['unreadable', `${grouped(unreadable)} answers: no decision or reply in them`] satisfies [string, string]]
      : []),
    ...(money === null ? [] : [['money', String(money)] satisfies [string, string]]),
    ...(cut
      ? [['not all played', `${tellCut(cut)}; what comes after it was not played`] satisfies [string, string]]
      : []),
  ]
}

/** With thin spaces' plain cousin, so that it can be copied: 8 466. */
export const grouped = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${grouped(count)}`)
    .join(', ') || 'none'
