// What keeps its size on the screen at every zoom: names and news on a small chart, and the clocks of running timers.
import { countdownText, type Lang } from '../time-text.ts'
import { Glyph } from './glyph.tsx'
import type { RunningClock } from './lit.ts'
import type { PlacedName } from './names.ts'
import { newsLines, newsSize, type Notes } from './notes.ts'
import { toneOf } from './tone.ts'

export function Names({ names, active, near, k }: NamesProps) {
  return names.map((name) => {
    const { id, leaf, on, rect } = name
    const classes = [
      'far-name',
      `tone-${toneOf(id)}`,
      !leaf && 'title',
      active.has(id) && 'on',
      near !== undefined && !near.has(id) && 'far',
    ]
    return (
      <g key={id} className={classes.filter(Boolean).join(' ')} data-state={id} aria-hidden="true">
        {on && <rect {...rect} rx={rect.height * k > 17 ? 8 : rect.height / 3} />}
        <FarName name={name} k={k} lit={active.has(id)} />
      </g>
    )
  })
}

interface NamesProps {
  names: PlacedName[]
  active: ReadonlySet<string>
  near: ReadonlySet<string> | undefined
  k: number
}

function FarName({ name: { id, leaf, rect }, k, lit }: { name: PlacedName; k: number; lit: boolean }) {
  const key = id.slice(id.lastIndexOf('.') + 1)
  const size = 10.5 / k
  const room = leaf && rect.width > key.length * size * 0.6 + size * 2.2
  return (
    <>
      {room && lit && (
        <Glyph
          name={key}
          tone={toneOf(id)}
          x={rect.x + size * 0.45}
          y={rect.y + rect.height / 2 - size * 0.45}
          size={size * 0.9}
        />
      )}
      <text
        x={leaf ? rect.x + rect.width / 2 : rect.x}
        y={rect.y + rect.height / 2 + size * 0.35}
        fontSize={size}
        strokeWidth={size * 0.28}
        textAnchor={leaf ? 'middle' : 'start'}
      >
        {key}
      </text>
    </>
  )
}

/** The words of transitions just taken, where the labels are absent or too small to read. */
export function News({ fired, k }: { fired: Notes['fired']; k: number }) {
  const size = newsSize / k
  return fired.map(({ id, rect, label }) => {
    const lines = newsLines(label)
    const [x, top] = [rect.x + rect.width / 2, rect.y + rect.height / 2 - ((lines.length - 1) * size * 1.25) / 2]
    return (
      <g key={id} className="news" aria-hidden="true">
        <rect {...rect} rx={5 / k} />
        {lines.map((line, index) => (
          <text
            key={line}
            className={index === 0 ? '' : 'guard'}
            x={x}
            y={top + size * (0.36 + index * 1.25)}
            fontSize={size}
            textAnchor="middle"
          >
            {line}
          </text>
        ))}
      </g>
    )
  })
}

export function Clocks({ clocks, spots, now, k, lang }: ClocksProps) {
  const scale = Math.max(1, 0.92 / k)
  return clocks.map(({ timer, edge, line }) => {
    const { box } = edge
    const spot = spots?.find(({ id }) => id === timer.id)
    const x = spot?.x ?? box.x + box.width
    const y = spot?.y ?? box.y + 10 + line * 15
    const left = timer.due - now
    const text = countdownText(left, lang)
    const width = 24 + text.length * (lang === 'zh' ? 8 : 6.4)
    const turn = (Math.max(0, left) / 60_000) * 2 * Math.PI
    return (
      <g
        key={timer.id}
        className={`clock tone-${toneOf(edge.source)}`}
        transform={`translate(${x} ${y}) scale(${scale}) translate(${spot ? -width / 2 : -6} 0)`}
        role="img"
        aria-label={`${timer.name} ${text}`}
      >
        <rect x={0} y={-9} width={width} height={18} rx={9} />
        <circle cx={10} cy={0} r={5} />
        <path d={`M10 0V-3.6M10 0L${10 - Math.sin(turn) * 4.2} ${-Math.cos(turn) * 4.2}`} />
        <text x={19} y={3.8}>
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
  now: number
  k: number
  lang: Lang
}
