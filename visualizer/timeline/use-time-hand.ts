// The hand on the timeline: a drag scrubs, on the axis it moves time; wheel and pinch zoom.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSize } from '../chart/use-size.ts'
import type { Size } from '../chart/view.ts'
import { type Scale, timeAt } from './scale.ts'
import { panTime, reveal, type TimeWindow, zoomTime } from './window.ts'

export interface TimeHand {
  scale: Scale
  size: Size
  /** Where the pointer rests, px from the left; `page` is the timeline's own top left in the window. */
  hover: { x: number; page: { x: number; y: number } } | undefined
  zoomBy: (factor: number) => void
  all: () => void
}

/** `at`: the time that stays in sight, that of the step shown. Undefined while live: the present does. */
export function useTimeHand({ frame, margins, present, first, at, onScrub }: TimeHandOptions): TimeHand {
  const size = useSize(frame)
  const [hover, setHover] = useState<TimeHand['hover']>()
  const [shown, setShown] = useState<TimeWindow>({ span: usual, end: undefined })
  const [followed, setFollowed] = useState<number | undefined>()
  // While paused the window stands still, so that the present cannot push the moment shown out of sight.
  const held = at === undefined || shown.end !== undefined ? shown : { ...shown, end: present }
  if (followed !== at) {
    setFollowed(at)
    setShown(at === undefined ? { ...shown, end: undefined } : standing(reveal(held, at, present), present))
  } else if (held !== shown) setShown(held)

  const width = Math.max(1, size.width - margins.left - margins.right)
  const to = held.end ?? present
  const scale = { from: to - held.span, to, left: margins.left, width }
  const now = useRef({ scale, window: held, present, onScrub })
  useEffect(() => {
    now.current = { scale, window: held, present, onScrub }
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const shareOf = (x: number) => (x - now.current.scale.left) / now.current.scale.width
    return listen(element, {
      zoom: (factor, x) => setShown((window) => zoomTime(window, factor, shareOf(x), now.current.present)),
      pan(dx) {
        const { scale: here, present: end } = now.current
        setShown((window) => panTime(window, (-dx / here.width) * window.span, end))
      },
      scrub: (x) => now.current.onScrub(timeAt(now.current.scale, x)),
      hover(x) {
        const { left, top } = element.getBoundingClientRect()
        const inside = x !== undefined && x >= now.current.scale.left
        setHover(inside ? { x, page: { x: left, y: top } } : undefined)
      },
    })
  }, [frame])

  return {
    scale,
    size,
    hover,
    zoomBy: (factor) => setShown(zoomTime(held, factor, at === undefined ? 1 : (at - scale.from) / held.span, present)),
    all: () =>
      setShown({ span: Math.max(usual / 4, (present - first) * 1.02), end: at === undefined ? undefined : present }),
  }
}

interface TimeHandOptions {
  frame: RefObject<HTMLDivElement | null>
  margins: { left: number; right: number }
  present: number
  first: number
  at: number | undefined
  onScrub: (at: number) => void
}

const usual = 180_000
/** Above it lies the axis, px. */
const axis = 22

const standing = (window: TimeWindow, present: number): TimeWindow => ({ ...window, end: window.end ?? present })

interface Moves {
  zoom: (factor: number, x: number) => void
  pan: (dx: number) => void
  scrub: (x: number) => void
  hover: (x: number | undefined) => void
}

/** Listens until the returned function is called. */
function listen(element: HTMLElement, { zoom, pan, scrub, hover }: Moves): () => void {
  const fingers = new Map<number, number>()
  let moves = false
  const placeOf = (event: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const sideways = event.shiftKey ? event.deltaY + event.deltaX : event.deltaX
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return pan(-sideways * lines)
    const strength = event.ctrlKey ? 0.01 : 0.002
    zoom(Math.exp(Math.max(-240, Math.min(240, event.deltaY * lines)) * strength), placeOf(event).x)
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return
    const { x, y } = placeOf(event)
    fingers.set(event.pointerId, x)
    element.setPointerCapture(event.pointerId)
    moves = y < axis || fingers.size > 1
    if (!moves) scrub(x)
  }
  const drag = (event: PointerEvent) => {
    const here = placeOf(event)
    hover(fingers.size === 0 && !(event.target as Element).closest('button') ? here.x : undefined)
    const before = fingers.get(event.pointerId)
    if (before === undefined) return
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, here.x)
    if (!moves) return scrub(here.x)
    if (other === undefined) return pan(here.x - before)
    zoom(Math.max(8, Math.abs(before - other)) / Math.max(8, Math.abs(here.x - other)), (here.x + other) / 2)
    pan((here.x - before) / 2)
  }
  const up = (event: PointerEvent) => void fingers.delete(event.pointerId)
  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener('wheel', wheel, { passive: false, signal })
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', drag, { signal })
  element.addEventListener('pointerleave', () => hover(undefined), { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, up, { signal })
  return () => listening.abort()
}
