// What becomes of the samples of Discord.
import { type Outcomes, quotedAt } from './cells.ts'

export const discordOutcomes: Outcomes = {
  'image: attachment': {
    heard: [
      {
        kind: 'image',
        ref: '3 5 900',
        name: 'cat.png',
        mime: 'image/png',
        bytes: 341_000,
        width: 640,
        height: 480,
        alt: 'a cat',
      },
    ],
    line: '[image: cat.png, 640×480, 341 KB]',
    drawn: '(picture /api/pictures)',
  },
  'sticker: ✓': {
    heard: [{ kind: 'sticker', alt: 'wave', ref: 'sticker 7.png' }],
    line: '[sticker: wave]',
    drawn: '☺ wave sticker',
  },
  'audio: attachment': {
    heard: [{ kind: 'audio', ref: '3 5 900', name: 'song.mp3', mime: 'audio/mpeg', bytes: 341_000 }],
    line: '[audio: song.mp3, 341 KB]',
    drawn: '♪ song.mp3 audio · 341 KB',
  },
  'voice: voice message': {
    heard: [
      { kind: 'voice', ref: '3 5 900', name: 'voice-message.ogg', mime: 'audio/ogg', bytes: 341_000, seconds: 11.4 },
    ],
    line: '[voice: voice-message.ogg, 12 s, 341 KB]',
    drawn: '♪ voice-message.ogg voice message · 12 s · 341 KB',
  },
  'video: attachment': {
    heard: [{ kind: 'video', ref: '3 5 900', name: 'a.mp4', mime: 'video/mp4', bytes: 341_000 }],
    line: '[video: a.mp4, 341 KB]',
    drawn: '▷ a.mp4 video · 341 KB',
  },
  'file: attachment': {
    heard: [{ kind: 'file', ref: '3 5 900', name: 'data.csv', mime: 'text/csv', bytes: 12_000 }],
    line: '[file: data.csv, 12 KB]',
    drawn: '▤ data.csv file · 12 KB',
  },
  'quote: the message referred to': {
    heard: [{ kind: 'quote', id: '2', sender: '8', name: 'Bo', ts: quotedAt, text: 'We take Welch.' }],
    line: '⟦quotes Bo, Mon 26 Oct 2026 14:31: We take Welch.⟧ Still so?',
    drawn: '(quoted) Bo (when 2026-10-26T14:31:00.000Z) We take Welch.',
  },
  'forward: one line, without its writer': {
    heard: [{ kind: 'forward', lines: [{ name: 'somebody', text: 'deploy?', ts: quotedAt }] }],
    line: '[forwarded messages: 1] ⟦somebody 14:31: deploy?⟧',
    drawn: '(folded) 1 message forwarded somebody (time) deploy?',
  },
  'card: embed': {
    heard: [{ kind: 'card', title: 'Build', text: 'failed' }],
    line: '[card: Build] failed',
    drawn: 'Build failed',
  },
  'card: blocks of text': {
    heard: [{ kind: 'card', text: '# Build\nfailed' }],
    line: '[card] # Build failed',
    drawn: 'card # Build\nfailed',
  },
  'card: poll': {
    heard: [{ kind: 'card', title: 'When?', text: '- today\n- never' }],
    line: '[card: When?] - today - never',
    drawn: 'When? - today\n- never',
  },
  'location: –': { heard: [], line: 'https://maps.example/@31.2,121.5', drawn: '' },
}
