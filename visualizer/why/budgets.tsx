// The budget windows at the cursor, and the ceilings over all groups as they stand now, as bars with their numbers.
import type { BudgetFigure, CeilingFigure } from '../../src/feed/contract.ts'
import { ceilingsOf } from '../api.ts'
import { FoldButton, useFold } from '../frame/fold.tsx'
import { useWords } from '../i18n.ts'
import { botRow } from '../invoked/bot-row.ts'
import { useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { countText, windowText } from '../time-text.ts'
import { useRead } from '../use-read.ts'

export function Budgets() {
  const words = useWords()
  const step = useStore(({ steps, cursor }) => stepAt(steps, cursor))
  const row = useStore(botRow)
  const budget = step?.budget ?? row?.budget ?? []
  return (
    <section className="budgets" aria-label={words.budget.title}>
      <h3 className="heading row">
        {words.budget.title}
        <span className="budget-heads" aria-hidden="true">
          <span>{words.budget.messages}</span>
          <span>{words.budget.tokens}</span>
        </span>
      </h3>
      {budget.length === 0 && <p className="dim">{words.budget.none}</p>}
      {budget.map((figure) => (
        <Line key={figure.window} name={windowText(figure.durationMs)} figure={figure} />
      ))}
      {row && <Ceilings bot={row.bot} name={row.botName} spent={spentOf(row.budget)} />}
    </section>
  )
}

/** Of the present: no tape keeps them. */
function Ceilings({ bot, name, spent }: { bot: string; name: string; spent: string }) {
  const words = useWords()
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const { told: figures } = useRead(() => ceilingsOf(bot), [bot], { everyMs: 10_000, grown: spent })
  const fold = useFold('ceilings', true)
  if (!figures) return undefined
  return (
    <div className={paused ? 'ceilings of-now' : 'ceilings'}>
      <h4 className="dim finest">
        <FoldButton fold={fold} name={words.budget.ceilings} />
        {paused && <span className="dim"> · {words.budget.now}</span>}
      </h4>
      {fold.open && (
        <div id={fold.id}>
          {figures.bot && <Line name={name} figure={figures.bot} />}
          <Line name={words.budget.process} figure={figures.process} />
        </div>
      )}
    </div>
  )
}

function Line({ name, figure }: { name: string; figure: CeilingFigure }) {
  const words = useWords()
  return (
    <div className="budget-line finer">
      <b className="num soft cut" title={name}>
        {name}
      </b>
      <Bar name={`${name} ${words.budget.messages}`} used={figure.messages} most={figure.maxMessages} />
      <Bar name={`${name} ${words.budget.tokens}`} used={figure.tokens} most={figure.maxTokens} />
    </div>
  )
}

const spentOf = (budget: readonly BudgetFigure[]): string =>
  budget.map(({ messages, tokens }) => `${messages} ${tokens}`).join(' ')

function Bar({ name, used, most }: { name: string; used: number; most: number }) {
  const share = most > 0 ? Math.min(1, used / most) : 1
  const level = share >= 1 ? 'hot' : share > 0.8 ? 'wait' : 'live'
  return (
    <span
      className={`bar tone-${level}`}
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={Math.max(most, used)}
      aria-valuenow={used}
      aria-valuetext={`${used} / ${most}`}
    >
      <span className="num">
        {level === 'hot' && (
          <i className="warn" aria-hidden="true">
            ▲
          </i>
        )}{' '}
        {countText(used)}
        <span className="dim">/{countText(most)}</span>
      </span>
      <span className="track">
        <i style={{ transform: `scaleX(${share})` }} />
      </span>
    </span>
  )
}
