// The rows of the timeline: time itself, the chat, spans in their colours, and the line of the moment shown.
import { memo } from 'react'
import type { StepRecord } from '../../src/feed/contract.ts'
import { Glyph } from '../chart/glyph.tsx'
import type { Mark } from './marks.ts'
import { readersTime } from '../time-text.ts'
import { type Scale, xOf } from './scale.ts'
import type { Span } from './spans.ts'
import { isTickTold, tickText, ticks } from './window.ts'

/** `head` is where the playhead's own time stands, px. */
export function Axis({ scale, height, top, steps, head }: AxisProps) {
  const { from, to, width } = scale
  const shown = readersTime(to)
  const offset = shown - to - new Date(shown).getTimezoneOffset() * 60_000
  return (
    <g>
      {ticks(from, to, width, 84, offset).map((at) => (
        <g key={at} className="tick">
          <path d={`M${xOf(scale, at)} ${top - 4}V${height}`} />
          {isTickTold(scale, at, head) && (
            <text x={xOf(scale, at)} y={14} textAnchor="middle">
              {tickText(at, from, to, offset)}
            </text>
          )}
        </g>
      ))}
      <path className="step-marks" d={stepMarks(steps, scale, top)} />
    </g>
  )
}

interface AxisProps {
  scale: Scale
  height: number
  top: number
  steps: readonly StepRecord[]
  head: number
}

function stepMarks(steps: readonly StepRecord[], scale: Scale, top: number): string {
  let last = -Infinity
  let path = ''
  for (const { at } of steps) {
    if (at < scale.from || at > scale.to) continue
    const x = Math.round(xOf(scale, at))
    if (x - last < 2) continue
    last = x
    path += `M${x} ${top - 4}v3`
  }
  return path
}

export function ChatLane({ scale, marks, y, height }: { scale: Scale; marks: Mark[]; y: number; height: number }) {
  const middle = y + height / 2
  return marks
    .map(({ id, x, end, count, bot, room, line }) => {
      const words = count > 1 ? `×${count}` : `${line.name}: ${line.text}`
      return (
        <g key={id} className={bot ? 'said bot' : 'said'}>
          {bot ? (
            <path d={`M${x} ${middle - 5}H${end}L${end + 5} ${middle}L${end} ${middle + 5}H${x}L${x - 5} ${middle}Z`} />
          ) : (
            <rect x={x - 3.5} y={middle - 3.5} width={end - x + 7} height={7} rx={3.5} />
          )}
          {room > (count > 1 ? 22 : 54) && (
            <text x={end + 8} y={middle + 3.8}>
              {clipped(words, room - 8, 10.5)}
            </text>
          )}
        </g>
      )
    })
    .concat(<path key="base" className="base" d={`M${scale.left} ${y + height}h${scale.width}`} />)
}

export const SpanLane = memo(function SpanLane({ scale, spans, y, height }: SpanLaneProps) {
  const tall = Math.min(20, height - 4)
  const above = y + (height - tall) / 2
  return spans.map(({ name, tone, from, to, seq }) => {
    const x = xOf(scale, from)
    const width = Math.max(1, xOf(scale, to) - x - 1)
    const word = name.slice(name.lastIndexOf('.') + 1)
    const needed = textWidth(word, 10.5)
    return (
      <g key={seq} className={`span tone-${tone}${width < 5 ? ' thin' : ''}`}>
        <rect x={x} y={above} width={width} height={tall} rx={Math.min(4, width / 2)} />
        {width > 17 && <Glyph name={word} tone={tone} x={x + 4} y={above + tall / 2 - 4.5} size={9} />}
        {width > needed + 24 && (
          <text x={x + 17} y={above + tall / 2 + 3.8}>
            {word}
          </text>
        )}
      </g>
    )
  })
})

interface SpanLaneProps {
  scale: Scale
  spans: Span[]
  y: number
  height: number
}

interface PlayheadProps {
  x: number
  scale: Scale
  bottom: number
  live: boolean
  text: string
}

export function Playhead({ x, scale, bottom, live, text }: PlayheadProps) {
  const right = scale.left + scale.width
  if (x < scale.left - 1 || x > right + 1) return null
  const width = textWidth(text, 10.5) + 12
  const left = Math.max(scale.left - 4, Math.min(right + 10 - width, x - width / 2))
  return (
    <g className={live ? 'playhead' : 'playhead paused'}>
      <path d={`M${x} 19V${bottom}`} />
      <rect x={left} y={2} width={width} height={17} rx={5} />
      <text x={left + width / 2} y={14} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

const textWidth = (text: string, size: number): number => {
  let em = 0
  for (const character of text) em += character >= '\u2e80' ? 1 : 0.6
  return em * size
}

function clipped(text: string, room: number, size: number): string {
  const clean = text.replaceAll(/\s+/g, ' ')
  if (textWidth(clean.slice(0, 200), size) <= room) return clean
  let width = size
  let kept = ''
  for (const character of clean) {
    width += textWidth(character, size)
    if (width > room) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
