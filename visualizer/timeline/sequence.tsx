// Who told whom what, and when: a row for each arrow between channel, group and the calls; only rows in sight are drawn.
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { StepRecord } from '../../src/feed/contract.ts'
import { showStep } from '../actions.ts'
import { useSize } from '../chart/use-size.ts'
import { handleKey } from '../frame/handle-key.ts'
import { useWords } from '../i18n.ts'
import { botRow } from '../invoked/bot-row.ts'
import { useStore } from '../store.ts'
import { arrowOf, arrowsOf } from './arrows.ts'
import { ArrowRow, Lifelines } from './arrow-row.tsx'
import { placesOf, rowHeight } from './places.ts'
import { timelineWords } from './timeline-words.ts'
import { saidBy } from './said.ts'

export function Sequence() {
  const steps = useStore((state) => state.steps)
  const cursor = useStore((state) => state.cursor)
  const talk = useStore((state) => state.talk)
  const bot = useStore((state) => botRow(state)?.botName ?? '')
  const { lang, noStep } = useWords()
  const words = timelineWords[lang]
  const name = useId()
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [top, setTop] = useState(0)
  const arrows = useMemo(() => arrowsOf(steps), [steps])
  const said = useMemo(() => saidBy(talk, bot), [talk, bot])
  const picked = cursor === undefined ? arrows.length - 1 : arrowOf(arrows, cursor)
  const shownSeq = arrows[picked]?.seq
  const places = placesOf(size.width)

  // Live it follows the end until somebody scrolls away from it; paused it shows the step under the cursor.
  const follows = useRef(true)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || size.height === 0) return
    if (cursor === undefined) {
      if (follows.current) element.scrollTop = element.scrollHeight
      return
    }
    const y = picked * rowHeight
    if (y < element.scrollTop) element.scrollTop = y - 2 * rowHeight
    else if (y + 3 * rowHeight > element.scrollTop + size.height) element.scrollTop = y - size.height / 2
  }, [cursor, picked, size])
  useLayoutEffect(() => {
    if (cursor === undefined) follows.current = true
  }, [cursor])

  const first = Math.max(0, Math.floor(top / rowHeight) - 6)
  const rows = arrows.slice(first, first + Math.ceil(size.height / rowHeight) + 12)
  const go = (by: number) => () => showStep(seqBeside(steps, shownSeq, by))
  const keys = {
    ArrowUp: go(-1),
    ArrowDown: go(1),
    PageUp: go(-10),
    PageDown: go(10),
    Home: () => showStep(steps[0]?.seq),
    End: () => showStep(undefined),
  }
  return (
    <div className="sequence column">
      <Lifelines places={places} />
      <div
        ref={frame}
        className="sequence-rows grow"
        role="listbox"
        tabIndex={0}
        aria-label={words.sequence}
        aria-activedescendant={picked >= first && picked < first + rows.length ? `${name}${picked}` : undefined}
        onKeyDown={(event) => handleKey(event, keys)}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollTop + clientHeight > scrollHeight - 2 * rowHeight
          setTop(scrollTop)
        }}
      >
        <div role="presentation" style={{ height: arrows.length * rowHeight + rowHeight / 2 }}>
          {rows.map((arrow, index) => (
            <div
              key={`${arrow.seq} ${arrow.kind}`}
              id={`${name}${first + index}`}
              role="option"
              className="sequence-row"
              aria-selected={arrow.seq === shownSeq}
              aria-setsize={arrows.length}
              aria-posinset={first + index + 1}
              style={{ top: (first + index) * rowHeight }}
              onClick={() => showStep(arrow.seq)}
            >
              <ArrowRow arrow={arrow} said={said(arrow)} before={arrows[first + index - 1]} places={places} />
            </div>
          ))}
        </div>
      </div>
      {arrows.length === 0 && <p className="sequence-empty note">{noStep}</p>}
    </div>
  )
}

/** Past the last step lies live. */
function seqBeside(steps: readonly StepRecord[], seq: number | undefined, by: number): number | undefined {
  const at = steps.findIndex((step) => step.seq === seq) + by
  return steps[Math.max(0, at)]?.seq
}
