// A mark for every tone, so that colour is never alone: bars for a vitality, small pictures for a turn.
import { type Tone, vitalities } from '../turn-state.ts'
import './drawn.css'

/** Ten px square with its top left at x, y. */
export function Glyph({ name, tone, x, y, size = 10 }: GlyphProps) {
  const level = vitalities.findIndex((vitality) => vitality === name) + 1
  return (
    <g className="glyph" transform={`translate(${x} ${y}) scale(${size / 10})`} aria-hidden="true">
      {level > 0
        ? bars.map((height, index) => (
            <rect
              key={height}
              className={index < level ? 'rod full' : 'rod'}
              x={index * 2.6}
              y={9.4 - height}
              width={1.9}
              height={height}
              rx={0.6}
            />
          ))
        : pictures[tone].map((d) => <path key={d} d={d} />)}
    </g>
  )
}

interface GlyphProps {
  /** The state's own name. */
  name: string
  tone: Tone
  x: number
  y: number
  size?: number
}

const bars = [2.6, 4.8, 7, 9]

// Drawn, not written: fonts differ too much in these signs.
const pictures: Record<Tone, string[]> = {
  rest: ['M5 1.6a3.4 3.4 0 1 0 .01 0Z'],
  cool: ['M5 1.6A3.4 3.4 0 0 1 8.4 5M7.4 7.4A3.4 3.4 0 0 1 2.6 7.4M1.6 5A3.4 3.4 0 0 1 2.6 2.6'],
  live: ['M5 1.6a3.4 3.4 0 1 0 .01 0Z'],
  hot: ['M5 1.2 9 8.6H1Z'],
  wait: ['M5 1.2a3.8 3.8 0 1 0 .01 0ZM5 2.8V5L6.8 6.2'],
  think: ['M5 .8 9.2 5 5 9.2 .8 5Z'],
  send: ['M2 1.2 8.8 5 2 8.8Z'],
}
