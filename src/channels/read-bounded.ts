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
