// Tells several listeners the same: one that fails keeps nothing from the others, nor from who tells.

export function tellEach<T>(
  listeners: Iterable<T>,
  tell: (listener: T) => void,
  failed?: (error: unknown) => void,
): void {
  for (const listener of listeners) {
    try {
      tell(listener)
    } catch (error) {
      failed?.(error)
    }
  }
}

/** As one listener: each hears it, in their order. */
export function inTurn<T>(
  listeners: readonly ((told: T) => void)[],
  failed: (error: unknown) => void,
): (told: T) => void {
  return (told) => tellEach(listeners, (listen) => listen(told), failed)
}
