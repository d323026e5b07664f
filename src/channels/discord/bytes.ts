// Reads what another side sends, and never more than was asked for.

/** `isCut`: there was more, and the rest is not read. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  most: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    const rest = most - length
    length += piece.length
    pieces.push(piece.subarray(0, rest))
    // Leaving the loop ends the stream.
    if (length > most) break
  }
  return { bytes: Buffer.concat(pieces), isCut: length > most }
}

const cdn = 'https://cdn.discordapp.com'
/** The same files beside the usual store: pictures made smaller, stickers that move. */
const media = 'https://media.discordapp.net'

/** Whether a file lies in the store that is configured; nothing else is ever read. */
export function isOfCdn(url: string, store: string): boolean {
  const origin = URL.parse(url)?.origin
  return origin !== undefined && (origin === URL.parse(store)?.origin || (store === cdn && origin === media))
}
