// The view of the chart: a hand moves it; until then the chart fits its frame.
import { type RefObject, useState } from 'react'
import { useHand } from '../use-hand.ts'
import { useSize } from './use-size.ts'
import { bounded, fit, type Goal, pan, zoom, type Size, type View } from './view.ts'

/** `goal` is what the view shows whenever no hand has moved it since `release`; `onDouble` is what a double tap does. */
export function useView(frame: RefObject<HTMLDivElement | null>, chart: Size, goal: Goal, onDouble: () => void) {
  const screen = useSize(frame)
  const [held, setHeld] = useState<View | undefined>()
  const seen = screen.width === 0 ? { width: 800, height: 600 } : screen
  const fitted = bounded(fit(goal, seen), chart, seen)
  const zoomAt = (factor: number, at: { x: number; y: number }) => setHeld((from = fitted) => zoom(from, factor, at))
  const panBy = (dx: number, dy: number) => setHeld((from = fitted) => pan(from, dx, dy, chart, screen))
  useHand(frame, { onZoom: zoomAt, onPan: panBy, onDouble })
  return {
    view: held ?? fitted,
    screen,
    /** True while the view follows the frame, not the hand. */
    fitted: held === undefined,
    zoomBy: (factor: number) => zoomAt(factor, { x: screen.width / 2, y: screen.height / 2 }),
    panBy,
    release: () => setHeld(undefined),
  }
}
