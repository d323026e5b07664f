// JSON on lines of its own where it is long; what is no JSON, as it is.

const longestLine = 60

export function laidOut(text: string): string {
  if (text.length <= longestLine) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
