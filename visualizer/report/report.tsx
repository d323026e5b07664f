// The report of a replay: the figures, one group over time, what stopped the bot, its turns.
import { useEffect, useState } from 'react'
import type { ReportData } from '../../src/lab/replay/report-contract.ts'
import { LookButtons } from '../frame/look-buttons.tsx'
import { Differ, FiguresOf } from './figures.tsx'
import { Group } from './group.tsx'
import { Section, useReportWords } from './parts.tsx'
import './report.css'

export function Report({ data }: { data: ReportData }) {
  const [place, choose] = useState(0)
  const w = useReportWords()
  const title = w.title(data.talk.bot, data.talk.file)
  const group = data.groups[place]
  useEffect(() => {
    document.title = `${title} · Chime`
  }, [title])
  return (
    <div className="report">
      <header>
        <div className="grow">
          <h1>{title}</h1>
          <p className="dim">{w.subtitle(data.talk.decide, data.talk.seed)}</p>
        </div>
        <LookButtons />
      </header>
      <main>
        <Section name="figures">
          <FiguresOf runs={data.runs} />
          {data.differ && <Differ differ={data.differ} runs={data.runs} />}
        </Section>
        {group && <Group key={place} data={data} group={group} place={place} choose={choose} />}
      </main>
    </div>
  )
}
