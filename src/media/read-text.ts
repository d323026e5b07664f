// The text in bytes that may be anything: in UTF-8, in the charset that they name, or in the one that Chinese Windows writes.

const marks: [charset: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Undefined: they are no text. `charset`: as the other side says. */
export function readText(bytes: Uint8Array, charset?: string): string | undefined {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return plain(decoded(bytes, marked[0]))
  const text = plain(decoded(bytes, 'utf-8'))
  if (text !== undefined) return text
  const named = charset === undefined ? undefined : plain(decoded(bytes, charset))
  if (named !== undefined) return named
  const chinese = plain(decoded(bytes, 'gb18030'))
  return chinese !== undefined && isChinese(chinese) ? chinese : undefined
}

function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Control characters are for machines: a text has line ends, tabs and page ends. */
const control = /[\p{Cc}--[\t\n\r\f]]/v

const plain = (text: string | undefined): string | undefined =>
  text === undefined || control.test(text) ? undefined : text

// Letters of other scripts make Chinese ones when they are read so, but none of the usual ones.
const usual = /[的一是不了在有人这中大为上个国我以要他时来用们]/gu
const beyondAscii = /\P{ASCII}/gu
const usualShare = 0.03

const isChinese = (text: string): boolean => countOf(text, usual) >= usualShare * countOf(text, beyondAscii)

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0
