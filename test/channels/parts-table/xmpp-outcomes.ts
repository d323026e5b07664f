// What becomes of the samples of XMPP.
import type { Outcomes } from './cells.ts'

export const xmppOutcomes: Outcomes = {
  'image: XEP-0066': {
    heard: [{ kind: 'image', name: 'cat.png', ref: 'https://upload.example/a/cat.png' }],
    line: '[image: cat.png]',
    drawn: '(picture /api/pictures)',
  },
  'image: 0447': {
    heard: [
      {
        kind: 'image',
        name: 'cat.png',
        mime: 'image/png',
        ref: 'https://upload.example/a/cat.png',
        bytes: 341_000,
        width: 640,
        height: 480,
      },
    ],
    line: '[image: cat.png, 640×480, 341 KB]',
    drawn: '(picture /api/pictures)',
  },
  'sticker: –': {
    heard: [
      {
        kind: 'image',
        name: 'wave.png',
        mime: 'image/png',
        ref: 'https://upload.example/a/wave.png',
        bytes: 341_000,
        width: 640,
        height: 480,
      },
    ],
    line: '[image: wave.png, 640×480, 341 KB]',
    drawn: '(picture /api/pictures)',
  },
  'audio: ✓': {
    heard: [
      { kind: 'audio', name: 'song.mp3', mime: 'audio/mpeg', ref: 'https://upload.example/a/song.mp3', seconds: 61 },
    ],
    line: '[audio: song.mp3, 61 s]',
    drawn: '♪ song.mp3 audio · 61 s',
  },
  'voice: –': {
    heard: [
      { kind: 'audio', name: 'voice.ogg', mime: 'audio/ogg', ref: 'https://upload.example/a/voice.ogg', seconds: 11.4 },
    ],
    line: '[audio: voice.ogg, 12 s]',
    drawn: '♪ voice.ogg audio · 12 s',
  },
  'video: ✓': {
    heard: [
      { kind: 'video', name: 'a.mp4', mime: 'video/mp4', ref: 'https://upload.example/a/a.mp4', bytes: 2_300_000 },
    ],
    line: '[video: a.mp4, 2.3 MB]',
    drawn: '▷ a.mp4 video · 2.3 MB',
  },
  'file: ✓': {
    heard: [
      { kind: 'file', name: 'data.csv', mime: 'text/csv', ref: 'https://upload.example/a/data.csv', bytes: 12_000 },
    ],
    line: '[file: data.csv, 12 KB]',
    drawn: '▤ data.csv file · 12 KB',
  },
  'quote: a message that was never heard': {
    heard: [
      {
        kind: 'quote',
        id: 'a0',
        sender: 'ann@example',
        name: 'ann',
        ts: Date.UTC(2026, 9, 26, 14, 30),
        text: 'We take Welch.',
      },
    ],
    line: '⟦quotes ann, Mon 26 Oct 2026 14:30: We take Welch.⟧ Still so?',
    drawn: '(quoted) ann (when 2026-10-26T14:30:00.000Z) We take Welch.',
  },
  'quote: the fallback above a reply': {
    heard: [{ kind: 'quote', id: 'old', text: 'We take Welch.', unproven: true, sender: 'bo@example', name: 'bo' }],
    line: '⟦says that it quotes bo: We take Welch.⟧ Still so?',
    drawn: '(quoted) bo as the writer of this message says We take Welch.',
  },
  'forward: –': { heard: [], line: 'see', drawn: '' },
  'card: –': { heard: [], line: 'a form', drawn: '' },
  'location: –': { heard: [], line: 'geo:31.2,121.5', drawn: '' },
}
