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

/** By level, each made once for all rows. */
const bars = vitalities.map((_, level) => (
  <svg className="bars" viewBox="0 0 18 14" aria-hidden="true">
    {vitalities.map((name, i) => (
      <rect
        key={name}
        className={i <= level ? 'full' : ''}
        x={i * 4.6}
        y={9 - i * 3}
        width="3.4"
        height={5 + i * 3}
        rx="1"
      />
    ))}
  </svg>
))
