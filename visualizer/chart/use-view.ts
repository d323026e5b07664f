// The hand on the chart: wheel, drag, pinch and keys move the view; until then the chart fits its frame.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useSize } from './use-size.ts'
import { bounded, fit, type Goal, pan, zoom, type Size, type View } from './view.ts'

interface Hand {
  view: View
  screen: Size
  /** True while the view follows the frame, not the hand. */
  fitted: boolean
  zoomBy: (factor: number) => void
  panBy: (dx: number, dy: number) => void
  release: () => void
}

/** `goal` is what the view shows whenever no hand has moved it since `release`; `onDouble` is what a double tap does. */
export function useView(frame: RefObject<HTMLDivElement | null>, chart: Size, goal: Goal, onDouble: () => void): Hand {
  const screen = useSize(frame)
  const [held, setHeld] = useState<View | undefined>()
  const seen = screen.width === 0 ? { width: 800, height: 600 } : screen
  const view = held ?? bounded(fit(goal, seen), chart, seen)
  const now = useRef({ view, screen, chart, onDouble })
  useEffect(() => {
    now.current = { view, screen, chart, onDouble }
  })
  const move = (next: (from: View) => View) => {
    const moved = next(now.current.view)
    now.current.view = moved
    setHeld(moved)
  }
  const hand = useRef({
    zoomAt: (factor: number, at: { x: number; y: number }) => move((from) => zoom(from, factor, at)),
    panBy: (dx: number, dy: number) => move((from) => pan(from, dx, dy, now.current.chart, now.current.screen)),
    double: () => now.current.onDouble(),
  }).current

  useEffect(() => (frame.current ? holdOn(frame.current, hand) : undefined), [frame, hand])

  const middle = { x: screen.width / 2, y: screen.height / 2 }
  return {
    view,
    screen,
    fitted: held === undefined,
    zoomBy: (factor) => hand.zoomAt(factor, middle),
    panBy: hand.panBy,
    release: () => setHeld(undefined),
  }
}

interface Moves {
  zoomAt: (factor: number, at: { x: number; y: number }) => void
  panBy: (dx: number, dy: number) => void
  double: () => void
}

/** Two taps within so many ms and px are a double tap. */
const twice = { ms: 320, px: 24 }

/** Listens until the returned function is called. React's own wheel listeners are passive: they cannot stop the page. */
function holdOn(element: HTMLElement, { zoomAt, panBy, double }: Moves): () => void {
  const fingers = new Map<number, { x: number; y: number }>()
  let tap = { at: -Infinity, x: 0, y: 0 }
  const placeOf = (event: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    if (event.shiftKey) return panBy(-event.deltaY - event.deltaX, 0)
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const strength = event.ctrlKey ? 0.01 : 0.0015
    zoomAt(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) * strength), placeOf(event))
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return
    fingers.set(event.pointerId, placeOf(event))
  }
  const drag = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const here = placeOf(event)
    const far = Math.hypot(here.x - before.x, here.y - before.y) > 3
    if (!element.hasPointerCapture(event.pointerId)) {
      // A click that does not move stays a click.
      if (!far) return
      element.setPointerCapture(event.pointerId)
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, here)
    if (!other) return panBy(here.x - before.x, here.y - before.y)
    const spread = (point: { x: number; y: number }) => Math.max(8, Math.hypot(point.x - other.x, point.y - other.y))
    zoomAt(spread(here) / spread(before), { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 })
    panBy((here.x - before.x) / 2, (here.y - before.y) / 2)
  }
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || event.type !== 'pointerup') return
    const here = { at: event.timeStamp, ...placeOf(event) }
    const dragged = element.hasPointerCapture(event.pointerId)
    const again = here.at - tap.at < twice.ms && Math.hypot(here.x - tap.x, here.y - tap.y) < twice.px
    tap = dragged || again ? { ...here, at: -Infinity } : here
    if (again && !dragged) double()
  }
  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener('wheel', wheel, { passive: false, signal })
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', drag, { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, up, { signal })
  return () => listening.abort()
}
