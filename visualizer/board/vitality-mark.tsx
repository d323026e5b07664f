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

/** A bar with round corners. */
const bar = (i: number): string => {
  const side = 3 + i * 3
  return `M${i * 4.6 + 1} ${9 - i * 3}h1.4a1 1 0 0 1 1 1v${side}a1 1 0 0 1-1 1h-1.4a1 1 0 0 1-1-1v-${side}a1 1 0 0 1 1-1Z`
}

/** By level, each drawn once for all rows. */
const bars = vitalities.map((_, level) => (
  <svg className="bars" viewBox="0 0 18 14" aria-hidden="true">
    <path className="full" d={vitalities.map((_name, i) => (i <= level ? bar(i) : '')).join('')} />
    <path d={vitalities.map((_name, i) => (i > level ? bar(i) : '')).join('')} />
  </svg>
))
