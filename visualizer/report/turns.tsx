// The turns of the group in the time in view that the filters let through: what was said, the gates, the reply.
import { memo, useMemo } from 'react'
import type { ReportData, Row } from '../../src/lab/replay/report-contract.ts'
import { useWords } from '../i18n.ts'
import { timeFormats } from './axis.ts'
import { Chooser, Gates, useCut, useReportWords } from './parts.tsx'
import { type Filter, numberText } from './report-words.ts'

/** Empty: any. */
export type Asked = Record<Filter, string>

const mostAtFirst = 50
/** The last ones of a batch tell most. */
const lastOfBatch = -3

interface TurnsProps {
  data: ReportData
  /** Place of the group. */
  place: number
  from: number
  to: number
  asked: Asked
  ask(asked: Asked): void
}

export function Turns({ data: { rows: told, runs }, place, from, to, asked, ask }: TurnsProps) {
  const words = useWords()
  const w = useReportWords()
  const { rows, leftOut } = told
  const inView = useMemo(
    () => rows.filter(({ group, at }) => group === place && at >= from && at <= to),
    [rows, place, from, to],
  )
  const found = useMemo(() => inView.filter((row) => matches(row, asked)), [inView, asked])
  const [shown, more] = useCut(found, mostAtFirst)
  const gates = useMemo(() => [...new Set(rows.flatMap(({ gate }) => gate ?? []))].toSorted(), [rows])
  const options: Record<Filter, [value: string, text: string][]> = {
    outcome: Object.entries(w.outcomes),
    gate: gates.map((gate) => [gate, words.gates[gate]]),
    run: runs.length > 1 ? runs.map(({ name }, i) => [String(i), name]) : [],
  }
  return (
    <>
      <div className="tools">
        {(['outcome', 'gate', 'run'] as const)
          .filter((what) => options[what].length > 0)
          .map((what) => (
            <Chooser
              key={what}
              label={w.filters[what]}
              options={[['', w.any[what]], ...options[what]]}
              value={asked[what]}
              choose={(value) => ask({ ...asked, [what]: value })}
            />
          ))}
        <span className="dim num" role="status">
          {w.count(numberText(found.length), numberText(inView.length))}
        </span>
      </div>
      {leftOut > 0 && <p className="dim num">{w.cut(numberText(leftOut))}</p>}
      {found.length === 0 && <p className="dim">{w.noTurns}</p>}
      <ol className="rows">
        {shown.map((row, i) => (
          <Turn
            key={`${row.run} ${row.at} ${i}`}
            row={row}
            told={told}
            run={runs.length > 1 ? runs[row.run]?.name : ''}
          />
        ))}
      </ol>
      {more}
    </>
  )
}

const matches = ({ gate, outcome, called, run }: Row, asked: Asked): boolean =>
  (asked.gate === '' || gate === asked.gate) &&
  (asked.outcome === '' || (asked.outcome === 'called' ? called === 1 : outcome === asked.outcome)) &&
  (asked.run === '' || run === Number(asked.run))

interface TurnProps {
  row: Row
  told: ReportData['rows']
  /** Empty where there is but one. */
  run: string | undefined
}

const Turn = memo(function Turn({ row, told, run }: TurnProps) {
  const { lang, why } = useWords()
  const w = useReportWords()
  const { at, batch, called, outcome, chain, reply, tokens } = row
  const [lines, more] = useCut(batch, lastOfBatch)
  return (
    <li className="turn">
      <div className="turn-facts">
        <time className="num">{timeFormats(lang).full(at)}</time>
        <span className={`chip tone-${outcome === 'replied' ? 'live' : 'rest'}`}>{w.outcomes[outcome]}</span>
        {called === 1 && <span className="chip tone-think">{w.outcomes.called}</span>}
        {run && <bdi className="dim">{run}</bdi>}
        {tokens > 0 && <span className="dim num">{why.tokens(numberText(tokens))}</span>}
      </div>
      <div>
        {more}
        <ul aria-label={w.batch}>
          {lines.map((line, i) => {
            const [sender, text] = told.lines[line] ?? []
            return (
              <li key={i}>
                <b>
                  <bdi>{sender}</bdi>
                </b>{' '}
                <bdi>{text}</bdi>
              </li>
            )
          })}
        </ul>
      </div>
      <div>
        <Gates verdicts={chain.flatMap((verdict) => told.verdicts[verdict] ?? [])} />
        {reply !== undefined && (
          <p className="reply">
            <span className="dim">{w.reply}</span> <bdi>{reply}</bdi>
          </p>
        )}
      </div>
    </li>
  )
})
