// The lines of the board, thousands of them, of which only those in sight are drawn.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { BotLines } from '../connections/bot-lines.tsx'
import { botOf } from '../invoked/bot-row.ts'
import { useStore } from '../store.ts'
import { heightOf, inSight, type Line, type Order, topsOf } from './board-rows.ts'
import { GroupLine } from './group-line.tsx'
import { isFailure, troubleOf } from './model-trouble.ts'
import { slotsOf } from './slots.ts'
import { TroubleMark } from './trouble-mark.tsx'

const keyOf = (line: Exclude<Line, { kind: 'group' }>): string =>
  line.kind === 'bot' ? `bot ${line.bot}` : `room ${line.group}`

export function Lines({ lines, order }: { lines: readonly Line[]; order: Order }) {
  const box = useRef<HTMLDivElement>(null)
  const scrolled = useRef(false)
  const slots = useRef<ReadonlyMap<string, number>>(new Map())
  const [sight, setSight] = useState({ top: 0, height: 800 })
  const actor = useStore((state) => state.actor && botOf(state.actor))
  const filter = useStore((state) => state.filter)
  const lang = useStore((state) => state.lang)
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const rows = useStore((state) => state.rows)
  const tops = useMemo(() => topsOf(lines), [lines])
  const [first, end] = inSight(tops, sight.top - 100, sight.top + sight.height + 100)
  // The line with the focus stays there wherever a moving list puts it: its focus would go with it.
  const [focused, setFocused] = useState<string>()
  const held = focused === undefined ? -1 : lines.findIndex((line) => line.kind === 'group' && line.row.key === focused)
  const drawn = [
    ...(held >= 0 && held < first ? [held] : []),
    ...Array.from({ length: end - first }, (_, i) => first + i),
    ...(held >= end ? [held] : []),
  ].flatMap((at) => (lines[at] ? [{ at, line: lines[at] }] : []))
  const keys = drawn.flatMap(({ line }) => (line.kind === 'group' ? [line.row.key] : []))
  slots.current = slotsOf(slots.current, keys, focused)

  const look = () => {
    const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: 0 }
    scrolled.current = scrollTop > 0
    setSight({ top: scrollTop, height: clientHeight })
  }
  useEffect(() => {
    const sizes = new ResizeObserver(look)
    if (box.current) sizes.observe(box.current)
    return () => sizes.disconnect()
  }, [])

  // What the keys chose comes into sight; a list that merely changes does not scroll.
  useEffect(() => {
    const element = box.current
    const at = lines.findIndex((line) => line.kind === 'group' && line.row.key === actor)
    const [top, bottom] = [tops[at], tops[at + 1]]
    if (!element || top === undefined || bottom === undefined) return
    if (top < element.scrollTop) element.scrollTop = top - 50
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
    scrolled.current = element.scrollTop > 0
  }, [actor])

  // Whoever filters or sorts looks from the first hit on.
  useLayoutEffect(() => {
    // Asked only where it is needed: it lays out all that has changed.
    if (!scrolled.current || !box.current) return
    box.current.scrollTop = 0
    // In the same frame: the scroll is told a frame later.
    setSight((before) => ({ ...before, top: 0 }))
  }, [filter, order])

  return (
    <div className="board-lines grow" ref={box} onScroll={look}>
      <ul style={{ height: tops.at(-1) }}>
        {drawn.map(({ at, line }) => (
          <li
            key={line.kind === 'group' ? slots.current.get(line.row.key) : keyOf(line)}
            className={line.kind === 'group' ? 'apart' : undefined}
            aria-setsize={lines.length}
            aria-posinset={at + 1}
            style={{ top: tops[at], height: heightOf(line) }}
            onFocus={() => setFocused(line.kind === 'group' ? line.row.key : undefined)}
            onBlur={() => setFocused(undefined)}
          >
            {line.kind === 'group' ? (
              <GroupLine
                row={line.row}
                chosen={line.row.key === actor}
                fails={isFailure(line.row.call) && troubleOf(line.row.bot, rows) !== undefined}
                {...{ order, lang, paused }}
              />
            ) : (
              <h2 className="heading">
                {line.name} <span className="num">{line.kind === 'bot' ? line.groups : line.bots}</span>{' '}
                {line.kind === 'bot' && <TroubleMark bot={line.bot} />}
              </h2>
            )}
            {line.kind === 'bot' && <BotLines bot={line.bot} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
