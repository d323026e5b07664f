// The buttons over a chart: zoom, fit, focus.
import { chooseOverview } from '../actions.ts'
import { IconButton } from './icon-button.tsx'
import { useChartWords } from './words.ts'

export function Controls({ overview, focus, k, onZoom, onFit, onFocus }: ControlsProps) {
  const words = useChartWords()
  return (
    <div className="chart-controls row" role="toolbar" aria-label={words.chart}>
      <span className="chart-switch row" role="group" aria-label={words.drawing} title={words.drawing}>
        {[true, false].map((choice) => (
          <button
            key={String(choice)}
            type="button"
            className="ghost finer"
            aria-pressed={overview === choice}
            onClick={() => chooseOverview(choice)}
          >
            {choice ? words.overview : words.full}
          </button>
        ))}
      </span>
      <IconButton
        name={words.focus}
        pressed={focus}
        onClick={onFocus}
        d="M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5M8 5.8a2.2 2.2 0 1 0 .01 0Z"
      />
      <IconButton name={words.fit} onClick={onFit} d="M2.5 3h11v10h-11ZM5.5 6.2h5v3.6h-5Z" />
      <IconButton name={words.zoomOut} onClick={() => onZoom(0.8)} d="M3.5 8h9" />
      <output className="num finest soft">{Math.round(k * 100)}%</output>
      <IconButton name={words.zoomIn} onClick={() => onZoom(1.25)} d="M3.5 8h9M8 3.5v9" />
    </div>
  )
}

interface ControlsProps {
  overview: boolean
  focus: boolean
  /** The zoom: 1 is the chart's own size. */
  k: number
  onZoom: (factor: number) => void
  onFit: () => void
  onFocus: () => void
}
