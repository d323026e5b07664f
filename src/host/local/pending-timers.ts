// The timers that run after a step, kept in memory beside their rows.
import type { PendingTimer } from '../host.ts'
import type { Effect } from '../step.ts'

export function timersAfter(
  before: readonly PendingTimer[],
  effects: readonly Effect[],
  at: number,
): readonly PendingTimer[] {
  let after = before
  for (const effect of effects) {
    if (effect.type === 'timer.cancel') after = without(after, effect.id)
    else if (effect.type === 'timer.start')
      after = [...without(after, effect.id), { id: effect.id, due: Math.ceil(at + effect.delay) }]
  }
  return after === before ? before : after.toSorted((a, b) => a.due - b.due || (a.id < b.id ? -1 : 1))
}

export const without = (timers: readonly PendingTimer[], id: string): readonly PendingTimer[] =>
  timers.filter((timer) => timer.id !== id)
