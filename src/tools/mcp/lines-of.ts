// Pieces of a stream as lines, of which none is longer than may be.

const newline = 10

/** Nothing is kept of a line that is too long, and nothing read behind it. */
export function linesOf(most: number, take: (line: string) => void, tooLong: () => void): (piece: Buffer) => void {
  let kept: Buffer[] = []
  let length = 0
  let isOff = false
  return (piece) => {
    let start = 0
    while (!isOff && start < piece.length) {
      const end = piece.indexOf(newline, start)
      const part = piece.subarray(start, end === -1 ? undefined : end)
      start += part.length + 1
      length += part.length
      kept.push(part)
      if (length > most) {
        isOff = true
        kept = []
        tooLong()
      } else if (end !== -1) {
        const line = Buffer.concat(kept).toString().trimEnd()
        kept = []
        length = 0
        if (line !== '') take(line)
      }
    }
  }
}
