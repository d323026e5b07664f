// The time that the page shows: the service's clock when live, the step's when paused. It stands still while nobody answers.
import { useSyncExternalStore } from 'react'
import { getState, useStore } from './store.ts'
import { stepAt } from './steps.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let ticked = Date.now()

/** The service's clock, ms, moving on four times a second. */
export function useServiceNow(): number {
  const lostAt = useStore((state) => state.lostAt)
  const now = useSyncExternalStore(subscribe, () => ticked) + getState().skew
  return lostAt ?? now
}

/** The same, or the time of the step that is shown. */
export function useNow(): number {
  const paused = useStore(({ cursor, steps }) => (cursor === undefined ? undefined : stepAt(steps, cursor)?.at))
  const now = useServiceNow()
  return paused ?? now
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    ticked = Date.now()
    for (const each of listeners) each()
  }, 250)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
