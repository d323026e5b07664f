// The time left of a running timer.
import { useStore } from '../store.ts'
import { countdownText } from '../time-text.ts'
import { useNow } from '../use-now.ts'

export function Countdown({ due }: { due: number }) {
  const lang = useStore((state) => state.lang)
  const now = useNow()
  return <span className="num">{countdownText(due - now, lang)}</span>
}
