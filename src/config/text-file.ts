// Text files that people write, read as UTF-8 and as nothing else: a guess would show other letters than theirs.
import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Why a file is no text; the message says where and the next step, and quotes nothing of the file. */
export class TextFileError extends Error {
  override name = 'TextFileError'
}

const mostBytes = 64 * 1024 * 1024

/**
 * Throws TextFileError for what is no UTF-8 text of a bearable size, and the system's errors. `pipe`: it may come by one,
 * as of `<(command)`; whoever writes into it is waited for.
 */
export function readTextFile(path: string, { pipe = false } = {}): string {
  // A pipe without a writer would keep even the opening waiting.
  const fd = openSync(path, constants.O_RDONLY | (pipe ? 0 : constants.O_NONBLOCK))
  try {
    const stats = fstatSync(fd)
    // A device may have no end.
    if (stats.isCharacterDevice() || stats.isBlockDevice()) throw new TextFileError('it is a device, not a text file')
    if (!pipe && (stats.isFIFO() || stats.isSocket())) throw new TextFileError('it is a pipe, not a text file')
    if (stats.size > mostBytes) throw tooLarge(stats.size)
    return decodeText(readWhole(fd))
  } finally {
    closeSync(fd)
  }
}

/** A pipe, and some files, do not tell their size before they are read. */
function readWhole(fd: number): Buffer {
  const pieces: Buffer[] = []
  for (let size = 0; ;) {
    const piece = Buffer.alloc(pieceBytes)
    const read = readSync(fd, piece)
    if (read === 0) return Buffer.concat(pieces)
    size += read
    if (size > mostBytes) throw tooLarge(size)
    pieces.push(piece.subarray(0, read))
  }
}

const pieceBytes = 64 * 1024
const tooLarge = (bytes: number): TextFileError =>
  new TextFileError(`it has ${bytes} bytes: a text file has at most ${mostBytes}`)

/** Without its byte order mark. Throws TextFileError; `isLine`: the bytes are one line, which the caller knows. */
export function decodeText(bytes: Uint8Array, { isLine = false } = {}): string {
  const problem = problemWith(bytes, isLine)
  if (problem !== undefined) throw new TextFileError(`${problem}: save the file as UTF-8`)
  return shownAs(bytes).replace(/^\uFEFF/, '')
}

const shownAs = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** What makes it no UTF-8 text, with the place: `byte 12 (line 2) …`; undefined when it is one. */
function problemWith(bytes: Uint8Array, isLine: boolean): string | undefined {
  const wide = wideEncodingOf(bytes)
  if (wide !== undefined) return `it is ${wide}, not UTF-8`
  const bad = isUtf8(bytes) ? bytes.indexOf(0) : firstBadByte(bytes)
  if (bad === -1) return undefined
  const line = bytes.subarray(0, bad).reduce((lines, byte) => lines + (byte === lineFeed ? 1 : 0), 1)
  const place = `byte ${bad + 1}${isLine ? '' : ` (line ${line})`}`
  return bytes[bad] === 0 ? `${place} is 0, which no text has` : `${place} is not UTF-8 (Latin-1 or another encoding?)`
}

const lineFeed = 0x0a

function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'UTF-32' : 'UTF-16'
  if (first === 0xfe && second === 0xff) return 'UTF-16'
  if (bytes.length < 4) return undefined
  // Without a mark: ASCII has zeros in every other place.
  const isHalf = (odd: 0 | 1): boolean => bytes.subarray(0, 64).every((byte, at) => at % 2 !== odd || byte === 0)
  return isHalf(0) !== isHalf(1) ? 'UTF-16' : undefined
}

/** Index of the first byte that is no part of a character; there must be one. */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0
  for (const part of shownAs(bytes).split(replacement)) {
    at += Buffer.byteLength(part)
    // The sign itself may stand in the file.
    if (Buffer.compare(bytes.subarray(at, at + 3), replacementBytes) !== 0) return at
    at += 3
  }
  return at
}

const replacement = '\uFFFD'
const replacementBytes = Buffer.from(replacement)
