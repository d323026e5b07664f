// The keys of a part of the page, which come before those of the page.
import type { KeyboardEvent } from 'react'

/** Does what a key means here; one without a deed is left to the page. */
export function handleKey(event: KeyboardEvent, deeds: Record<string, () => void>): void {
  const deed = deeds[event.key]
  if (!deed || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  deed()
}
