// The time left of a running timer.
import { useStore } from '../store.ts'
import { countdownText } from '../time-text.ts'
import { useIsAway } from '../use-link.ts'
import { useNow } from '../use-now.ts'

/** As of the moment that is shown, or of now. */
export function Countdown({ due, useTime = useNow }: { due: number; useTime?: () => number }) {
  const isAway = useIsAway()
  const lang = useStore((state) => state.lang)
  const now = useTime()
  return <span className="num">{isAway ? '—' : countdownText(due - now, lang)}</span>
}
