// Vitality as bars, a colour and, when there is room, its name.
import type { Vitality } from '../../machines/group/settings.ts'
import { vitalities, vitalityTone } from '../turn-state.ts'

export function VitalityMark({ vitality, named = false }: { vitality: Vitality; named?: boolean }) {
  const told = named ? {} : { role: 'img', 'aria-label': vitality, title: vitality }
  return (
    <span className={`${named ? 'chip ' : ''}vitality tone-${vitalityTone[vitality]}`} {...told}>
      {bars[vitalities.indexOf(vitality)]}
      {named && vitality}
    </span>
  )
}

/** Bars with round corners, as a drawing of 18 by 14 in the place of 17 by 14 px: a view box would cost every row a scale. */
const k = 17 / 18
const barsOf = (from: number, to: number): string =>
  vitalities
    .flatMap((_, i) => {
      const [top, side] = [`M${k * (4.6 * i + 1)} ${k * (9 + 7 / 17 - 3 * i)}`, k * (3 + 3 * i)]
      const corner = (x: number, y: number) => `a${k} ${k} 0 0 1 ${k * x} ${k * y}`
      const lines = [`h${k * 1.4}`, `v${side}`, `h${k * -1.4}`, `v${-side}`]
      const corners = [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)]
      return i < from || i >= to ? [] : [top, ...lines.map((line, n) => line + corners[n])]
    })
    .join('')

/** By level, each drawn once for all rows. */
const bars = vitalities.map((_, level) => (
  <svg className="bars" aria-hidden="true">
    <path className="full" d={barsOf(0, level + 1)} />
    <path d={barsOf(level + 1, 4)} />
  </svg>
))
