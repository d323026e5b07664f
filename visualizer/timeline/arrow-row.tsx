// A row of the sequence: its time, its arrow over the lifelines, and what the gates said.
import { memo } from 'react'
import type { TalkLine } from '../../src/feed/contract.ts'
import { clipped } from '../../src/outcomes/clipped.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { useWords } from '../i18n.ts'
import { toldOf } from '../room/told.ts'
import { clockText, spanText } from '../time-text.ts'
import type { Arrow } from './arrows.ts'
import { lifelines, type Places, rowHeight } from './places.ts'
import { type Lifeline, timelineWords } from './timeline-words.ts'

export const ArrowRow = memo(function ArrowRow({ arrow, said, before, places }: ArrowRowProps) {
  const { lang } = useWords()
  const words = timelineWords[lang]
  const { at, kind, name, who, took, mentioned, notes, from, to } = arrow
  const [a, b] = [places.x[from], places.x[to]]
  const self = from === to
  const left = Math.min(a, b) + (self ? 26 : 8)
  // Words get all the room up to those of the gates.
  const width = self || said ? (places.notes ?? places.width) - left - 4 : Math.abs(b - a) - 16
  return (
    <>
      <time className="num dim">{before?.seq === arrow.seq ? '' : clockText(at)}</time>
      <span className="unseen">{self ? words.actors[from] : `${words.actors[from]} → ${words.actors[to]}`}: </span>
      <svg width={places.width} height={rowHeight} className="soft" aria-hidden="true">
        {lifelines.map((lifeline) => (
          <Piece key={lifeline} x={places.x[lifeline]} lifeline={lifeline} before={before} after={arrow} />
        ))}
        <g className={`arrow ${kind}`}>
          <path
            className="shaft"
            d={self ? `M${a} 10h12q4 0 4 4v2q0 4 -4 4h-7` : `M${a} ${middle}H${b + (a < b ? -6 : 6)}`}
          />
          <path className="head" d={headAt(self ? a + 5 : b, self ? 20 : middle, self || a > b)} />
        </g>
      </svg>
      <span
        className={['arrow-text cut finest soft', kind, self && 'self', said && 'said'].filter(Boolean).join(' ')}
        style={{ left, width }}
        title={said && toldOf(said)}
      >
        {signs[kind]}
        <b>{said?.name ?? who ?? name}</b>
        {mentioned && <em>@</em>}
        {said ? <bdi> “{clipped(toldOf(said), 120)}”</bdi> : who !== undefined && <span> {name}</span>}
        {took !== undefined && <span> {spanText(took, lang)}</span>}
      </span>
      {notes.length > 0 && (
        <span
          className={places.notes === undefined ? 'unseen' : 'arrow-notes cut dim finest'}
          style={{ left: (places.notes ?? 0) + 20 }}
          title={notes.map((note) => `${note.said}: ${whyText(note.cause, lang)}`).join('\n')}
        >
          {notes.map((note) => (
            <span key={note.said}>
              <b>{note.said}</b> {whyText(note.cause, lang)}
            </span>
          ))}
        </span>
      )}
    </>
  )
})

interface ArrowRowProps {
  arrow: Arrow
  /** What was said by it, where that is known. */
  said: TalkLine | undefined
  before: Arrow | undefined
  places: Places
}

export function Lifelines({ places }: { places: Places }) {
  const { actors } = timelineWords[useWords().lang]
  return (
    <div className="sequence-heads" aria-hidden="true">
      {lifelines.map((lifeline) => (
        <span key={lifeline} className="finer" style={{ left: places.x[lifeline] }}>
          {actors[lifeline]}
        </span>
      ))}
    </div>
  )
}

/** A lifeline through the row: dashed at rest; the group's wears the turn's colour, a call's is thick while it runs. */
function Piece({ x, lifeline, before, after }: PieceProps) {
  const paint = (arrow: Arrow | undefined): string | undefined => {
    if (lifeline === 'group') return arrow && arrow.tone !== 'rest' ? `tone-${arrow.tone}` : undefined
    return arrow?.call === lifeline ? `tone-${lifeline === 'deliver' ? 'send' : 'think'}` : undefined
  }
  const half = (tone: string | undefined, y: number, height: number) =>
    tone === undefined ? (
      <path className="rest" d={`M${x} ${y}v${height}`} />
    ) : (
      <rect className={`works ${tone}`} x={x - 3.5} y={y} width={7} height={height} />
    )
  return (
    <>
      {half(paint(before), 0, middle)}
      {half(paint(after), middle, rowHeight - middle)}
    </>
  )
}

interface PieceProps {
  x: number
  lifeline: Lifeline
  before: Arrow | undefined
  after: Arrow
}

const middle = 19

const headAt = (x: number, y: number, leftwards: boolean): string =>
  leftwards ? `M${x} ${y}l7 -4v8Z` : `M${x} ${y}l-7 -4v8Z`

const signs: Record<Arrow['kind'], string> = { message: '', timer: '◷ ', call: '', done: '✓ ', error: '✕ ', event: '' }
