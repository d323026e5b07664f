// One tab stop for many controls: the arrows lead from one to the next, Home and End to the ends.
import { type RefObject, useEffect } from 'react'

interface Options {
  /** Up and down go from row to row, left and right within a row; without rows left and right are all there is. */
  rows?: string
  /** Tab begins at the last row instead of the first. */
  fromEnd?: boolean
}

/** `items`: selector of the controls inside the box, which may come and go. */
export function useRoving(
  box: RefObject<HTMLElement | null>,
  items: string,
  { rows, fromEnd = false }: Options = {},
): void {
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    let stop: HTMLElement | undefined
    const all = () => [...element.querySelectorAll<HTMLElement>(items)]
    const rowsHere = () => (rows === undefined ? [element] : [...element.querySelectorAll<HTMLElement>(rows)])
    const settle = () => {
      const here = all()
      const row = fromEnd ? rowsHere().at(-1) : rowsHere()[0]
      if (!stop || !here.includes(stop)) stop = here.find((each) => row?.contains(each)) ?? here[0]
      for (const each of here) each.tabIndex = each === stop ? 0 : -1
    }
    const focused = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest<HTMLElement>(items) : undefined
      if (!item) return
      stop = item
      settle()
    }
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !stop || document.activeElement !== stop) return
      const next = nextOf(event.key, stop, all(), rows === undefined ? [] : rowsHere())
      if (next === undefined) return
      // The page's own arrows travel in time.
      event.preventDefault()
      event.stopPropagation()
      next.focus()
    }
    settle()
    const changes = new MutationObserver(settle)
    changes.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', focused)
    element.addEventListener('keydown', pressed)
    return () => {
      changes.disconnect()
      element.removeEventListener('focusin', focused)
      element.removeEventListener('keydown', pressed)
    }
  }, [box, items, rows, fromEnd])
}

/** Where a key leads from an item; undefined: the key means nothing here. */
function nextOf(
  key: string,
  from: HTMLElement,
  items: readonly HTMLElement[],
  rows: readonly HTMLElement[],
): HTMLElement | undefined {
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  const across = { ArrowLeft: -1, ArrowRight: 1 }[key]
  const along = { ArrowUp: -1, ArrowDown: 1 }[key]
  const row = rows.find((each) => each.contains(from))
  const beside = row ? items.filter((each) => row.contains(each)) : items
  if (across !== undefined) return beside[beside.indexOf(from) + across] ?? from
  if (along === undefined || rows.length === 0) return undefined
  const others = rows.slice(...(along < 0 ? [0, row ? rows.indexOf(row) : 0] : [row ? rows.indexOf(row) + 1 : 0]))
  for (const other of along < 0 ? others.toReversed() : others) {
    const first = items.find((each) => other.contains(each))
    if (first) return first
  }
  // What stands before the rows, as a button for earlier ones, is above the first.
  return along < 0 ? (items.find((each) => !rows.some((one) => one.contains(each))) ?? from) : from
}
