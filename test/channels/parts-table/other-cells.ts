// What people send to a room of the page, what modules hand in, and what peers are told, a kind of part each.
import type { Part, PartKind } from '../../../src/language/parts.ts'
import { png } from '../web-uploads.ts'
import { type Both, type Cells, heardAs, nothing, quotedAt, wordsAlone } from './cells.ts'
import type { WebRaw } from './readers.ts'

const bytes = (...start: (number | string)[]): Uint8Array =>
  Buffer.concat([
    ...start.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.from([each]))),
    new Uint8Array(600),
  ])

/** Parts are made by the room itself: what a client writes into its post is none. */
const written = (part: Part): WebRaw => ({ more: { parts: [part] } })

const parts = {
  image: { kind: 'image', ref: 'net/r-1', name: 'cat.png', mime: 'image/png', bytes: 341_000, width: 640, height: 480 },
  sticker: { kind: 'sticker', ref: 'net/r-1', alt: '😀' },
  audio: { kind: 'audio', ref: 'net/r-1', name: 'song.mp3', seconds: 61 },
  voice: { kind: 'voice', ref: 'net/r-1', seconds: 11.4 },
  video: { kind: 'video', bytes: 2_300_000 },
  file: { kind: 'file', ref: 'net/r-1', name: 'data.csv', bytes: 12_000 },
  quote: { kind: 'quote', id: 'm0', sender: 'bo', name: 'Bo', ts: quotedAt, text: 'We take Welch.' },
  forward: {
    kind: 'forward',
    title: 'Lab',
    lines: [
      { name: 'Bo', ts: quotedAt, text: 'deploy?' },
      { name: 'Cy', text: 'after lunch', depth: 1 },
    ],
    more: 10,
  },
  card: { kind: 'card', title: 'Leave', text: 'from Monday' },
  location: { kind: 'location', name: 'Office', latitude: 31.2, longitude: 121.5 },
} as const satisfies Record<PartKind, Part>

export const webCells: Cells<WebRaw> = {
  image: [[['dropped, pasted or chosen', '拖入、粘贴或选择'], { files: [{ name: 'cat.png', bytes: png }] }]],
  sticker: [[nothing, written(parts.sticker)]],
  audio: [[heardAs, { files: [{ name: 'song.wav', bytes: bytes('RIFF', 0, 0, 2, 0, 'WAVEfmt ') }] }]],
  // A recording is a file like any other.
  voice: [[nothing, { files: [{ name: 'voice.wav', bytes: bytes('RIFF', 0, 0, 2, 0, 'WAVEfmt ') }] }]],
  video: [[heardAs, { files: [{ name: 'a.mp4', bytes: bytes(0, 0, 0, 24, 'ftypisom', 0, 0, 2, 0, 'isommp42') }] }]],
  file: [[heardAs, { files: [{ name: 'data.csv', bytes: Buffer.from('a,b\n1,2\n') }] }]],
  quote: [[['a selected passage', '选中的一段'], { quote: 'We take Welch' }]],
  forward: [[nothing, written(parts.forward)]],
  card: [[nothing, written(parts.card)]],
  location: [[nothing, written(parts.location)]],
}

const all = <Raw>(called: (kind: PartKind) => Both, raw: (part: Part) => Raw): Cells<Raw> =>
  Object.fromEntries(
    Object.entries(parts).map(([kind, part]) => [kind, [[called(kind as PartKind), raw(part)] as const]]),
  ) as unknown as Cells<Raw>

export const moduleCells: Cells<readonly unknown[]> = all(
  () => heardAs,
  (part) => [part],
)

/** A quote has no words of its own. */
export const bridgeCells: Cells<readonly Part[]> = all(
  (kind) => (kind === 'quote' ? nothing : wordsAlone),
  (part) => [part],
)
