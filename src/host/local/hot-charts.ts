// The charts that are in memory, and those that are stopped; every other one is nothing but its row.
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../room/actor.ts'
import type { makePlanner } from '../../room/plan.ts'
import { asError } from '../../room/thrown.ts'
import { type Actors, timersIn } from '../../store/actors.ts'
import type { DeltaBase } from '../../store/tape.ts'
import { contained } from '../faults.ts'

/** A chart in memory. */
export interface Hot extends Actor {
  id: number
  /** What its last row on the tape left for the next; unknown to one that was just loaded. */
  deltaBase?: DeltaBase | undefined
}

/** Body of a chart whose first snapshot could not be made. */
export const unmade = ''

/** What is known of a chart that took no event yet. */
const none = { id: 0, deltaBase: undefined } as const

interface Options {
  actors: Actors
  planner: Pick<ReturnType<typeof makePlanner>, 'load'>
  halted: (key: string, error: Error) => void
  /** So many of them. */
  most: number
}

export function makeHotCharts({ actors, planner, halted, most }: Options) {
  const hot = new LRUCache<string, Hot | typeof none>({ max: most })
  const stopped = new Map<string, Error>()

  /** undefined: it took no event yet. Throws when its snapshot cannot be read. */
  function of(key: string): Hot | undefined {
    let known = hot.get(key)
    if (!known) hot.set(key, (known = load(key) ?? none))
    return known === none ? undefined : (known as Hot)
  }

  function load(key: string): Hot | undefined {
    const row = actors.get(key)
    if (!row || row.body === unmade) return undefined
    const { id, seq, at } = row
    try {
      const snapshot = planner.load(key, row)
      return { key, id, seq, at, snapshot, timers: timersIn(row.timers) }
    } catch (error) {
      throw new Error(`its snapshot (version ${row.version}) cannot be read: ${String(error)}`, { cause: error })
    }
  }

  /** False: it was stopped before. */
  function stop(key: string, thrown: unknown): boolean {
    if (stopped.has(key)) return false
    const error = asError(thrown)
    stopped.set(key, error)
    hot.delete(key)
    contained(() => halted(key, error))
    return true
  }

  return {
    of,
    stop,
    /** The same as `of`. Throws, too, what it was stopped with. */
    running(key: string): Hot | undefined {
      if (stopped.has(key)) throw stopped.get(key)
      return of(key)
    },
    /** As it is in memory. */
    peek: (key: string): Pick<Hot, 'id' | 'deltaBase'> | undefined => hot.peek(key),
    set: (key: string, chart: Hot): void => void hot.set(key, chart),
    passivate: (key: string): void => void hot.delete(key),
    stopped: (): ReadonlyMap<string, Error> => stopped,
    count: (): number => hot.size,
    /** Whether a chart's snapshot can be read. Stops it when it cannot. */
    isSound(key: string): boolean {
      if (stopped.has(key)) return false
      try {
        return of(key) !== undefined
      } catch (error) {
        stop(key, error)
        return false
      }
    },
    /** Lets a stopped chart be loaded again. */
    revive(key: string): void {
      stopped.delete(key)
      hot.delete(key)
    },
  }
}
