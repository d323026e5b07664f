// The thread in which bytes from a chat are looked at: what loops or swells there ends with it.
import { parentPort, workerData } from 'node:worker_threads'
import { fileTypeFromBuffer } from 'file-type'
import { longestText, mostBytes } from './limits.ts'
import { readText } from './read-text.ts'
import type { ReadBytes, ToRead } from './read-bytes.ts'

const { bytes, as, charset } = workerData as ToRead

async function read(): Promise<ReadBytes> {
  if (bytes.length === 0) return { unread: 'empty' }
  const found = await fileTypeFromBuffer(bytes)
  if (as === 'recording')
    return recordings.test(found?.mime ?? '') && found ? { extension: found.ext } : { unread: 'wrongKind' }
  if (found?.mime === 'application/pdf') return pdfText()
  // A text has no mark of its own; one that is XML has.
  if (found && found.mime !== 'application/xml') return { unread: 'wrongKind' }
  if (bytes.length > mostBytes.text) return { unread: 'tooLarge' }
  const text = readText(bytes, charset)
  return text === undefined ? { unread: 'wrongKind' } : kept(text)
}

/** What a telephone or a browser records comes in the same containers as pictures that move. */
const recordings = /^(?:audio\/|application\/ogg|video\/(?:mp4|webm|ogg))/

const kept = (text: string): ReadBytes =>
  text.trim() === ''
    ? { unread: 'empty' }
    : { text: text.slice(0, longestText).toWellFormed(), isCut: text.length > longestText }

/** Page by page, as far as is kept. */
async function pdfText(): Promise<ReadBytes> {
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(bytes)
  let text = ''
  for (let page = 1; page <= pdf.numPages && text.length <= longestText; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the next only where there is room
    const { items } = await (await pdf.getPage(page)).getTextContent()
    text += `${items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')}\n`
  }
  return kept(text)
}

const unreadable: ReadBytes = { unread: 'broken' }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
parentPort?.postMessage(await read().catch(() => unreadable))
