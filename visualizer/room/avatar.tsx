// The first letter of a name, in a colour that goes with whoever bears it.
import type { CSSProperties } from 'react'

export const Avatar = ({ id, name, bot }: { id: string; name: string; bot: boolean }) => (
  <span
    className={bot ? 'avatar fine by-bot' : 'avatar fine'}
    style={{ '--hue': hueOf(id) } as CSSProperties}
    aria-hidden="true"
  >
    {initialOf(name)}
  </span>
)

const letters = new Intl.Segmenter()

function initialOf(name: string): string {
  const [first] = letters.segment(name)
  return first?.segment.toUpperCase() ?? '?'
}

const hues = 8

/** In degrees. */
function hueOf(id: string): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return 20 + (sum % hues) * (360 / hues)
}
