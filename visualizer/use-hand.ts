// A hand on an element: wheel and two fingers zoom, one finger or a held button drags, two taps in a row are one deed.
import { type RefObject, useEffect, useRef } from 'react'

interface Point {
  x: number
  y: number
}

/** Points are px from the element's top left. */
export interface Hand {
  /** Above 1: closer. What lies at `at` is to stay there. */
  onZoom: (factor: number, at: Point) => void
  onPan: (dx: number, dy: number) => void
  /** One pointer, held at `at` since it went down at `from`: true where that is no pan. */
  onHold?: (at: Point, from: Point) => boolean
  /** undefined: no pointer rests on it. */
  onRest?: (at: Point | undefined) => void
  onDouble?: () => void
}

export function useHand(frame: RefObject<HTMLElement | null>, hand: Hand): void {
  const now = useRef(hand)
  useEffect(() => {
    now.current = hand
  })
  useEffect(() => (frame.current ? holdOn(frame.current, now) : undefined), [frame])
}

/** Two taps within so many ms and px are a double tap. */
const twice = { ms: 320, px: 24 }

/** Listens until the returned function is called. React's own wheel listeners are passive: they cannot stop the page. */
function holdOn(element: HTMLElement, hand: RefObject<Hand>): () => void {
  const held = new Map<number, Point>()
  /** Where the only pointer went down; after a pinch the one that is left only pans. */
  let from: Point | undefined
  let tap = { at: -Infinity, x: 0, y: 0 }
  const placeOf = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const { deltaX, deltaY, shiftKey, ctrlKey } = event
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY))
      return hand.current.onPan(-(deltaX + (shiftKey ? deltaY : 0)) * lines, 0)
    const by = Math.max(-240, Math.min(240, deltaY * lines)) * (ctrlKey ? 0.01 : 0.0015)
    hand.current.onZoom(Math.exp(-by), placeOf(event))
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || isOnButton(event)) return
    const here = placeOf(event)
    held.set(event.pointerId, here)
    from = held.size === 1 ? here : undefined
    if (from && hand.current.onHold?.(here, from)) element.setPointerCapture(event.pointerId)
  }
  const drag = (event: PointerEvent) => {
    const here = placeOf(event)
    hand.current.onRest?.(held.size === 0 && !isOnButton(event) ? here : undefined)
    const before = held.get(event.pointerId)
    if (!before) return
    if (!element.hasPointerCapture(event.pointerId)) {
      // A click that does not move stays a click.
      if (distance(here, before) <= 3) return
      element.setPointerCapture(event.pointerId)
    }
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1]
    held.set(event.pointerId, here)
    const [dx, dy] = [here.x - before.x, here.y - before.y]
    if (!other) return from && hand.current.onHold?.(here, from) ? undefined : hand.current.onPan(dx, dy)
    const spread = (point: Point) => Math.max(8, distance(point, other))
    hand.current.onZoom(spread(here) / spread(before), { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 })
    hand.current.onPan(dx / 2, dy / 2)
  }
  const up = (event: PointerEvent) => {
    if (!held.delete(event.pointerId) || event.type !== 'pointerup') return
    const here = { at: event.timeStamp, ...placeOf(event) }
    const dragged = element.hasPointerCapture(event.pointerId)
    const again = here.at - tap.at < twice.ms && distance(here, tap) < twice.px
    tap = dragged || again ? { ...here, at: -Infinity } : here
    if (again && !dragged) hand.current.onDouble?.()
  }
  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener('wheel', wheel, { passive: false, signal })
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', drag, { signal })
  element.addEventListener('pointerleave', () => hand.current.onRest?.(undefined), { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, up, { signal })
  return () => listening.abort()
}

const isOnButton = ({ target }: Event): boolean => (target as Element).closest('button') !== null

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
