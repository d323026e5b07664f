// How large an element is, now and whenever that changes.
import { type RefObject, useEffect, useState } from 'react'
import type { Size } from './view.ts'

/** 0 by 0 until it is measured. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}
