// What becomes of the samples of Feishu.
import { type Outcome, type Outcomes, quotedAt } from './cells.ts'

const said = ['deploy?', '[forwarded messages: 1]', 'after lunch', ...Array.from({ length: 47 }, (_, n) => `line ${n}`)]

const bundle: Outcome = {
  heard: [
    {
      kind: 'forward',
      lines: said.map((text, n) => ({ name: 'Bo', ts: quotedAt, text, ...(n === 2 && { depth: 1 as const }) })),
      more: 13,
    },
  ],
  line: `[forwarded messages: 63] ⟦${said.map((text, n) => `${n === 2 ? '>> ' : ''}Bo 14:31: ${text} ⏎ `).join('')}and 13 more⟧`,
  drawn: `(folded) 63 messages forwarded ${said.map((text) => `Bo (time) ${text} `).join('')}and 13 more`,
}

export const feishuOutcomes: Outcomes = {
  'image: picture': {
    heard: [{ kind: 'image', ref: 'cli_00000000000000a1 image img_1' }],
    line: '[image]',
    drawn: '(picture /api/pictures)',
  },
  'image: within rich text': {
    heard: [{ kind: 'image', ref: 'cli_00000000000000a1 image img_1', width: 640, height: 480, inline: true }],
    line: 'Plan see [image: 640×480]',
    drawn: '(picture /api/pictures)',
  },
  'sticker: ✓': { heard: [{ kind: 'sticker' }], line: '[sticker]', drawn: '☺ sticker' },
  'audio: –': {
    heard: [{ kind: 'voice', ref: 'cli_00000000000000a1 file file_1', seconds: 61 }],
    line: '[voice: 61 s]',
    drawn: '♪ voice message 61 s',
  },
  'voice: ✓': {
    heard: [{ kind: 'voice', ref: 'cli_00000000000000a1 file file_1', seconds: 11.4 }],
    line: '[voice: 12 s]',
    drawn: '♪ voice message 12 s',
  },
  'video: ✓': {
    heard: [{ kind: 'video', ref: 'cli_00000000000000a1 file file_1', name: 'a.mp4', seconds: 61 }],
    line: '[video: a.mp4, 61 s]',
    drawn: '▷ a.mp4 video · 61 s',
  },
  'file: file': {
    heard: [{ kind: 'file', ref: 'cli_00000000000000a1 file file_1', name: 'data.csv' }],
    line: '[file: data.csv]',
    drawn: '▤ data.csv file',
  },
  'file: folder': { heard: [{ kind: 'file', name: 'papers/' }], line: '[file: papers/]', drawn: '▤ papers/ file' },
  'quote: fetched where it was never heard': {
    heard: [{ kind: 'quote', id: 'om_0', sender: 'ou_bo', name: 'Bo', ts: quotedAt, text: 'We take Welch.' }],
    line: '⟦quotes Bo, Mon 26 Oct 2026 14:31: We take Welch.⟧ Still so?',
    drawn: '(quoted) Bo (when 2026-10-26T14:31:00.000Z) We take Welch.',
  },
  'forward: bundle: 50 lines, one level of bundles in it': bundle,
  'card: card': {
    heard: [{ kind: 'card', title: 'Leave', text: 'from Monday' }],
    line: '[card: Leave] from Monday',
    drawn: 'Leave from Monday',
  },
  'card: shared chat': {
    heard: [{ kind: 'card', title: 'shared chat' }],
    line: '[card: shared chat]',
    drawn: 'shared chat',
  },
  'card: contact': {
    heard: [{ kind: 'card', title: 'contact card' }],
    line: '[card: contact card]',
    drawn: 'contact card',
  },
  'card: vote': {
    heard: [{ kind: 'card', title: 'vote: Lunch?', text: 'rice, noodles' }],
    line: '[card: vote: Lunch?] rice, noodles',
    drawn: 'vote: Lunch? rice, noodles',
  },
  'card: task': {
    heard: [{ kind: 'card', title: 'task: write it' }],
    line: '[card: task: write it]',
    drawn: 'task: write it',
  },
  'card: event': {
    heard: [{ kind: 'card', title: 'calendar event: Seminar' }],
    line: '[card: calendar event: Seminar]',
    drawn: 'calendar event: Seminar',
  },
  'card: video call': {
    heard: [{ kind: 'card', title: 'video call: Sync' }],
    line: '[card: video call: Sync]',
    drawn: 'video call: Sync',
  },
  'card: red packet': {
    heard: [{ kind: 'card', title: 'red packet' }],
    line: '[card: red packet]',
    drawn: 'red packet',
  },
  'location: ✓': {
    heard: [{ kind: 'location', name: 'Office', latitude: 31.2, longitude: 121.5 }],
    line: '[location: Office, 31.20000 121.50000]',
    drawn: '◎ Office 31.20000, 121.50000',
  },
}
