// One line in full: how it stands on its chart, why, and a way to try again.
import { useLayoutEffect, useRef, useState } from 'react'
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { postRetry, Refused } from '../api.ts'
import { Countdown } from '../board/countdown.tsx'
import { Chart } from '../chart/chart.tsx'
import { useWords } from '../i18n.ts'
import { problemText } from '../problem-text.ts'
import { setState, useStore } from '../store.ts'
import { clockText } from '../time-text.ts'
import { toneGlyph } from '../turn-state.ts'
import { useProblem } from '../use-link.ts'
import { useServiceNow } from '../use-now.ts'
import { lineReason } from './line-reason.ts'
import { lineTone, standingOfLine } from './lines.ts'

/** Open while a line is chosen. */
export function LineDialog() {
  const row = useStore(({ connections, line }) =>
    connections.find(({ bot, channel }) => bot === line?.bot && channel === line.channel),
  )
  return row && <Shown key={`${row.bot} ${row.channel}`} row={row} />
}

function Shown({ row }: { row: ConnectionRow }) {
  const all = useWords()
  const words = all.connections
  const name = useStore(({ rows }) => nameOf(row.bot, rows.values()))
  const dialog = useRef<HTMLDialogElement>(null)
  const { tries, problem, retry } = useRetry(row)
  const standing = standingOfLine(row)
  const tone = lineTone[standing]
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const closed = () => {
    if (!dialog.current?.open) setState({ line: undefined })
  }
  return (
    <dialog ref={dialog} className="line-dialog" tabIndex={-1} aria-labelledby="line-title" onClose={closed}>
      <div className="line-told">
        <h2 id="line-title">{row.kind === 'peer' ? words.peer(row.bot) : words.title(name, row.channel)}</h2>
        <p>
          <span className={`chip tone-${tone}`}>
            <i aria-hidden="true">{toneGlyph[tone]}</i>
            {words.standings[standing]}
          </span>{' '}
          <span className="dim num">{words.since(clockText(row.since))}</span>
        </p>
        <p>{words.states[row.state] ?? row.state}</p>
        {row.reason !== undefined && (
          <p className="line-reason">
            <b>{words.lastTrouble}</b> {lineReason(row, all.lang)}
          </p>
        )}
        {row.retryAt !== undefined && (
          <p>
            {words.nextTry} <Countdown due={row.retryAt} useTime={useServiceNow} />
          </p>
        )}
        {row.waiting !== undefined && row.waiting > 0 && <p>{words.waiting(row.waiting)}</p>}
        {row.untold !== undefined && <p>{words.untold(row.untold)}</p>}
        {row.failures > 0 && <p className="dim">{words.failures(row.failures)}</p>}
        {standing === 'failed' && <p>{words.mustChange}</p>}
        {problem !== undefined && (
          <p className="line-problem" role="alert">
            {problem}
          </p>
        )}
        <form method="dialog" className="line-buttons">
          <button type="submit" className="button">
            {all.close}
          </button>
          {(row.kind !== 'peer' || standing !== 'online') && (
            <button type="button" className="button" aria-disabled={tries} onClick={retry}>
              {tries ? all.control.under : standing === 'online' ? words.reconnect : words.retry}
            </button>
          )}
        </form>
      </div>
      <LineChart row={row} />
    </dialog>
  )
}

function useRetry({ bot, channel }: ConnectionRow) {
  const { lang, connections: words } = useWords()
  const [tries, setTries] = useState(false)
  const [problem, setProblem] = useProblem()
  const retry = async () => {
    if (tries) return
    setTries(true)
    setProblem(undefined)
    try {
      await postRetry({ bot, channel })
    } catch (error) {
      setProblem(error instanceof Refused ? problemText(error, lang) : words.unreachable)
    }
    setTries(false)
  }
  return { tries, problem, retry: () => void retry() }
}

function LineChart({ row: { kind, state, retryAt } }: { row: ConnectionRow }) {
  const machine = kind ?? 'connection'
  const { lang } = useWords()
  const now = useServiceNow()
  const timers = retryAt === undefined ? [] : [{ id: 'pause', name: 'pause', due: retryAt }]
  return (
    <div className="line-chart">
      <Chart id={machine} standing={{ active: [`${machine}.${state}`], timers }} took={nothing} now={now} lang={lang} />
    </div>
  )
}

const nothing: string[] = []

function nameOf(bot: string, rows: Iterable<{ bot: string; botName: string }>): string {
  for (const row of rows) if (row.bot === bot) return row.botName
  return bot
}
