// The group's talk at the cursor; each message wears what became of it at every bot of the group.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BoardRow, StepRecord, TalkLine } from '../../src/feed/contract.ts'
import { useWords } from '../i18n.ts'
import { type State, useStore } from '../store.ts'
import { stepAt, stepsUntil } from '../steps.ts'
import { readTalkBack } from '../talk.ts'
import { clockText } from '../time-text.ts'
import { useNow } from '../use-now.ts'
import { Composer } from './composer.tsx'
import { type Fate, fateOf, fatesOf } from '../../src/outcomes/outcomes.ts'
import { Message, type Wears } from './message.tsx'
import { usePlace } from './use-place.ts'
import './room.css'

const drawnAtOnce = 200

export function Room() {
  const words = useWords()
  const row = useStore(({ rows, actor }) => rows.get(actor ?? ''))
  return (
    <section className="room" aria-label={words.panes.room}>
      <header>
        <h2>{row?.groupTitle ?? words.panes.room}</h2>
        <Clock />
      </header>
      {row ? <Talk key={`talk ${row.group}`} row={row} /> : <p className="note grow">{words.room.notHere}</p>}
      {row && <Composer key={`say ${row.group}`} group={row.group} title={row.groupTitle} />}
    </section>
  )
}

function Talk({ row }: { row: BoardRow }) {
  const words = useWords()
  const talk = useStore((state) => state.talk)
  const olderTalk = useStore((state) => state.olderTalk)
  const steps = useStore((state) => state.steps)
  const cursor = useStore((state) => state.cursor)
  const chosen = useStore((state) => state.message)
  const [drawn, setDrawn] = useState(drawnAtOnce)
  const at = cursor === undefined ? Infinity : (stepAt(steps, cursor)?.at ?? Infinity)
  const said = useMemo(() => talk.filter((line) => line.at <= at), [talk, at])
  const lines = useMemo(() => said.slice(-drawn), [said, drawn])
  const bots = useBots(row, at)
  const older = olderTalk && talk.length > 0
  const reading = useRef(false)
  const more = async () => {
    if (said.length <= drawn) {
      if (!older || reading.current) return
      reading.current = true
      await readTalkBack().catch(() => {})
      reading.current = false
    }
    setDrawn(drawn + drawnAtOnce)
  }
  const { box, follows, look, toEnd } = usePlace(lines, row.key, () => void more())
  useEffect(() => {
    if (follows) setDrawn(drawnAtOnce)
  }, [follows])
  return (
    <div className="talk">
      <div className="talk-lines" ref={box} onScroll={look} tabIndex={0} role="log" aria-label={row.groupTitle}>
        {said.length === 0 && <p className="note">{words.room.empty}</p>}
        {(said.length > drawn || older) && (
          <button type="button" className="ghost earlier" onClick={() => void more()}>
            {words.room.earlier}
          </button>
        )}
        <ol>
          {lines.map((line) => (
            <Message key={line.id} line={line} chosen={line.id === chosen} wears={wornBy(line, bots)} />
          ))}
        </ol>
      </div>
      {!follows && (
        <button type="button" className="pill to-end" onClick={toEnd}>
          {words.room.later}
        </button>
      )}
    </div>
  )
}

interface BotHere {
  row: BoardRow
  fates: ReadonlyMap<string, Fate>
  /** Messages before it lie before what is loaded. */
  since: number
}

/** The bots of the group, the shown one first. */
function useBots(shown: BoardRow, at: number): BotHere[] {
  const rows = useStore((state) => state.rows)
  const steps = useStore((state) => state.steps)
  const older = useStore((state) => state.older)
  const cursor = useStore((state) => state.cursor)
  const siblings = useStore((state) => state.siblings)
  return useMemo(() => {
    const others = [...rows.values()].filter(({ key, group }) => group === shown.group && key !== shown.key)
    return [
      { row: shown, fates: fatesOf(stepsUntil(steps, cursor)), since: sinceOf(steps, older) },
      ...others.map((row) => {
        const known = siblings.get(row.key) ?? []
        return { row, fates: fatesOf(known.filter((step) => step.at <= at)), since: sinceOf(known, true) }
      }),
    ]
  }, [rows, shown, siblings, steps, older, cursor, at])
}

const sinceOf = (steps: readonly StepRecord[], older: State['older']): number =>
  older ? (steps[0]?.at ?? Infinity) : 0

function wornBy(line: TalkLine, bots: BotHere[]): Wears[] {
  return bots.flatMap(({ row, fates, since }): Wears[] => {
    const kind = fateOf(fates.get(line.id), line.at, since)
    if (kind === undefined || kind === 'own') return []
    return [{ actor: row.key, bot: bots.length > 1 ? row.botName : '', kind, fate: fates.get(line.id) }]
  })
}

function Clock() {
  const now = useNow()
  return <time className="dim num">{clockText(now)}</time>
}
