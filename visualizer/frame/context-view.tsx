// The step at the cursor as it is recorded: event, states, timers, transitions, verdicts.
import type { ReactNode } from 'react'
import { Countdown } from '../board/countdown.tsx'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { turnStateOf } from '../turn-state.ts'
import { comparisonOf } from '../why/compare.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { contextWords } from './context-words.ts'
import { eventText } from './event-text.ts'

export function ContextView() {
  const words = useWords()
  const names = contextWords[words.lang]
  const step = useStore(({ steps, cursor }) => stepAt(steps, cursor))
  const before = useStore(({ steps, cursor }) => stepBefore(steps, cursor))
  if (!step) return <p className="note">{words.noStep}</p>
  const { event, active, timers, took, verdicts, messagesIn5m, speakersIn5m, waiting, skipsInARow, budget } = step
  const entered = new Set(active.filter((id) => before && !before.active.includes(id)))
  return (
    <div className="context" tabIndex={0} role="region" aria-label={words.views.context}>
      <dl>
        <Field name={names.event}>
          <b className="accent">{eventText(event.type)}</b>
          {event.message && ` ${event.message.id} · ${event.message.sender} · ${event.message.kind}`}
          {event.message?.mentioned && ` · ${names.mentioned}`}
        </Field>
        <Field name={names.turnState}>{turnStateOf(active).path}</Field>
        <Field name={names.activity}>
          {names.figures(messagesIn5m, speakersIn5m)} · {step.vitality}
        </Field>
        <Field name={names.waiting}>{waiting}</Field>
        <Field name={words.figures.skips}>{skipsInARow}</Field>
        <List name={names.timers} of={timers}>
          {({ name, due }) => (
            <>
              <code>{name}</code> <Countdown due={due} />
            </>
          )}
        </List>
        <List name={names.states} of={active}>
          {(id) => <code className={entered.has(id) ? 'accent' : ''}>{id}</code>}
        </List>
        <List name={names.taken} of={took}>
          {(id) => <code>{id}</code>}
        </List>
        <List name={names.verdicts} of={verdicts}>
          {(verdict) => (
            <>
              <b>{verdict.gate}</b> {verdict.outcome} <span className="dim">{whyText(verdict, words.lang)}</span>{' '}
              <span className="num">{comparisonOf(verdict, budget, words)}</span>
            </>
          )}
        </List>
      </dl>
      <details>
        <summary className="soft">{names.raw}</summary>
        <pre tabIndex={0}>{JSON.stringify(step, undefined, 2)}</pre>
      </details>
    </div>
  )
}

function stepBefore<T extends { seq: number }>(steps: readonly T[], cursor: number | undefined): T | undefined {
  const at = cursor === undefined ? steps.length - 1 : steps.findLastIndex(({ seq }) => seq <= cursor)
  return steps[at - 1]
}

const Field = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="dim">{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface ListProps<T> {
  name: string
  of: readonly T[]
  children: (item: T) => ReactNode
}

function List<T>({ name, of, children }: ListProps<T>) {
  const { none } = contextWords[useWords().lang]
  return (
    <Field name={name}>
      {of.length === 0 ? (
        <span className="dim">{none}</span>
      ) : (
        <ul>
          {of.map((item, i) => (
            <li key={i}>{children(item)}</li>
          ))}
        </ul>
      )}
    </Field>
  )
}
