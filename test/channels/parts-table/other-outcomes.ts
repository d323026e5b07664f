// What becomes of what modules hand in, and of what peers are told.
import { type Outcomes, quotedAt } from './cells.ts'

export const moduleOutcomes: Outcomes = {
  'image: ✓': {
    heard: [
      { kind: 'image', ref: 'net/r-1', name: 'cat.png', mime: 'image/png', bytes: 341_000, width: 640, height: 480 },
    ],
    line: 'Look. [image: cat.png, 640×480, 341 KB]',
    drawn: '(picture /api/pictures)',
  },
  'sticker: ✓': {
    heard: [{ kind: 'sticker', ref: 'net/r-1', alt: '😀' }],
    line: 'Look. [sticker: 😀]',
    drawn: '☺ 😀 sticker',
  },
  'audio: ✓': {
    heard: [{ kind: 'audio', ref: 'net/r-1', name: 'song.mp3', seconds: 61 }],
    line: 'Look. [audio: song.mp3, 61 s]',
    drawn: '♪ song.mp3 audio · 61 s',
  },
  'voice: ✓': {
    heard: [{ kind: 'voice', ref: 'net/r-1', seconds: 11.4 }],
    line: 'Look. [voice: 12 s]',
    drawn: '♪ voice message 12 s',
  },
  'video: ✓': { heard: [{ kind: 'video', bytes: 2_300_000 }], line: 'Look. [video: 2.3 MB]', drawn: '▷ video 2.3 MB' },
  'file: ✓': {
    heard: [{ kind: 'file', ref: 'net/r-1', name: 'data.csv', bytes: 12_000 }],
    line: 'Look. [file: data.csv, 12 KB]',
    drawn: '▤ data.csv file · 12 KB',
  },
  'quote: ✓': {
    heard: [{ kind: 'quote', id: 'm0', sender: 'bo', name: 'Bo', ts: quotedAt, text: 'We take Welch.' }],
    line: '⟦quotes Bo, Mon 26 Oct 2026 14:31: We take Welch.⟧ Look.',
    drawn: '(quoted) Bo (when 2026-10-26T14:31:00.000Z) We take Welch.',
  },
  'forward: ✓': {
    heard: [
      {
        kind: 'forward',
        title: 'Lab',
        lines: [
          { name: 'Bo', ts: quotedAt, text: 'deploy?' },
          { name: 'Cy', text: 'after lunch', depth: 1 },
        ],
        more: 10,
      },
    ],
    line: 'Look. [forwarded messages: Lab, 12] ⟦Bo 14:31: deploy? ⏎ >> Cy: after lunch ⏎ and 10 more⟧',
    drawn: '(folded) 12 messages from Lab Bo (time) deploy? Cy after lunch and 10 more',
  },
  'card: ✓': {
    heard: [{ kind: 'card', title: 'Leave', text: 'from Monday' }],
    line: 'Look. [card: Leave] from Monday',
    drawn: 'Leave from Monday',
  },
  'location: ✓': {
    heard: [{ kind: 'location', name: 'Office', latitude: 31.2, longitude: 121.5 }],
    line: 'Look. [location: Office, 31.20000 121.50000]',
    drawn: '◎ Office 31.20000, 121.50000',
  },
}

export const bridgeOutcomes: Outcomes = {
  'image: words': { heard: [], line: 'Look. [image: cat.png, 640×480, 341 KB]', drawn: '' },
  'sticker: words': { heard: [], line: 'Look. [sticker: 😀]', drawn: '' },
  'audio: words': { heard: [], line: 'Look. [audio: song.mp3, 61 s]', drawn: '' },
  'voice: words': { heard: [], line: 'Look. [voice: 12 s]', drawn: '' },
  'video: words': { heard: [], line: 'Look. [video: 2.3 MB]', drawn: '' },
  'file: words': { heard: [], line: 'Look. [file: data.csv, 12 KB]', drawn: '' },
  'quote: –': { heard: [], line: 'Look.', drawn: '' },
  'forward: words': { heard: [], line: 'Look. [forwarded messages: Lab, 12]', drawn: '' },
  'card: words': { heard: [], line: 'Look. [card: Leave] from Monday', drawn: '' },
  'location: words': { heard: [], line: 'Look. [location: Office, 31.20000 121.50000]', drawn: '' },
}
