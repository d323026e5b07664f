// What becomes of the samples of Telegram.
import { type Outcomes, quotedAt } from './cells.ts'

export const telegramOutcomes: Outcomes = {
  'image: photo': {
    heard: [{ kind: 'image', ref: '99 FILE-1', mime: 'image/jpeg', bytes: 341_000, width: 640, height: 480 }],
    line: '[image: 640×480, 341 KB]',
    drawn: '(picture /api/pictures)',
  },
  'image: picture sent as a file': {
    heard: [{ kind: 'image', ref: '99 FILE-1', name: 'cat.png', mime: 'image/png', bytes: 341_000 }],
    line: '[image: cat.png, 341 KB]',
    drawn: '(picture /api/pictures)',
  },
  'sticker: with its emoji': {
    heard: [
      { kind: 'sticker', ref: '99 FILE-1', mime: 'image/webp', bytes: 341_000, width: 512, height: 512, alt: '😀' },
    ],
    line: '[sticker: 😀, 512×512]',
    drawn: '☺ 😀 sticker · 512×512 · 341 KB',
  },
  'audio: audio file': {
    heard: [{ kind: 'audio', ref: '99 FILE-1', name: 'song.mp3', bytes: 341_000, seconds: 61 }],
    line: '[audio: song.mp3, 61 s, 341 KB]',
    drawn: '♪ song.mp3 audio · 61 s · 341 KB',
  },
  'voice: ✓': {
    heard: [{ kind: 'voice', ref: '99 FILE-1', mime: 'audio/ogg', bytes: 341_000, seconds: 12 }],
    line: '[voice: 12 s, 341 KB]',
    drawn: '♪ voice message 12 s · 341 KB',
  },
  'video: video': {
    heard: [{ kind: 'video', ref: '99 FILE-1', bytes: 2_300_000 }],
    line: '[video: 2.3 MB]',
    drawn: '▷ video 2.3 MB',
  },
  'video: animation': {
    heard: [{ kind: 'video', ref: '99 FILE-1', bytes: 341_000, width: 10, height: 10, seconds: 1 }],
    line: '[video: 10×10, 1 s, 341 KB]',
    drawn: '▷ video 10×10 · 1 s · 341 KB',
  },
  'video: round video': {
    heard: [
      { kind: 'video', ref: '99 FILE-1', mime: 'video/mp4', bytes: 341_000, width: 240, height: 240, seconds: 5 },
    ],
    line: '[video: 240×240, 5 s, 341 KB]',
    drawn: '▷ video 240×240 · 5 s · 341 KB',
  },
  'file: document': {
    heard: [{ kind: 'file', ref: '99 FILE-1', name: 'data.csv', mime: 'text/csv', bytes: 12_000 }],
    line: '[file: data.csv, 12 KB]',
    drawn: '▤ data.csv file · 12 KB',
  },
  'quote: the passage': {
    heard: [{ kind: 'quote', id: '2', sender: '8', name: 'Bo', ts: quotedAt, text: 'We take Welch' }],
    line: '⟦quotes Bo, Mon 26 Oct 2026 14:31: We take Welch⟧ Still so?',
    drawn: '(quoted) Bo (when 2026-10-26T14:31:00.000Z) We take Welch',
  },
  'quote: a message that was never heard': {
    heard: [{ kind: 'quote', id: '2', sender: '8', name: 'Bo', ts: quotedAt, text: 'We take Welch, as ever.' }],
    line: '⟦quotes Bo, Mon 26 Oct 2026 14:31: We take Welch, as ever.⟧ Still so?',
    drawn: '(quoted) Bo (when 2026-10-26T14:31:00.000Z) We take Welch, as ever.',
  },
  'quote: one from elsewhere': {
    heard: [
      {
        kind: 'quote',
        sender: '8',
        name: 'Bo',
        ts: quotedAt,
        text: '[image: 341 KB]',
        parts: [{ kind: 'image', ref: '99 FILE-1', mime: 'image/jpeg', bytes: 341_000 }],
      },
    ],
    line: '⟦quotes Bo, Mon 26 Oct 2026 14:31: [image: 341 KB]⟧ Still so?',
    drawn: '(quoted) Bo (when 2026-10-26T14:31:00.000Z) [image: 341 KB]',
  },
  'forward: one line': {
    heard: [{ kind: 'forward', lines: [{ name: 'Bo', ts: quotedAt, text: 'deploy?' }] }],
    line: '[forwarded messages: 1] ⟦Bo 14:31: deploy?⟧',
    drawn: '(folded) 1 message forwarded Bo (time) deploy?',
  },
  'card: contact': {
    heard: [{ kind: 'card', title: 'Cy Fox', text: '+49 1' }],
    line: '[card: Cy Fox] +49 1',
    drawn: 'Cy Fox +49 1',
  },
  'card: poll': {
    heard: [{ kind: 'card', title: 'When?', text: 'Mon / Tue' }],
    line: '[card: When?] Mon / Tue',
    drawn: 'When? Mon / Tue',
  },
  'card: dice': { heard: [{ kind: 'card', title: '🎲', text: '4' }], line: '[card: 🎲] 4', drawn: '🎲 4' },
  'card: game': {
    heard: [{ kind: 'card', title: 'Snake', text: 'Eat.' }],
    line: '[card: Snake] Eat.',
    drawn: 'Snake Eat.',
  },
  'card: invoice': {
    heard: [{ kind: 'card', title: 'Tea', text: 'A cup.' }],
    line: '[card: Tea] A cup.',
    drawn: 'Tea A cup.',
  },
  'card: checklist': {
    heard: [{ kind: 'card', title: 'Trip', text: 'pack / go' }],
    line: '[card: Trip] pack / go',
    drawn: 'Trip pack / go',
  },
  'card: story': { heard: [{ kind: 'card', title: 'story' }], line: '[card: story]', drawn: 'story' },
  'card: paid media': {
    heard: [{ kind: 'card', title: 'paid media', text: '5 stars' }],
    line: '[card: paid media] 5 stars',
    drawn: 'paid media 5 stars',
  },
  'card: giveaway': {
    heard: [{ kind: 'card', title: 'giveaway', text: 'A mug' }],
    line: '[card: giveaway] A mug',
    drawn: 'giveaway A mug',
  },
  'location: place': {
    heard: [{ kind: 'location', latitude: 31.2, longitude: 121.5 }],
    line: '[location: 31.20000 121.50000]',
    drawn: '◎ place 31.20000, 121.50000',
  },
  'location: venue': {
    heard: [{ kind: 'location', name: 'Office, Gate 1', latitude: 31.2, longitude: 121.5 }],
    line: '[location: Office, Gate 1, 31.20000 121.50000]',
    drawn: '◎ Office, Gate 1 31.20000, 121.50000',
  },
}
