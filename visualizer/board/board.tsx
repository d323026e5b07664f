// The board: every bot in every room, by bot, by room or the latest first; filtered, counted, and searched.
import { useMemo } from 'react'
import { withSilentBots } from '../connections/lines.ts'
import { later } from '../frame/later.tsx'
import { useWords } from '../i18n.ts'
import { getState, parts, setState, useStore } from '../store.ts'
import { countsOf, type Order } from './board-rows.ts'
import { boardWords } from './board-words.ts'
import { Lines } from './lines.tsx'
import { listed } from './listed.ts'
import './board.css'

const Found = later(async () => (await import('./found.tsx')).Found)
const LineDialog = later(async () => (await import('../connections/line-dialog.tsx')).LineDialog)
const orders: Order[] = ['bots', 'rooms', 'activity']

export function Board() {
  const words = useWords()
  const { lang } = words
  const told = boardWords[lang]
  const rows = useStore((state) => state.rows)
  const filter = useStore((state) => state.filter)
  const order = useStore((state) => state.order)
  const connections = useStore((state) => state.connections)
  const isLineShown = useStore(({ line }) => line !== undefined)
  const lines = useMemo(
    () => withSilentBots(listed({ rows, filter, order, lang }), connections, filter, order),
    [rows, connections, filter, order, lang],
  )
  const all = useMemo(() => countsOf(rows.values()), [rows])
  const shown = useMemo(() => countsOf(lines.flatMap((line) => (line.kind === 'group' ? [line.row] : []))), [lines])
  return (
    <nav className="board column" aria-label={words.board.title}>
      {tools}
      {lines.length === 0 ? (
        <p className="note">{rows.size === 0 ? words.board.none : words.board.nothing}</p>
      ) : (
        <Lines lines={lines} order={order} />
      )}
      {filter.trim().length > 1 && <Found />}
      <p className="board-count dim finer num" role="status">
        {told.count(shown, all)}
      </p>
      {isLineShown && <LineDialog />}
    </nav>
  )
}

function Tools() {
  const words = useWords()
  const order = useStore((state) => state.order)
  return (
    <div className="board-tools stack">
      <Filter />
      <div className="switch row" role="group" aria-label={words.board.orderName}>
        {orders.map((name) => (
          <button
            key={name}
            type="button"
            className="soft"
            aria-pressed={order === name}
            onClick={() => setState({ order: name }, [parts.page])}
          >
            {boardWords[words.lang].order[name]}
          </button>
        ))}
      </div>
    </div>
  )
}

/** They stay as they are when rows change. */
const tools = <Tools />

/** Keeps its own text: the state tells its listeners a frame later, too late for what is typed. */
function Filter() {
  const told = boardWords[useWords().lang]
  return (
    <input
      id="filter"
      type="search"
      defaultValue={getState().filter}
      placeholder={`${told.filter}  /`}
      aria-label={told.filter}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => setState({ filter: target.value }, [parts.page])}
    />
  )
}
