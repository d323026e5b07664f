// The buttons over a chart: zoom, fit, focus.
import type { ChartWords } from './words.ts'

export function Controls({ words, overview, onOverview, focus, k, onZoom, onFit, onFocus }: ControlsProps) {
  return (
    <div className="chart-controls" role="toolbar" aria-label={words.chart}>
      <span className="chart-switch" role="group" aria-label={words.drawing} title={words.drawing}>
        {[true, false].map((choice) => (
          <button
            key={String(choice)}
            type="button"
            aria-pressed={overview === choice}
            onClick={() => onOverview(choice)}
          >
            {choice ? words.overview : words.full}
          </button>
        ))}
      </span>
      <button type="button" title={words.focus} aria-label={words.focus} aria-pressed={focus} onClick={onFocus}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5" />
          <circle cx="8" cy="8" r="2.2" />
        </svg>
      </button>
      <button type="button" title={words.fit} aria-label={words.fit} onClick={onFit}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2.5 3h11v10h-11ZM5.5 6.2h5v3.6h-5Z" />
        </svg>
      </button>
      <button type="button" title={words.zoomOut} aria-label={words.zoomOut} onClick={() => onZoom(0.8)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3.5 8h9" />
        </svg>
      </button>
      <output>{Math.round(k * 100)}%</output>
      <button type="button" title={words.zoomIn} aria-label={words.zoomIn} onClick={() => onZoom(1.25)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3.5 8h9M8 3.5v9" />
        </svg>
      </button>
    </div>
  )
}

interface ControlsProps {
  words: ChartWords
  overview: boolean
  onOverview: (overview: boolean) => void
  focus: boolean
  /** The zoom: 1 is the chart's own size. */
  k: number
  onZoom: (factor: number) => void
  onFit: () => void
  onFocus: () => void
}
