// What somebody else's code throws, in words and as an error.

/** Of whatever was thrown, be it nothing that has a text. */
export function textOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown)
  } catch {
    return 'something was thrown that has no text'
  }
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(textOf(thrown)))
