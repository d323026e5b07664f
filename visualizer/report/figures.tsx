// The figures of one run as tiles; of two as a table with their difference, and whom one of them alone answered.
import type { AnsweredInOne, ReportData } from '../../src/lab/replay/report-contract.ts'
import { useWords } from '../i18n.ts'
import { spanText } from '../time-text.ts'
import { Gates, useCut, useReportWords } from './parts.tsx'
import { numberText, shareText } from './report-words.ts'

type Figures = ReportData['runs'][number]['figures']

export function FiguresOf({ runs }: Pick<ReportData, 'runs'>) {
  const { lang } = useWords()
  const w = useReportWords()
  const [a, b] = runs.map(({ figures }) => withRefusals(figures))
  const names = Object.entries(w.figures)
  const text = (name: string, value: number | null | undefined): string => {
    if (value === null || value === undefined) return '–'
    if (name === 'callsPerMessage') return shareText(value)
    return name.startsWith('waits.') ? spanText(value, lang) : numberText(value)
  }
  if (!b) {
    return (
      <dl className="tiles">
        {names.map(([name, told]) => (
          <div key={name}>
            <dt className="dim">{told}</dt>
            <dd className="num">{text(name, a?.[name])}</dd>
          </div>
        ))}
      </dl>
    )
  }
  const difference = (name: string): string => {
    const [before, after] = [a?.[name] ?? null, b[name] ?? null]
    if (before === null || after === null) return '–'
    const by = after - before
    return by === 0 ? '=' : `${by < 0 ? '−' : '+'}${text(name, Math.abs(by))}`
  }
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={w.sections.figures}>
      <table>
        <thead>
          <tr>
            {[w.figure, ...runs.map(({ name }) => name), w.difference].map((head) => (
              <th key={head} scope="col" className="dim">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map(([name, told]) => (
            <tr key={name}>
              <th scope="row">{told}</th>
              <td className="num">{text(name, a?.[name])}</td>
              <td className="num">{text(name, b[name])}</td>
              <td className="num">{difference(name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Of all windows together. */
const withRefusals = (figures: Figures): Figures => ({
  ...figures,
  budgetRefusals: Object.entries(figures)
    .filter(([name]) => name.startsWith('budgetRefusals.'))
    .reduce((sum, [, value]) => sum + (value ?? 0), 0),
})

export function Differ({ differ, runs }: { differ: NonNullable<ReportData['differ']>; runs: ReportData['runs'] }) {
  const w = useReportWords()
  const [a = '', b = ''] = runs.map(({ name }) => name)
  if (differ.nothing) return <p>{w.nothing}</p>
  return (
    <>
      <Answered here={a} there={b} answered={differ.answeredInA} />
      <Answered here={b} there={a} answered={differ.answeredInB} />
    </>
  )
}

function Answered({ here, there, answered }: { here: string; there: string; answered: AnsweredInOne }) {
  const w = useReportWords()
  const [shown, more] = useCut(answered.first, 5)
  const notKept = answered.count - answered.first.length
  if (answered.count === 0) return undefined
  return (
    <>
      <h3>{w.onlyIn(here, numberText(answered.count))}</h3>
      <ul className="rows">
        {shown.map(({ id, sender, text, verdict }, i) => (
          <li key={i} className="answered">
            <p>
              <b>
                <bdi>{sender}</bdi>
              </b>{' '}
              <bdi>{text}</bdi> <code className="dim">{id}</code>
            </p>
            <div>
              <span className="dim">{w.stopped(there)}</span>
              <Gates verdicts={[verdict]} />
            </div>
          </li>
        ))}
      </ul>
      {more}
      {notKept > 0 && <p className="dim num">{w.notKept(numberText(notKept))}</p>}
    </>
  )
}
