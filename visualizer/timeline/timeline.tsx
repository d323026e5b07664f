// Chat, turn, model calls and vitality over time; scrubbed by dragging, zoomed by the wheel.
import { useMemo, useRef } from 'react'
import type { StepRecord } from '../../src/feed/contract.ts'
import { showStep } from '../actions.ts'
import { IconButton } from '../chart/icon-button.tsx'
import { handleKey } from '../frame/handle-key.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { clockText } from '../time-text.ts'
import { useNow } from '../use-now.ts'
import { Axis, ChatLane, Playhead, SpanLane } from './lanes.tsx'
import { marksOf } from './marks.ts'
import { xOf } from './scale.ts'
import { callSpans, stepAtTime, turnSpans, visible, vitalitySpans } from './spans.ts'
import { TimelineTip } from './timeline-tip.tsx'
import { timelineWords } from './timeline-words.ts'
import { type TimeHand, useTimeHand } from './use-time-hand.ts'
import './timeline.css'

export function Timeline() {
  const steps = useStore((state) => state.steps)
  const talk = useStore((state) => state.talk)
  const cursor = useStore((state) => state.cursor)
  const now = useNow()
  const { lang, noStep } = useWords()
  const words = timelineWords[lang]
  const frame = useRef<HTMLDivElement>(null)
  const shown = stepAt(steps, cursor) ?? steps[0]
  const present = Math.max(now, steps.at(-1)?.at ?? now)
  const first = Math.min(steps[0]?.at ?? present, talk[0]?.at ?? present)
  const scrub = (at: number) => {
    const step = at >= present ? undefined : (stepAtTime(steps, at) ?? steps[0])
    if (step?.seq !== cursor) showStep(step?.seq)
  }
  const at = cursor === undefined ? undefined : shown?.at
  const hand = useTimeHand({ frame, margins, present, first, at, onScrub: scrub })
  const { scale, size, hover } = hand
  const lanes = useMemo(
    () => ({ turn: turnSpans(steps), calls: callSpans(steps), vitality: vitalitySpans(steps) }),
    [steps],
  )

  const lane = Math.min(34, Math.max(18, (size.height - top - 6) / 4))
  const least = ((scale.to - scale.from) / scale.width) * 2.5
  const head = xOf(scale, at ?? present)
  const y = (index: number) => top + index * lane
  const cut = (spans: typeof lanes.turn) => visible(spans, scale.from, Math.min(scale.to, present), least)

  const place = shown === undefined ? noStep : `${words.step} ${shown.seq} ${words.at} ${clockText(shown.at)}`
  return (
    <div ref={frame} className="timeline">
      <div
        className="timeline-slider"
        role="slider"
        tabIndex={0}
        aria-label={words.timeline}
        aria-description={words.keys}
        aria-valuemin={steps[0]?.seq ?? 0}
        aria-valuemax={steps.at(-1)?.seq ?? 0}
        aria-valuenow={shown?.seq ?? 0}
        aria-valuetext={cursor === undefined ? `${words.live}, ${place}` : place}
        onKeyDown={(event) => handleKey(event, deedsOf(event.shiftKey ? 10 : 1, steps, cursor, hand))}
      >
        <svg width={size.width} height={size.height} aria-hidden="true">
          <Axis scale={scale} height={size.height} top={top} steps={steps} head={head} />
          {[words.lanes.chat, words.lanes.turn, words.lanes.calls, words.lanes.vitality].map((name, index) => (
            <text key={name} className="lane-name" x={14} y={y(index) + lane / 2 + 4}>
              {name}
            </text>
          ))}
          <ChatLane scale={scale} marks={marksOf(talk, scale)} y={y(0)} height={lane} />
          <SpanLane scale={scale} spans={cut(lanes.turn)} y={y(1)} height={lane} />
          <SpanLane scale={scale} spans={cut(lanes.calls)} y={y(2)} height={lane} />
          <SpanLane scale={scale} spans={cut(lanes.vitality)} y={y(3)} height={lane} />
          {hover && <path className="cross" d={`M${hover.x} ${top - 4}V${size.height}`} />}
          <Playhead
            x={head}
            scale={scale}
            bottom={size.height}
            live={cursor === undefined}
            text={cursor === undefined ? words.live : clockText(at ?? now)}
          />
        </svg>
      </div>
      <div className="timeline-tools" role="toolbar" aria-label={words.timeline}>
        <IconButton name={words.zoomOut} d="M3.5 8h9" onClick={() => hand.zoomBy(1.6)} />
        <IconButton name={words.zoomIn} d="M3.5 8h9M8 3.5v9" onClick={() => hand.zoomBy(1 / 1.6)} />
        <IconButton name={words.all} d="M2.5 4v8M13.5 4v8M4.5 8h7M6.5 6 4.5 8l2 2M9.5 6l2 2-2 2" onClick={hand.all} />
      </div>
      {hover && <TimelineTip {...hover} {...{ scale, present, lanes, talk }} />}
    </div>
  )
}

const margins = { left: 96, right: 16 }
const top = 24

/** `far`: how many steps an arrow goes. Before the first step it has no meaning: the page may know earlier ones. */
function deedsOf(far: number, steps: readonly StepRecord[], cursor: number | undefined, hand: TimeHand) {
  const at = cursor === undefined ? steps.length : steps.findLastIndex(({ seq }) => seq <= cursor)
  const go = (index: number) => () => showStep(steps[Math.max(0, index)]?.seq)
  return {
    ...(at > 0 && { ArrowLeft: go(at - far), PageUp: go(at - 10) }),
    ArrowRight: go(at + far),
    PageDown: go(at + 10),
    Home: go(0),
    End: () => showStep(undefined),
    '+': () => hand.zoomBy(0.7),
    '=': () => hand.zoomBy(0.7),
    '-': () => hand.zoomBy(1.4),
    '0': hand.all,
  }
}
