// Pictures of other services, two at a time: a browser opens six connections to the service, and a channel that hangs would
// take all of them, those of the live feed and of orders, too.
import { type RefObject, useEffect, useRef, useState } from 'react'

const mostAtOnce = 2

const waiting = new Set<() => void>()
let underWay = 0

/** `begin` is called when it is its turn. Returns what gives the turn up, before it or after. */
function takeTurn(begin: () => void): () => void {
  let has: 'none' | 'turn' | 'over' = 'none'
  const start = () => {
    has = 'turn'
    underWay += 1
    begin()
  }
  waiting.add(start)
  next()
  return () => {
    waiting.delete(start)
    if (has === 'turn') underWay -= 1
    has = 'over'
    next()
  }
}

function next(): void {
  const [first] = waiting
  if (!first || underWay >= mostAtOnce) return
  waiting.delete(first)
  first()
}

/** Whether what is in `box` may be loaded; `done`: it is there, or never will be. `isNeeded` does not change. */
export function useTurn(box: RefObject<HTMLElement | null>, isNeeded: boolean): { isOn: boolean; done: () => void } {
  const [isOn, setOn] = useState(!isNeeded)
  const leave = useRef(() => {})
  useEffect(() => {
    const { current } = box
    if (!isNeeded || !current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      leave.current = takeTurn(() => setOn(true))
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      leave.current()
    }
  }, [box, isNeeded])
  return { isOn, done: () => leave.current() }
}
