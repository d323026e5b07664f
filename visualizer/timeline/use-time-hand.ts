// The hand on the timeline: a drag scrubs, on the axis it moves time; wheel and pinch zoom.
import { type RefObject, useState } from 'react'
import { useSize } from '../chart/use-size.ts'
import { useHand } from '../use-hand.ts'
import { timeAt } from './scale.ts'
import { panTime, reveal, type TimeWindow, zoomTime } from './window.ts'

export type TimeHand = ReturnType<typeof useTimeHand>

/** `at`: the time that stays in sight, that of the step shown. Undefined while live: the present does. */
export function useTimeHand({ frame, margins, present, first, at, onScrub }: TimeHandOptions) {
  const size = useSize(frame)
  /** Where the pointer rests, px from the left; `page` is the timeline's own top left in the window. */
  const [hover, setHover] = useState<{ x: number; page: { x: number; y: number } }>()
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
  useHand(frame, {
    onZoom: (factor, { x }) => setShown((window) => zoomTime(window, 1 / factor, (x - margins.left) / width, present)),
    onPan: (dx) => setShown((window) => panTime(window, (-dx / width) * window.span, present)),
    onHold(here, from) {
      if (from.y < axis) return false
      onScrub(timeAt(scale, here.x))
      return true
    },
    onRest(here) {
      const page = frame.current?.getBoundingClientRect()
      setHover(page && here && here.x >= margins.left ? { x: here.x, page } : undefined)
    },
  })

  return {
    scale,
    size,
    hover,
    zoomBy: (factor: number) =>
      setShown(zoomTime(held, factor, at === undefined ? 1 : (at - scale.from) / held.span, present)),
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
