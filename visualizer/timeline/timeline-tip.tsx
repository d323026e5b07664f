// What lies under the pointer, in words.
import type { TalkLine } from '../../src/feed/contract.ts'
import { useWords } from '../i18n.ts'
import { clockText, spanText } from '../time-text.ts'
import { type Scale, timeAt } from './scale.ts'
import type { Span } from './spans.ts'
import { timelineWords } from './timeline-words.ts'

export function TimelineTip({ x, page, scale, present, lanes, talk }: TimelineTipProps) {
  const { lang } = useWords()
  const words = timelineWords[lang]
  const at = timeAt(scale, x)
  const reach = ((scale.to - scale.from) / scale.width) * 5
  const said = talk.filter((line) => Math.abs(line.at - at) <= reach)
  const [only] = said
  const spans = [lanes.turn, lanes.calls, lanes.vitality].flatMap((lane) => {
    const span = lane.findLast(({ from }) => from <= at)
    return span && at <= Math.min(span.to, present) ? [span] : []
  })
  const { innerWidth, innerHeight } = window
  const left = Math.max(8, Math.min(page.x + x + 12, innerWidth - 332))
  return (
    <div className="tip timeline-tip num" style={{ left, bottom: innerHeight - page.y + 4 }} role="presentation">
      <b>{clockText(at)}</b>
      {only && (
        <p className="clamp soft">{said.length > 1 ? words.messages(said.length) : `${only.name}: ${only.text}`}</p>
      )}
      {spans.map(({ name, tone, from, to, seq }) => (
        <p key={`${name} ${seq}`} className={`tone-${tone}`}>
          <i /> {name.replaceAll('.', ' › ')}{' '}
          <span className="dim">{spanText(Math.min(to, present) - from, lang)}</span>
        </p>
      ))}
    </div>
  )
}

interface TimelineTipProps {
  /** The pointer in the timeline, and the timeline in the window, px. */
  x: number
  page: { x: number; y: number }
  scale: Scale
  present: number
  lanes: Record<'turn' | 'calls' | 'vitality', Span[]>
  talk: readonly TalkLine[]
}
