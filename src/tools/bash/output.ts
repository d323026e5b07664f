// What a command writes: its beginning and its end, however much comes between.
import { stripVTControlCharacters } from 'node:util'

export interface Output {
  add: (piece: Uint8Array) => void
  /** Bytes that came. */
  total: () => number
  text: () => string
}

/** Keeps half of `most` bytes from the start, and half from the end. */
export function keepEnds(most: number): Output {
  const half = most / 2
  const head: Uint8Array[] = []
  let tail: Uint8Array[] = []
  let [inHead, inTail, total] = [0, 0, 0]
  return {
    add(piece) {
      total += piece.length
      const first = piece.subarray(0, half - inHead)
      if (first.length > 0) head.push(first)
      inHead += first.length
      const rest = piece.subarray(first.length)
      tail.push(rest)
      inTail += rest.length
      if (inTail <= 2 * half) return
      const last = Buffer.concat(tail).subarray(-half)
      tail = [last]
      inTail = last.length
    },
    total: () => total,
    text() {
      const end = Buffer.concat(tail).subarray(-half)
      const left = total - inHead - end.length
      if (left === 0) return plain(Buffer.concat([...head, end]))
      return `${plain(Buffer.concat(head))}\n… ${left} bytes left out …\n${plain(end)}`
    },
  }
}

const utf8 = new TextDecoder()

/** Without colours, and without signs that are for terminals. */
const plain = (bytes: Uint8Array): string =>
  stripVTControlCharacters(utf8.decode(bytes))
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}--[\t\n]]/gv, '\u{FFFD}')
