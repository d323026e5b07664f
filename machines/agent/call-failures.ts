// How a model call of a run ends without an answer: the states that make one leave by the same transitions.
import type { Failure } from '../group/children.ts'
import { causeOf } from '../group/failures.ts'
import { ends, thinkFails } from './verdicts.ts'

const meta = { gate: 'work' } as const

const because = ({ event }: { event: { error: unknown } }) => ({ why: causeOf(event.error as Failure).why })

export const failed = { type: 'recordVerdict', params: thinkFails } as const

export const ceilingReached = {
  description: 'The ceilings of the day are reached, or cannot be read.',
  guard: 'isCeiling',
  target: 'exhausted',
  meta,
  actions: [failed, { type: 'keepWhy', params: because }],
} as const

export const refusedByHook = {
  description: 'A hook refused the call, or what the model said, or failed itself.',
  guard: 'isByHook',
  target: 'failed',
  meta,
  actions: [failed, { type: 'keepWhy', params: because }],
} as const

/** After the first of them, which asks for a summary. */
export const stillTooLong = {
  guard: 'isOverflow',
  target: 'failed',
  meta,
  actions: [
    failed,
    { type: 'recordVerdict', params: ends('failed', 'runTooLong') },
    { type: 'keepWhy', params: { why: 'runTooLong' } },
  ],
} as const

export const failsTooOften = {
  guard: 'isLastStraw',
  target: 'failed',
  meta,
  actions: [failed, { type: 'recordVerdict', params: ends('failed', 'runFailed') }],
} as const
