// The time that the page shows: the service's clock when live, the step's when paused. It stands still while nobody answers.
import { byItself, setState, type State, useStore } from './store.ts'
import { stepAt } from './steps.ts'

/** What shows the time is drawn anew four times a second. */
export const startClock = (): unknown => setInterval(() => byItself(() => setState({ now: Date.now() })), 250)

const serviceNow = ({ lostAt, now, skew }: State): number => lostAt ?? now + skew

/** The service's clock, ms. */
export const useServiceNow = (): number => useStore(serviceNow)

/** The same, or the time of the step that is shown. */
export const useNow = (): number =>
  useStore((state) => (state.cursor !== undefined && stepAt(state.steps, state.cursor)?.at) || serviceNow(state))
