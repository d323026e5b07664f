// Reads a command off the words of a message: `,name words` (A4).

export interface CommandText {
  /** Small letters. */
  name: string
  /** What follows it. */
  words: string
  /** All of it behind the comma, as it is written. */
  line: string
}

const longestName = 64
/** A name or two, and what stands between them. */
const longestAddress = 100
/** Of this script or wide, with the name right behind it: "Iris, help me" is no command. */
const comma = /(?:^|\s)[,，](?=[a-z])/iu

/**
 * `isAddress`: whether what stands before the comma does no more than name whom it is for. Undefined: it is no command.
 */
export function commandIn(
  said: string,
  isAddress: (words: string) => boolean = (words) => words === '',
): CommandText | undefined {
  const found = comma.exec(said)
  if (!found) return undefined
  const before = said.slice(0, found.index).trim()
  if (before.length > longestAddress || !isAddress(before)) return undefined
  const line = said.slice(found.index + found[0].length).trim()
  const [first = ''] = line.split(/\s/, 1)
  return { name: first.toLowerCase().slice(0, longestName), words: line.slice(first.length).trim(), line }
}
