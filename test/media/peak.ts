// A process that reads one picture or file for several rooms at once, and tells how large it became. The test starts it.
import { readFileSync } from 'node:fs'
import type { MediaPart } from '../../src/language/parts.ts'
import { openMedia } from '../../src/media/media.ts'
import { isUnread } from '../../src/media/unread.ts'

/** What came of each, in the words of why it was not read; whether a harmless picture is read afterwards; bytes at most. */
export interface Peak {
  read: string[]
  goesOn: boolean
  bytes: number
}

const [path = '', kind, rooms, harmless = ''] = process.argv.slice(2)
const signal = new AbortController().signal
const media = openMedia({ download: async ({ message }) => ({ bytes: new Uint8Array(readFileSync(message)) }) })

const read = (message: string, as: MediaPart['kind'], group: string) => {
  const what = { group, bot: 'iris', message, index: 0, part: { kind: as, ref: 'r' } }
  return as === 'image' ? media.picture(what, signal) : media.file(what, signal)
}

const all = Array.from({ length: Number(rooms) }, (_, n) =>
  read(path, kind === 'image' ? 'image' : 'file', `fake:room ${n}`),
)
const came = (await Promise.all(all)).map((each) => (isUnread(each) ? each.unread : 'read'))
const goesOn = !isUnread(await read(harmless, 'image', 'fake:next'))
const peak: Peak = { read: came, goesOn, bytes: process.resourceUsage().maxRSS * 1_024 }
process.stdout.write(JSON.stringify(peak))
media.stop()
