// What the store holds for later, as it is fed in: timers, answers, events that waited.
import { type DueRow, timersIn } from '../../store/actors.ts'
import { timerFired } from '../../room/feeds.ts'
import type { ToChart } from '../../room/room.ts'

export type Due = DueRow & { due: number }

/** The first of an actor's timers. */
export function timerFeed({ key, timers }: Due): ToChart {
  try {
    const [timer] = timersIn(timers)
    if (!timer) throw new Error('it has no timer')
    return timerFired(key, timer)
  } catch (cause) {
    return { key, ...unreadable(cause), timer: { id: '', gen: 0 } }
  }
}

/** A row as it was written; one that cannot be read stops its own actor, not the others. */
export function readEvent(json: string): Pick<ToChart, 'event' | 'broken'> {
  try {
    return { event: JSON.parse(json) as ToChart['event'] }
  } catch (cause) {
    return unreadable(cause)
  }
}

const unreadable = (cause: unknown) => ({
  event: { type: 'unreadable' },
  broken: new Error('a row of the store cannot be read', { cause }),
})
