// The time left of a running timer.
import { type State, useStore } from '../store.ts'
import { countdownText } from '../time-text.ts'
import { shownNow } from '../use-now.ts'

/** As of the moment that is shown, or of now; drawn anew when its text is another one. */
export function Countdown({ due, timeOf = shownNow }: { due: number; timeOf?: (state: State) => number }) {
  const text = useStore((state) => (state.lostAt === undefined ? countdownText(due - timeOf(state), state.lang) : '—'))
  return <span className="num">{text}</span>
}
