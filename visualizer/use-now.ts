// The time that the page shows: the service's clock when live, the step's when paused. It stands still while nobody answers.
import { setState, useStore } from './store.ts'
import { stepAt } from './steps.ts'

/** What shows the time is drawn anew four times a second. */
export const startClock = (): unknown => setInterval(() => setState({ now: Date.now() }), 250)

/** The service's clock, ms. */
export const useServiceNow = (): number => useStore(({ lostAt, now, skew }) => lostAt ?? now + skew)

/** The same, or the time of the step that is shown. */
export function useNow(): number {
  const paused = useStore(({ cursor, steps }) => (cursor === undefined ? undefined : stepAt(steps, cursor)?.at))
  const now = useServiceNow()
  return paused ?? now
}
