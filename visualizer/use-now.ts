// The time that the page shows: the service's clock when live, the step's when paused.
import { useSyncExternalStore } from 'react'
import { getState, useStore } from './store.ts'
import { stepAt } from './steps.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let ticked = Date.now()

/** ms, moving on four times a second. */
export function useNow(): number {
  const paused = useStore(({ cursor, steps }) => (cursor === undefined ? undefined : stepAt(steps, cursor)?.at))
  const now = useSyncExternalStore(subscribe, () => ticked)
  return paused ?? now + getState().skew
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
