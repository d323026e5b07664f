// The board: every bot's groups, thousands of them, of which only those in sight are drawn.
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { BoardRow, StepRecord } from '../../src/feed/contract.ts'
import { chooseActor } from '../actions.ts'
import { BotLines } from '../connections/bot-lines.tsx'
import { LineDialog } from '../connections/line-dialog.tsx'
import { withSilentBots } from '../connections/lines.ts'
import { Silences } from '../control/silences.tsx'
import { useWords } from '../i18n.ts'
import { setState, type State, useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { turnStateOf, vitalityTone } from '../turn-state.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { boardLines, inSight, type Line, lineHeight, type Order, topsOf } from './board-rows.ts'
import { Countdown } from './countdown.tsx'
import { TurnChip } from './turn-chip.tsx'
import { VitalityMark } from './vitality-mark.tsx'
import './board.css'

const orders: Order[] = ['bots', 'activity']

export function Board() {
  const words = useWords()
  const rows = useStore((state) => state.rows)
  const filter = useStore((state) => state.filter)
  const order = useStore((state) => state.order)
  const connections = useStore((state) => state.connections)
  const lines = useMemo(
    () => withSilentBots(boardLines(rows.values(), filter, order), connections, filter, order),
    [rows, connections, filter, order],
  )
  const groups = lines.reduce((sum, { kind }) => sum + (kind === 'group' ? 1 : 0), 0)
  return (
    <nav className="board" aria-label={words.board.title}>
      <div className="board-tools">
        <Filter />
        <div className="switch" role="group" aria-label={words.board.orderName}>
          {orders.map((name) => (
            <button key={name} type="button" aria-pressed={order === name} onClick={() => setState({ order: name })}>
              {words.board.order[name]}
            </button>
          ))}
        </div>
      </div>
      {lines.length === 0 ? (
        <p className="note">{rows.size === 0 ? words.board.none : words.board.nothing}</p>
      ) : (
        <Lines lines={lines} withBot={order === 'activity'} />
      )}
      <p className="board-count num" role="status">
        {words.board.count(groups, rows.size)}
      </p>
      <LineDialog />
    </nav>
  )
}

/** Keeps its own text: the state tells its listeners a frame later, too late for what is typed. */
function Filter() {
  const words = useWords()
  const filter = useStore((state) => state.filter)
  const [text, setText] = useState(filter)
  return (
    <input
      id="filter"
      type="search"
      value={text}
      placeholder={`${words.board.filter}  /`}
      aria-label={words.board.filter}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => {
        setText(target.value)
        setState({ filter: target.value })
      }}
    />
  )
}

function Lines({ lines, withBot }: { lines: readonly Line[]; withBot: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ top: 0, height: 800 })
  const actor = useStore((state) => state.actor)
  const tops = useMemo(() => topsOf(lines), [lines])
  const [first, end] = inSight(tops, sight.top - 200, sight.top + sight.height + 200)
  // The line with the focus stays there wherever a moving list puts it: its focus would go with it.
  const [focused, setFocused] = useState<string>()
  const held = focused === undefined ? -1 : lines.findIndex((line) => line.kind === 'group' && line.row.key === focused)
  const drawn = [
    ...(held >= 0 && held < first ? [held] : []),
    ...Array.from({ length: end - first }, (_, i) => first + i),
    ...(held >= end ? [held] : []),
  ].flatMap((at) => (lines[at] ? [{ at, line: lines[at] }] : []))

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = () => setSight({ top: element.scrollTop, height: element.clientHeight })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])

  // What the keys chose comes into sight; a list that merely changes does not scroll.
  useEffect(() => {
    const element = box.current
    const at = lines.findIndex((line) => line.kind === 'group' && line.row.key === actor)
    const top = tops[at]
    if (!element || top === undefined) return
    if (top < element.scrollTop) element.scrollTop = top - lineHeight.bot
    const bottom = top + lineHeight.group
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
  }, [actor])

  return (
    <div
      className="board-lines"
      ref={box}
      onScroll={({ currentTarget }) => setSight({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
    >
      <ul style={{ height: tops.at(-1) }}>
        {drawn.map(({ at, line }) => (
          <li
            key={line.kind === 'bot' ? line.bot : line.row.key}
            aria-setsize={lines.length}
            aria-posinset={at + 1}
            style={{ top: tops[at], height: lineHeight[line.kind] }}
            onFocus={() => setFocused(line.kind === 'group' ? line.row.key : undefined)}
            onBlur={() => setFocused(undefined)}
          >
            {line.kind === 'bot' ? (
              <>
                <h2>
                  {line.name} <span className="num">{line.groups}</span>
                </h2>
                <BotLines bot={line.bot} />
              </>
            ) : (
              <GroupLine row={line.row} chosen={line.row.key === actor} withBot={withBot} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface GroupLineProps {
  row: BoardRow
  chosen: boolean
  withBot: boolean
}

const GroupLine = memo(function GroupLine({ row, chosen, withBot }: GroupLineProps) {
  const words = useWords()
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const past = useStore((state) => pastOf(state, row.key))
  const { vitality, active, timers, waiting } = past ?? row
  const next = timers.filter(({ id }) => !id.includes('.vitality')).toSorted((a, b) => a.due - b.due)[0]
  const last = past ? past.verdicts.at(-1) : row.last
  return (
    <button
      type="button"
      className={paused && !past ? 'group-line of-now' : 'group-line'}
      aria-current={chosen}
      onClick={() => chooseActor(row.key)}
    >
      <VitalityMark vitality={vitality} />
      <span className="group-title">
        {row.groupTitle}
        {withBot && <span className="dim"> · {row.botName}</span>}
      </span>
      <TurnChip turn={turnStateOf(active)} />
      <span className="group-more">
        <Silences of={past ?? row} />
        <span className={`vitality-name tone-${vitalityTone[vitality]}`}>{vitality}</span>
        {waiting > 0 && <span className="num">✉ {waiting}</span>}
        {next ? (
          <span className="group-timer">
            ◷ {next.name} <Countdown due={next.due} />
          </span>
        ) : (
          last && (
            <span className="group-timer">
              {words.gates[last.gate]} · {whyText(last, words.lang)}
            </span>
          )
        )}
      </span>
    </button>
  )
})

/** The standing at the cursor, of the bots in the shown group; undefined: only the present is known. */
function pastOf({ actor, steps, siblings, cursor }: State, key: string): StepRecord | undefined {
  if (cursor === undefined) return undefined
  const shown = stepAt(steps, cursor)
  return key === actor ? shown : shown && siblings.get(key)?.findLast(({ at }) => at <= shown.at)
}
