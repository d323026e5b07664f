// A part of the report under its heading.
import type { ReactNode } from 'react'
import { useWords } from '../i18n.ts'
import { reportWords } from './report-words.ts'

export function Section({ name, children }: { name: keyof typeof reportWords.en.sections; children: ReactNode }) {
  const title = reportWords[useWords().lang].sections[name]
  return (
    <section id={name} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
