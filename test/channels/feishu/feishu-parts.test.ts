// Every kind of message of Feishu: what its words are, and what it hands in beside them (A12).
import { expect, test } from 'vitest'
import { readInbound } from '../../../src/channels/feishu/inbound.ts'
import { partKinds, toldText } from '../../../src/language/parts.ts'
import { app, makeEvent, makeReader, unread } from './events.ts'

const bo = { key: '@_user_2', id: { open_id: 'ou_2' }, name: 'Bo' }
const cy = { key: '@_user_3', id: { open_id: 'ou_3' }, name: 'Cy' }

async function heard(kind: string, content: unknown) {
  const change = {
    message_type: kind,
    content: typeof content === 'string' ? content : JSON.stringify(content),
    mentions: [bo, cy],
  }
  const received = await readInbound(makeEvent(change), makeReader(), unread)
  return 'message' in received ? { text: received.message.text, parts: received.message.parts } : received
}

const post = {
  title: 'Plan',
  content: [
    [
      { tag: 'at', user_id: '@_user_2', user_name: 'Bo' },
      { tag: 'text', text: ' see ', style: ['bold'] },
      { tag: 'a', text: 'this', href: 'https://example.org' },
    ],
    [{ tag: 'img', image_key: 'img_1', width: 640, height: '480' }, { tag: 'emotion', emoji_type: 'SMILE' }, 7, null],
    [{ tag: 'at', user_id: 'ou_3', user_name: 'Cy' }],
    [{ tag: 'text', text: '1. first' }],
    [{ tag: 'code_block', language: 'PYTHON', text: 'print("```")\n' }],
    [{ tag: 'hr' }],
    [{ tag: 'media', file_key: 'file_1', image_key: 'img_2' }],
  ],
}

/** As the platform shows the card of another bot. */
const shownCard = {
  title: 'Build 7',
  elements: [
    [
      { tag: 'text', text: 'failed in ' },
      { tag: 'a', text: 'the log', href: 'https://example.org/7' },
    ],
    [{ tag: 'img', image_key: 'img_3' }],
    [{ tag: 'button', text: 'Retry' }],
  ],
}

/** As a bot writes one. */
const sentCard = {
  header: { title: { tag: 'plain_text', content: 'Vote' } },
  body: {
    elements: [
      { tag: 'markdown', content: '**Friday** or Monday?' },
      { tag: 'column_set', columns: [{ tag: 'column', elements: [{ tag: 'div', text: { content: 'both' } }] }] },
      { tag: 'action', actions: [{ tag: 'button', text: { tag: 'plain_text', content: 'Send' } }] },
    ],
  },
}

