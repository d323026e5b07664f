// The time left of a running timer.
import { useStore } from '../store.ts'
import { countdownText } from '../time-text.ts'
import { useIsAway } from '../use-link.ts'
import { useNow } from '../use-now.ts'

export function Countdown({ due }: { due: number }) {
  const isAway = useIsAway()
  const lang = useStore((state) => state.lang)
  const now = useNow()
  return <span className="num">{isAway ? '—' : countdownText(due - now, lang)}</span>
}
