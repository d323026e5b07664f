// A list that shows its first entries, and the rest when asked.
import { type ReactNode, useState, useTransition } from 'react'
import { useWords } from '../i18n.ts'
import { numberText } from './number-text.ts'
import { reportWords } from './report-words.ts'

/** What is shown, and the button behind it; other `items` are cut anew. A negative `most` keeps the last ones. */
export function useCut<T>(items: readonly T[], most: number): [shown: readonly T[], more: ReactNode] {
  const w = reportWords[useWords().lang]
  const [opened, open] = useState<readonly T[]>()
  const [isPending, start] = useTransition()
  const isOpen = opened === items
  const rest = items.length - Math.abs(most)
  if (rest <= 0) return [items, undefined]
  const shown = isOpen ? items : most < 0 ? items.slice(most) : items.slice(0, most)
  const more = (
    <button
      type="button"
      className="more num"
      aria-expanded={isOpen}
      aria-busy={isPending}
      onClick={() => start(() => open(isOpen ? undefined : items))}
    >
      {isOpen ? w.fewer : w.more(numberText(rest))}
    </button>
  )
  return [shown, more]
}
