// What keeps its size on the screen at every zoom: words over lines, and the clocks of running timers.
import { useWords } from '../i18n.ts'
import { type State, useStore } from '../store.ts'
import { countdownText } from '../time-text.ts'
import type { RunningClock } from './lit.ts'
import { type Notes, signSize } from './notes.ts'
import { toneOf } from '../turn-state.ts'

/** Words over lines, where the labels are absent or too small to read. */
export function Signs({ signs, k }: { signs: Notes['signs']; k: number }) {
  const size = signSize / k
  return signs.map(({ id, rect, lines, fired }) => {
    const [x, top] = [rect.x + rect.width / 2, rect.y + rect.height / 2 - ((lines.length - 1) * size * 1.25) / 2]
    return (
      <g key={id} className={fired ? 'sign fired' : 'sign'} aria-hidden="true">
        <rect {...rect} rx={5 / k} />
        {lines.map((line, index) => (
          <text key={line} x={x} y={top + size * (0.36 + index * 1.25)} fontSize={size} textAnchor="middle">
            {line}
          </text>
        ))}
      </g>
    )
  })
}

export function Clocks({ clocks, spots, timeOf, k }: ClocksProps) {
  const { lang } = useWords()
  const now = useStore((state) => (clocks.length > 0 ? timeOf(state) : 0))
  const scale = Math.max(1, 0.92 / k)
  return clocks.map(({ timer, edge, line }) => {
    const { box } = edge
    const spot = spots?.find(({ id }) => id === timer.id)
    const x = spot?.x ?? box.x + box.width
    const y = spot?.y ?? box.y + 10 + line * 15
    const left = timer.due - now
    const text = countdownText(left, lang)
    // It hides the short label whose place it takes.
    const covered = edge.brief === undefined ? 0 : box.width / scale
    const width = Math.max(24 + text.length * (lang === 'zh' ? 8 : 6.4), covered)
    const turn = (Math.max(0, left) / 60_000) * 2 * Math.PI
    return (
      <g
        key={timer.id}
        data-timer={timer.name}
        className={`clock tone-${toneOf(edge.source)}`}
        transform={`translate(${x} ${y}) scale(${scale}) translate(${spot ? -width / 2 : -6} 0)`}
        role="img"
        aria-label={`${timer.name} ${text}`}
      >
        <rect x={0} y={-9} width={width} height={18} rx={9} />
        <circle cx={10} cy={0} r={5} />
        <path d={`M10 0V-3.6M10 0L${10 - Math.sin(turn) * 4.2} ${-Math.cos(turn) * 4.2}`} />
        <text className="num finest" x={19} y={3.8}>
          {text}
        </text>
      </g>
    )
  })
}

interface ClocksProps {
  clocks: RunningClock[]
  /** Where there are no labels to stand at. */
  spots: Notes['clocks'] | undefined
  timeOf: (state: State) => number
  k: number
}
