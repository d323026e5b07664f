// The sequence of events as arrows between lifelines, from the steps of an actor.
import type { Cause } from '../../machines/group/verdicts/why.ts'
import { isSend } from '../../machines/group/verdicts/kinds.ts'
import type { StepRecord } from '../../src/feed/contract.ts'
import { type Tone, toneOf } from '../turn-state.ts'
import { type Call, callOf, turnName } from './spans.ts'
import type { Lifeline } from './timeline-words.ts'

export interface Arrow {
  /** Of the step that it belongs to. */
  seq: number
  at: number
  from: Lifeline
  /** The same as `from`: the group tells itself. */
  to: Lifeline
  kind: 'message' | 'timer' | 'call' | 'done' | 'error' | 'event'
  name: string
  /** Who spoke, or how long a call took, ms. */
  who?: string
  took?: number
  mentioned?: true
  /** Of a message that came in: its id. */
  message?: string
  /** Of a reply that was posted: id of the message that it is a reply to. */
  answers?: string
  /** What the gates said in this step, the telling ones first; on its first arrow. */
  notes: { said: string; cause: Cause }[]
  /** The turn after the step: the group's lifeline wears its colour. */
  tone: Tone
  /** The call under way after the step. */
  call?: Lifeline
}

export function arrowsOf(steps: readonly StepRecord[]): Arrow[] {
  const arrows: Arrow[] = []
  let running: { call: Call; at: number } | undefined
  for (const step of steps) {
    const { seq, at, verdicts } = step
    const next = callOf(step)
    const base = { seq, at, notes: [], tone: toneOf(turnName(step)), ...(next && { call: lifelineOf(next) }) }
    const notes = verdicts
      .toSorted((a, b) => Number(framing.has(a.gate)) - Number(framing.has(b.gate)))
      .map((verdict) => ({ said: `${verdict.gate} ${verdict.outcome}`, cause: verdict }))
    const ended = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(step.event.type)?.[1]
    const took = ended !== undefined && running?.call === ended ? { took: at - running.at } : {}
    const [answers] = verdicts.find(isSend)?.messages ?? []
    arrows.push({ ...base, ...cameIn(step), ...took, ...(answers !== undefined && { answers }), notes })
    if (next === undefined) running = undefined
    else if (next !== running?.call || ended === next) {
      running = { call: next, at }
      arrows.push({ ...base, from: 'group', to: lifelineOf(next), kind: 'call', name: next })
    }
  }
  return arrows
}

/** Index of the first arrow of the last step up to that one; -1 before all of them. */
export function arrowOf(arrows: readonly Arrow[], seq: number): number {
  const shown = arrows.findLast((arrow) => arrow.seq <= seq)?.seq
  return arrows.findIndex((arrow) => arrow.seq === shown)
}

/** Gates that say that a turn began or ended; the others say why. */
const framing: ReadonlySet<string> = new Set(['buffer', 'dispatch', 'own'])

type CameIn = Pick<Arrow, 'from' | 'to' | 'kind' | 'name'> & Partial<Pick<Arrow, 'who' | 'mentioned' | 'message'>>

function cameIn({ event: { type, message } }: StepRecord): CameIn {
  if (message) {
    const how = { who: message.sender, message: message.id, ...(message.mentioned && { mentioned: true as const }) }
    return { from: 'channel', to: 'group', kind: 'message', name: type, ...how }
  }
  const [, end, job] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? []
  if (job !== undefined)
    return { from: lifelineOf(job), to: 'group', kind: end === 'done' ? 'done' : 'error', name: job }
  const timer = /^xstate\.after\.([^.]+)\./.exec(type)?.[1]
  if (timer !== undefined) return { from: 'group', to: 'group', kind: 'timer', name: timer }
  return { from: 'group', to: 'group', kind: 'event', name: type.replace(/^xstate\./, '') }
}

/** A draft is judged again by whoever decides, and a sign is posted by whoever delivers. */
function lifelineOf(call: string): Lifeline {
  if (call === 'compose' || call === 'deliver') return call
  if (call === 'sign') return 'deliver'
  return call === 'decide' || call === 'rejudge' ? 'decide' : 'group'
}
