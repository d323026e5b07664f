// One line in full: how it stands on its chart, why, and a way to try again.
import { useState } from 'react'
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { postRetry, Refused } from '../api.ts'
import { Countdown } from '../board/countdown.tsx'
import { Chart } from '../chart/chart.tsx'
import { useModal } from '../frame/use-modal.ts'
import { useWords } from '../i18n.ts'
import { problemText } from '../problem-text.ts'
import { setState, useStore } from '../store.ts'
import { clockText } from '../time-text.ts'
import { toneGlyph } from '../turn-state.ts'
import { useProblem } from '../use-link.ts'
import { serviceNow } from '../use-now.ts'
import type { Words } from '../words.ts'
import { lineReason } from './line-reason.ts'
import { lineTone, standingOfLine } from './lines.ts'
import { mcpWords } from './mcp-words.ts'

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
  const name = useStore(({ rows }) => rows.values().find(({ bot }) => bot === row.bot)?.botName ?? row.bot)
  const modal = useModal(() => setState({ line: undefined }))
  const { tries, problem, retry } = useRetry(row)
  const standing = standingOfLine(row)
  const tone = lineTone[standing]
  return (
    <dialog {...modal} className="line-dialog" tabIndex={-1} aria-labelledby="line-title">
      <div className="line-told column soft">
        <h2 id="line-title">{titleOf(row, name, all)}</h2>
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
            <b className="heading">{words.lastTrouble}</b>{' '}
            {row.kind === 'mcp' ? mcpWords[all.lang].reason(row.reason) : lineReason(row, all.lang)}
          </p>
        )}
        {row.retryAt !== undefined && (
          <p>
            {words.nextTry} <Countdown due={row.retryAt} timeOf={serviceNow} />
          </p>
        )}
        {row.waiting !== undefined && row.waiting > 0 && <p>{words.waiting(row.waiting)}</p>}
        {row.untold !== undefined && <p>{words.untold(row.untold)}</p>}
        {row.toolsOff && <p>{mcpWords[all.lang].toolsOff(row.toolsOff)}</p>}
        {row.failures > 0 && <p className="dim">{words.failures(row.failures)}</p>}
        {standing === 'failed' && <p>{words.mustChange}</p>}
        {problem !== undefined && (
          <p className="warn" role="alert">
            {problem}
          </p>
        )}
        <form method="dialog" className="line-buttons row">
          <button type="submit" className="button">
            {all.close}
          </button>
          {(row.kind !== 'peer' || standing !== 'online') && (
            <button type="button" className="button" aria-disabled={tries} onClick={retry}>
              {tries ? all.why.underWay : standing === 'online' ? words.reconnect : words.retry}
            </button>
          )}
        </form>
      </div>
      <LineChart row={row} />
    </dialog>
  )
}

function titleOf({ kind, bot, channel }: ConnectionRow, name: string, { lang, connections }: Words): string {
  if (kind === 'peer') return connections.peer(bot)
  return kind === 'mcp' ? mcpWords[lang].title(bot) : connections.title(name, channel)
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
      setProblem(error instanceof Refused ? await problemText(error, lang) : words.unreachable)
    }
    setTries(false)
  }
  return { tries, problem, retry: () => void retry() }
}

function LineChart({ row: { kind, state, retryAt } }: { row: ConnectionRow }) {
  const machine = kind === 'peer' ? kind : 'connection'
  const timers = retryAt === undefined ? [] : [{ id: 'pause', name: 'pause', due: retryAt }]
  return (
    <div className="line-chart">
      <Chart id={machine} standing={{ active: [`${machine}.${state}`], timers }} timeOf={serviceNow} />
    </div>
  )
}
