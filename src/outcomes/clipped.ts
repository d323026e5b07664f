// A text as it is quoted in one line.

const longestQuote = 60

/** Its first line for a quotation, cut between words where it has some. */
export function clipped(text: string, longest = longestQuote): string {
  const [first = ''] = text.trim().split('\n', 1)
  const characters = Array.from(first)
  const isWhole = first.length === text.trim().length && characters.length <= longest
  if (isWhole) return first
  const cut = characters.slice(0, longest).join('').trimEnd()
  const isMidWord = /\S/.test(characters[longest] ?? ' ')
  return `${isMidWord ? cut.replace(/\s+\S{1,15}$/, '') : cut}…`
}
