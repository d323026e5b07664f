// What somebody else's code throws, in words and as an error.

/** Of whatever was thrown, be it nothing that has a text. */
export function textOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown)
  } catch {
    return 'something was thrown that has no text'
  }
}

/** undefined: it cannot be read. */
export function readable<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(textOf(thrown)))
