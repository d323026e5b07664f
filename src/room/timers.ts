// The timers that run after a step. They stand in the actor's row.
import { delayNameOf } from '../../machines/delay-name.ts'
import type { PendingTimer } from './steps.ts'
import type { Effect } from './step.ts'

/** `seq` is the step's. The first one due first; of those due together, the first one started. */
export function timersAfter(
  before: readonly PendingTimer[],
  effects: readonly Effect[],
  { seq, at }: { seq: number; at: number },
): readonly PendingTimer[] {
  let after = before
  for (const effect of effects) {
    if (effect.type === 'timer.cancel') after = without(after, effect.id)
    else if (effect.type === 'timer.start') after = [...without(after, effect.id), timerOf(effect, seq, at)]
  }
  return after === before ? before : after.toSorted((a, b) => a.due - b.due || a.gen - b.gen)
}

function timerOf({ id, event, delay }: Effect & { type: 'timer.start' }, gen: number, at: number): PendingTimer {
  const due = at + delay
  return isPlain(event, id) ? { id, gen, due } : { id, gen, due, event }
}

/** Of a delay of xstate: nothing but its id as the type. */
function isPlain(event: object & { type: string }, id: string): boolean {
  return event.type === id && Object.keys(event).length === 1
}

export const without = (timers: readonly PendingTimer[], id: string): readonly PendingTimer[] =>
  timers.some((timer) => timer.id === id) ? timers.filter((timer) => timer.id !== id) : timers

/** Of a delay's timer, how much later than due it may go off, ms. */
export function slackOf(slack: Readonly<Record<string, number>> | undefined) {
  const known = new Map<string, number>()
  return (id: string): number => {
    if (!slack) return 0
    let ms = known.get(id)
    if (ms === undefined) known.set(id, (ms = slack[delayNameOf(id)] ?? 0))
    return ms
  }
}

/** When a chart has to wake at the latest, in whole ms. */
export function wakeOf(timers: readonly PendingTimer[], slack: (id: string) => number): number | undefined {
  let wake: number | undefined
  for (const { id, due } of timers) {
    const latest = due + slack(id)
    if (wake === undefined || latest < wake) wake = latest
  }
  return wake === undefined ? undefined : Math.ceil(wake)
}
