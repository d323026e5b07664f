// The buttons over a timeline: shorter, longer, all of it.
import type { TimelineWords } from './timeline-words.ts'

export function TimelineTools({ words, onZoom, onAll }: TimelineToolsProps) {
  const buttons: [name: string, d: string, deed: () => void][] = [
    [words.zoomOut, 'M3.5 8h9', () => onZoom(1.6)],
    [words.zoomIn, 'M3.5 8h9M8 3.5v9', () => onZoom(1 / 1.6)],
    [words.all, 'M2.5 4v8M13.5 4v8M4.5 8h7M6.5 6 4.5 8l2 2M9.5 6l2 2-2 2', onAll],
  ]
  return (
    <div className="timeline-tools" role="toolbar" aria-label={words.timeline}>
      {buttons.map(([name, d, deed]) => (
        <button key={d} type="button" title={name} aria-label={name} onClick={deed}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={d} />
          </svg>
        </button>
      ))}
    </div>
  )
}

interface TimelineToolsProps {
  words: TimelineWords
  onZoom: (factor: number) => void
  onAll: () => void
}