const rows: [kind: string, content: unknown, text: string, parts: object[] | undefined][] = [
  ['text', { text: 'see [the plan](https://example.org)' }, 'see [the plan](https://example.org)', undefined],
  [
    'post',
    post,
    'Plan\n@Bo see this (https://example.org)\n[image: 640×480][SMILE]\n@Cy\n1. first\n````python\nprint("```")\n````\n---\n[video]',
    [
      { kind: 'image', ref: `${app} image img_1`, width: 640, height: 480, inline: true },
      { kind: 'video', ref: `${app} file file_1`, inline: true },
    ],
  ],
  ['post', { zh_cn: { title: '', content: [[{ tag: 'text', text: '好' }]] } }, '好', undefined],
  ['image', { image_key: 'img_1' }, '', [{ kind: 'image', ref: `${app} image img_1` }]],
  ['image', { image_key: '../../../secret keys' }, '', [{ kind: 'image' }]],
  ['image', '{', '', [{ kind: 'image' }]],
  ['sticker', { file_key: 'file_1' }, '', [{ kind: 'sticker' }]],
  [
    'file',
    { file_key: 'file_1', file_name: 'a.pdf' },
    '',
    [{ kind: 'file', name: 'a.pdf', ref: `${app} file file_1` }],
  ],
  ['folder', { file_key: 'file_1', file_name: 'papers' }, '', [{ kind: 'file', name: 'papers/' }]],
  ['audio', { file_key: 'file_1', duration: 2_400 }, '', [{ kind: 'voice', ref: `${app} file file_1`, seconds: 2.4 }]],
  ['audio', { file_key: 'file_1', duration: -1 }, '', [{ kind: 'voice', ref: `${app} file file_1` }]],
  [
    'media',
    { file_key: 'file_1', image_key: 'img_1', file_name: 'a.mp4', duration: '61000' },
    '',
    [{ kind: 'video', ref: `${app} file file_1`, name: 'a.mp4', seconds: 61 }],
  ],
  ['merge_forward', 'Merged and Forwarded Message', '', [{ kind: 'forward', lines: [] }]],
  [
    'interactive',
    shownCard,
    '',
    [{ kind: 'card', title: 'Build 7', text: 'failed in the log (https://example.org/7)\n[image]\nRetry' }],
  ],
  [
    'interactive',
    { json_card: JSON.stringify(sentCard) },
    '',
    [{ kind: 'card', title: 'Vote', text: '**Friday** or Monday?\nboth\nSend' }],
  ],
  ['interactive', sentCard, '', [{ kind: 'card', title: 'Vote', text: '**Friday** or Monday?\nboth\nSend' }]],
  ['interactive', { elements: 'none' }, '', [{ kind: 'card' }]],
  ['share_chat', { chat_id: 'oc_2' }, '', [{ kind: 'card', title: 'shared chat' }]],
  ['share_user', { user_id: 'ou_2' }, '', [{ kind: 'card', title: 'contact card' }]],
  [
    'location',
    { name: 'Lab', longitude: '116.3', latitude: '39.9' },
    '',
    [{ kind: 'location', name: 'Lab', latitude: 39.9, longitude: 116.3 }],
  ],
  ['location', { name: 'Nowhere', longitude: '200', latitude: 'x' }, '', [{ kind: 'location', name: 'Nowhere' }]],
  [
    'vote',
    { topic: 'Lunch?', options: ['rice', 'noodles'] },
    '',
    [{ kind: 'card', title: 'vote: Lunch?', text: 'rice, noodles' }],
  ],
  [
    'todo',
    {
      task_id: 't_1',
      summary: { title: '', content: [[{ tag: 'text', text: 'write the report' }]] },
      due_time: '1800000000000',
    },
    '',
    [{ kind: 'card', title: 'task: write the report', text: 'due 2027-01-15 08:00 UTC' }],
  ],
  [
    'share_calendar_event',
    { summary: 'Seminar', start_time: '1800000000', end_time: '1800003600000' },
    '',
    [{ kind: 'card', title: 'calendar event: Seminar', text: 'start 2027-01-15 08:00 UTC, end 2027-01-15 09:00 UTC' }],
  ],
  ['general_calendar', { start_time: 'soon' }, '', [{ kind: 'card', title: 'calendar event' }]],
  ['video_chat', { topic: 'Sync' }, '', [{ kind: 'card', title: 'video call: Sync' }]],
  ['hongbao', { text: '[red packet]' }, '', [{ kind: 'card', title: 'red packet' }]],
  ['some_new_kind', {}, '', [{ kind: 'card', title: 'some new kind' }]],
]

test.each(rows)('a message of the kind %s is words and parts: %j', async (kind, content, text, parts) => {
  expect(await heard(kind, content)).toEqual({ text, parts })
})

test('every kind of part but sounds that are no voice and quotes is heard on Feishu', () => {
  const found = new Set(rows.flatMap(([, , , parts = []]) => parts.map((part) => (part as { kind: string }).kind)))
  expect(partKinds.filter((kind) => !found.has(kind))).toEqual(['audio', 'quote'])
})

test('the words of what is inline stand in the text once', async () => {
  const { text, parts } = (await heard('post', post)) as { text: string; parts: never[] }
  expect(toldText(text, parts)).toBe(text)
})

test.each([
  ['a card nested a thousand times', nested(1_000)],
  [
    'a card of twenty thousand pieces',
    { elements: Array.from({ length: 20_000 }, () => [{ tag: 'text', text: 'x' }]) },
  ],
])('%s is read within bounds', async (_, content) => {
  const { parts = [] } = (await heard('interactive', content)) as { parts?: { text?: string }[] }
  expect([parts.length, (parts[0]?.text ?? '').length <= 2_000]).toEqual([1, true])
})

function nested(depth: number): object {
  let card: object = { tag: 'text', text: 'deep' }
  for (let i = 0; i < depth; i += 1) card = { elements: [card] }
  return card
}
