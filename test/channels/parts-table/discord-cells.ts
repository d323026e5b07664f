// Messages of Discord as its gateway has them, a kind of part each.
import { type Cells, heardAs, nothing, quotedAt } from './cells.ts'

const attachment = (more: object) => ({
  attachments: [{ id: '900', filename: 'a.bin', size: 341_000, url: 'http://127.0.0.1/x', ...more }],
})
const timestamp = new Date(quotedAt).toISOString()

export const discordCells: Cells<Record<string, unknown>> = {
  image: [
    [
      ['attachment', '附件'],
      attachment({ content_type: 'image/png', filename: 'cat.png', width: 640, height: 480, description: 'a cat' }),
    ],
  ],
  sticker: [[heardAs, { sticker_items: [{ id: '7', name: 'wave', format_type: 1 }] }]],
  audio: [[['attachment', '附件'], attachment({ content_type: 'audio/mpeg', filename: 'song.mp3' })]],
  voice: [
    [
      ['voice message', '语音消息'],
      {
        flags: 1 << 13,
        ...attachment({ content_type: 'audio/ogg', filename: 'voice-message.ogg', duration_secs: 11.4 }),
      },
    ],
  ],
  video: [[['attachment', '附件'], attachment({ content_type: 'video/mp4', filename: 'a.mp4' })]],
  file: [[['attachment', '附件'], attachment({ content_type: 'text/csv', filename: 'data.csv', size: 12_000 })]],
  quote: [
    [
      ['the message referred to', '所指的消息'],
      {
        type: 19,
        content: 'Still so?',
        message_reference: { type: 0, message_id: '2', channel_id: '3' },
        referenced_message: {
          id: '2',
          channel_id: '3',
          author: { id: '8', username: 'bo', global_name: 'Bo' },
          content: 'We take Welch.',
          timestamp,
        },
      },
    ],
  ],
  forward: [
    [
      ['one line, without its writer', '一行，不显示作者'],
      {
        message_reference: { type: 1, message_id: '2', channel_id: '4' },
        message_snapshots: [{ message: { content: 'deploy?', timestamp } }],
      },
    ],
  ],
  card: [
    [['embed', '嵌入内容'], { embeds: [{ type: 'rich', title: 'Build', description: 'failed' }] }],
    [
      ['blocks of text', '文字块'],
      {
        flags: 1 << 15,
        components: [
          {
            type: 17,
            components: [
              { type: 10, content: '# Build' },
              { type: 9, components: [{ content: 'failed' }] },
            ],
          },
          { type: 1, components: [{ type: 2, label: 'Again' }] },
        ],
      },
    ],
    [
      ['poll', '投票'],
      {
        poll: {
          question: { text: 'When?' },
          answers: [{ poll_media: { text: 'today' } }, { poll_media: { text: 'never' } }],
        },
      },
    ],
  ],
  // A place is a link there, shown by the platform itself.
  location: [[nothing, { content: 'https://maps.example/@31.2,121.5', embeds: [{ type: 'link', title: 'Office' }] }]],
}
