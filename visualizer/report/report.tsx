// The report of a replay: the figures, one group over time, what stopped the bot, its turns.
import { useEffect, useState } from 'react'
import type { ReportData } from '../../src/cli/replay/report-contract.ts'
import { chooseLang, chooseTheme } from '../actions.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Differ, FiguresOf } from './figures.tsx'
import { Group } from './group.tsx'
import { reportWords } from './report-words.ts'
import { Section } from './section.tsx'
import './report.css'

export function Report({ data }: { data: ReportData }) {
  const words = useWords()
  const theme = useStore((state) => state.theme)
  const [place, choose] = useState(0)
  const { lang } = words
  const w = reportWords[lang]
  const title = w.title(data.talk.bot, data.talk.file)
  const group = data.groups[place]
  useEffect(() => {
    document.title = `${title} · Chime`
  }, [title])
  return (
    <div className="report">
      <header>
        <div>
          <h1>{title}</h1>
          <p className="dim">{w.subtitle(data.talk.decide, data.talk.seed)}</p>
        </div>
        <div className="tools">
          <button
            type="button"
            className="button"
            lang={lang === 'en' ? 'zh' : 'en'}
            onClick={() => chooseLang(lang === 'en' ? 'zh' : 'en')}
          >
            {words.otherLanguage}
          </button>
          <button
            type="button"
            className="button"
            aria-label={words.theme}
            title={words.theme}
            onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
          >
            ◐
          </button>
        </div>
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
