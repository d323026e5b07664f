// What a play with a real model says to the person who pays for it: before, meanwhile and after.
import { listed, type Rows } from '../../terminal/table.ts'
import type { Cost } from './call-ledger.ts'
import type { Latency, PlayLimits, StopReason } from './metered-models.ts'
import type { OpenedModels } from './with-model.ts'

/** What a play with a model cost, and where it ended. */
export interface Bill extends Cost {
  latency: Latency
  /** null: no limit. */
  maxCalls: number | null
  maxTokens: number | null
  /** What the rehearsal makes on the same talk. */
  estimated: { calls: number; tokens: number }
  /** After how many messages it ended before its end; null: all of it was played. */
  cut: { at: number; of: number; by: StopReason } | null
  /** Why the endpoint was given up. */
  failure?: string
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

export function tellBill(bill: Bill): Rows {
  const { models, calls, callsByKind, tokens, uncounted, failures, unreadable, latencyMs, money, latency, cut } = bill
  const times =
    latencyMs && `mean ${latencyMs.mean} ms, half within ${latencyMs.p50} ms, 95 % within ${latencyMs.p95} ms`
  const passed = latency === 'real' ? 'as it passed in the play' : `in the play each took ${latency} ms`
  const unknown = uncounted > 0 ? `, without ${uncounted} calls that the provider did not count` : ''
  const at = cut && `cut at message ${grouped(cut.at)} of ${grouped(cut.of)}: ${cut.by}`
  const rows: [name: string, value: string | false | null][] = [
    ['asked', `${models.join(', ') || 'no model'}: ${grouped(calls)} calls (${listed(callsByKind, grouped)})`],
    ['tokens', `${grouped(tokens.total)} (${grouped(tokens.in)} in, ${grouped(tokens.out)} out)${unknown}`],
    ['a call took', times ? `${times}; ${passed}` : 'none was answered'],
    ['failed calls', Object.keys(failures).length > 0 && listed(failures, grouped)],
    ['unreadable', unreadable > 0 && `${grouped(unreadable)} answers: no decision or reply in them`],
    ['money', money === null ? null : String(money)],
    ['not all played', at && `${at}; what comes after it was not played`],
  ]
  return rows.flatMap(([name, value]): Rows => (value ? [[name, value]] : []))
}

/** With thin spaces' plain cousin, so that it can be copied: 8 466. */
export const grouped = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')
