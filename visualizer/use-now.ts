// The time that the page shows: the service's clock when live, the step's when paused. It stands still while nobody answers.
import { setInTurn, type State, useStore } from './store.ts'
import { stepAt } from './steps.ts'

/** What shows the time is drawn anew four times a second. */
export const startClock = (): unknown => setInterval(() => setInTurn({ now: Date.now() }), 250)

/** The service's clock, ms. */
export const serviceNow = ({ lostAt, now, skew }: State): number => lostAt ?? now + skew

/** The same, or the time of the step that is shown. */
export const shownNow = (state: State): number =>
  (state.cursor !== undefined && stepAt(state.steps, state.cursor)?.at) || serviceNow(state)

export const useServiceNow = (): number => useStore(serviceNow)

export const useNow = (): number => useStore(shownNow)

/** A transition is "just fired" for so long, ms. */
const freshMs = 1_800

/** What was at that time, at the moment that is shown. */
export const hasJustBeen = (state: State, at: number): boolean => shownNow(state) - at < freshMs
