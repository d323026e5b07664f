// What becomes of what people send to a room of the page.
import type { Outcomes } from './cells.ts'

export const webOutcomes: Outcomes = {
  'image: dropped, pasted or chosen': {
    heard: [{ kind: 'image', ref: '/api/rooms/lobby/files/ID', name: 'cat.png', mime: 'image/png', bytes: 70 }],
    line: 'Look. [image: cat.png, 70 B]',
    drawn: '(picture /api/rooms/lobby/files/ID)',
  },
  'sticker: –': 'refused',
  'audio: ✓': {
    heard: [{ kind: 'audio', ref: '/api/rooms/lobby/files/ID', name: 'song.wav', mime: 'audio/wav', bytes: 616 }],
    line: 'Look. [audio: song.wav, 616 B]',
    drawn: '♪ (link /api/rooms/lobby/files/ID) song.wav audio · 616 B (player)',
  },
  'voice: –': {
    heard: [{ kind: 'audio', ref: '/api/rooms/lobby/files/ID', name: 'voice.wav', mime: 'audio/wav', bytes: 616 }],
    line: 'Look. [audio: voice.wav, 616 B]',
    drawn: '♪ (link /api/rooms/lobby/files/ID) voice.wav audio · 616 B (player)',
  },
  'video: ✓': {
    heard: [{ kind: 'video', ref: '/api/rooms/lobby/files/ID', name: 'a.mp4', mime: 'video/mp4', bytes: 624 }],
    line: 'Look. [video: a.mp4, 624 B]',
    drawn: '▷ (link /api/rooms/lobby/files/ID) a.mp4 video · 624 B',
  },
  'file: ✓': {
    heard: [{ kind: 'file', ref: '/api/rooms/lobby/files/ID', name: 'data.csv', bytes: 8 }],
    line: 'Look. [file: data.csv, 8 B]',
    drawn: '▤ (link /api/rooms/lobby/files/ID) data.csv file · 8 B',
  },
  'quote: a selected passage': {
    heard: [{ kind: 'quote', id: 'm0', sender: 'person:bo', name: 'Bo', ts: 1_000_000, text: 'We take Welch' }],
    line: '⟦quotes Bo, Thu 1 Jan 1970 00:16: We take Welch⟧ Look.',
    drawn: '(quoted) Bo (when 1970-01-01T00:16:40.000Z) We take Welch',
  },
  'forward: –': 'refused',
  'card: –': 'refused',
  'location: –': 'refused',
}
