// The text of what was fetched, in the charset that it has.

const marks: [charset: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const inPage = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:+-]{1,40})/i
const looksAt = 2_048

/** By its mark, then as the other side says, then as the page says, then UTF-8. Undefined: it is no text. */
export function decode(bytes: Uint8Array, charset?: string): string | undefined {
  const [marked] = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  const said = inPage.exec(Buffer.from(bytes.subarray(0, looksAt)).toString('latin1'))?.[1]
  const text = decoded(bytes, [marked, charset, said])
  return text.includes('\0') ? undefined : text
}

/** In the first that there is. */
function decoded(bytes: Uint8Array, charsets: (string | undefined)[]): string {
  for (const charset of charsets) {
    try {
      if (charset !== undefined) return new TextDecoder(charset).decode(bytes)
    } catch {
      // Nobody knows this one: the next may be right.
    }
  }
  return new TextDecoder().decode(bytes)
}
