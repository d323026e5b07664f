// What the report is made of: a part under its heading, gates, a choice, a list that can be opened.
import { type ReactNode, useState, useTransition } from 'react'
import type { ReportVerdict } from '../../src/lab/replay/report-contract.ts'
import { stateOf } from '../../src/outcomes/story.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { useWords } from '../i18n.ts'
import { GateLine } from '../why/gates.tsx'
import { numberText, reportWords } from './report-words.ts'
import '../why/why.css'

export function useReportWords() {
  return reportWords[useWords().lang]
}

export function Section({ name, children }: { name: keyof typeof reportWords.en.sections; children: ReactNode }) {
  const title = useReportWords().sections[name]
  return (
    <section id={name} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** What the gates of a turn said, as Why tells it, in words alone. */
export function Gates({ verdicts }: { verdicts: readonly ReportVerdict[] }) {
  const { lang } = useWords()
  return (
    <ol>
      {verdicts.map((verdict, i) => (
        <GateLine key={i} row={{ gate: verdict.gate, state: stateOf(verdict) }}>
          <span className="dim">{whyText(verdict, lang)}</span>
        </GateLine>
      ))}
    </ol>
  )
}

interface ChooserProps {
  label: string
  options: readonly (readonly [value: string, text: string])[]
  value: string
  choose(value: string): void
}

export const Chooser = ({ label, options, value, choose }: ChooserProps) => (
  <label className="chooser">
    <span className="dim">{label}</span>
    <select value={value} onChange={(event) => choose(event.target.value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

/** What is shown, and the button behind it; other `items` are cut anew. A negative `most` keeps the last ones. */
export function useCut<T>(items: readonly T[], most: number): [shown: readonly T[], more: ReactNode] {
  const w = useReportWords()
  const [opened, open] = useState<readonly T[]>()
  const [isPending, start] = useTransition()
  const isOpen = opened === items
  const rest = items.length - Math.abs(most)
  // The button is no smaller than one more.
  if (rest <= 1) return [items, undefined]
  const shown = isOpen ? items : most < 0 ? items.slice(most) : items.slice(0, most)
  const more = (
    <button
      type="button"
      className="button more num"
      aria-expanded={isOpen}
      aria-busy={isPending}
      onClick={() => start(() => open(isOpen ? undefined : items))}
    >
      {isOpen ? w.fewer : w.more(numberText(rest))}
    </button>
  )
  return [shown, more]
}
