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
