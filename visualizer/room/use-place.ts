// Where a reader stands in the talk: at its end, which is followed, or at a line that stays put whatever comes and goes.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { firstPast } from '../first-past.ts'
import type { Shown } from './arrange.ts'

/** So near the end, in px, new messages are followed; so near the top, earlier ones are asked for. */
const nearEnd = 60
const nearTop = 200

/** `lines` as they are drawn, one element each in the list. */
export function usePlace(lines: readonly Shown[], more: () => void) {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<{ id: string; top: number }>(undefined)
  const seen = useRef(lines)
  const top = useRef(0)
  const [follows, setFollows] = useState(true)
  const toEnd = () => {
    place.current = undefined
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }
  const look = () => {
    const element = box.current
    if (!element) return
    const goesUp = element.scrollTop < top.current
    top.current = element.scrollTop
    const isNearEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
    // The talk grew before its own scroll to the end was told: nobody has left the end.
    if (follows && !goesUp && !isNearEnd) return toEnd()
    setFollows(isNearEnd)
    place.current = isNearEnd ? undefined : placeIn(element, seen.current)
    if (!isNearEnd && element.scrollTop < nearTop) more()
  }
  const stay = () => {
    const element = box.current
    const before = place.current
    const at = before ? seen.current.findIndex(({ line }) => line.id === before.id) : -1
    if (!element) return
    if (follows) toEnd()
    else if (before && at >= 0) element.scrollTop += topOf(element, at) - before.top
    else look()
  }
  useLayoutEffect(() => {
    seen.current = lines
    stay()
  }, [lines, follows])
  // A pane that comes into sight gets its height only then, and outcomes come later than their messages.
  const onSize = useEffectEvent(stay)
  useEffect(() => {
    const element = box.current
    const list = element?.firstElementChild
    if (!element || !list) return undefined
    const sizes = new ResizeObserver(() => onSize())
    sizes.observe(element)
    sizes.observe(list)
    return () => sizes.disconnect()
  }, [])
  /** Scrolls to a line that is drawn, and leads the eye there. */
  const toLine = (id: string) => {
    const at = seen.current.findIndex(({ line }) => line.id === id)
    const line = box.current?.querySelector('ol')?.children[at]
    line?.scrollIntoView({ block: 'center' })
    line?.animate({ backgroundColor: ['var(--line2)', 'transparent'] }, { duration: calm() ? 0 : 1_200 })
  }
  return { box, follows, look, toEnd, toLine }
}

/** The first line in sight, and where its top stands. */
function placeIn(box: HTMLElement, lines: readonly Shown[]): { id: string; top: number } | undefined {
  const first = firstPast(lines.length, (at) => topOf(box, at) >= 0)
  const line = lines[first]?.line
  return line && { id: line.id, top: topOf(box, first) }
}

const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Of a line, below the upper edge of the box; px. */
const topOf = (box: HTMLElement, at: number): number =>
  (box.querySelector('ol')?.children[at]?.getBoundingClientRect().top ?? 0) - box.getBoundingClientRect().top
