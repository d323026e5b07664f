// Messages that wait: merged in time order and bounded (D2, D6).
import type { MessageRef } from '../group/types.ts'
import { isRequest } from './requests.ts'

/** Both lists as one, by time; equal times keep their order of arrival. */
export function mergeByTime(first: readonly MessageRef[], second: readonly MessageRef[]): MessageRef[] {
  const all = [...first, ...second]
  const sorted = all.every(({ ts }, i) => i === 0 || ts >= (all[i - 1]?.ts ?? ts))
  return sorted ? all : all.toSorted((a, b) => a.ts - b.ts)
}

/** Which one of a full queue is given up: the oldest that asks nothing of the bot; of the others a peer's first (D6). */
export function giveUp(waiting: readonly MessageRef[]): MessageRef | undefined {
  return (
    waiting.find((ref) => !ref.mentioned && !isRequest(ref)) ??
    waiting.find(({ kind }) => kind === 'peer') ??
    waiting[0]
  )
}
