// Messages of Telegram as its updates have them, a kind of part each.
import { type Cells, heardAs, quotedAt } from './cells.ts'

const file = { file_id: 'FILE-1', file_unique_id: 'u', file_size: 341_000 }
const bo = { id: 8, is_bot: false, first_name: 'Bo' }
const chat = { id: -100, type: 'supergroup', title: 'lab' }
const old = { message_id: 2, date: quotedAt / 1_000, chat, from: bo, text: 'We take Welch, as ever.' }
const origin = { type: 'user', sender_user: bo, date: quotedAt / 1_000 }

export const telegramCells: Cells<Record<string, unknown>> = {
  image: [
    [
      ['photo', '照片'],
      {
        photo: [
          { ...file, file_id: 'S', width: 64, height: 48 },
          { ...file, width: 640, height: 480 },
        ],
      },
    ],
    [
      ['picture sent as a file', '作为文件发来的图片'],
      { document: { ...file, file_name: 'cat.png', mime_type: 'image/png' } },
    ],
  ],
  sticker: [[['with its emoji', '带对应的 emoji'], { sticker: { ...file, emoji: '😀', width: 512, height: 512 } }]],
  audio: [[['audio file', '音频文件'], { audio: { ...file, file_name: 'song.mp3', duration: 61 } }]],
  voice: [[heardAs, { voice: { ...file, duration: 12, mime_type: 'audio/ogg' } }]],
  video: [
    [['video', '视频'], { video: { ...file, file_size: 2_300_000 } }],
    [['animation', '动图'], { animation: { ...file, width: 10, height: 10, duration: 1 }, document: file }],
    [['round video', '圆形视频'], { video_note: { ...file, length: 240, duration: 5 } }],
  ],
  file: [
    [['document', '文档'], { document: { ...file, file_name: 'data.csv', file_size: 12_000, mime_type: 'text/csv' } }],
  ],
  quote: [
    [['the passage', '所引的一段'], { text: 'Still so?', reply_to_message: old, quote: { text: 'We take Welch' } }],
    [['a message that was never heard', '没听到过的消息'], { text: 'Still so?', reply_to_message: old }],
    [['one from elsewhere', '别处的消息'], { text: 'Still so?', external_reply: { origin, photo: [file] } }],
  ],
  forward: [[['one line', '一行'], { text: 'deploy?', forward_origin: origin }]],
  card: [
    [['contact', '联系人'], { contact: { first_name: 'Cy', last_name: 'Fox', phone_number: '+49 1' } }],
    [['poll', '投票'], { poll: { question: 'When?', options: [{ text: 'Mon' }, { text: 'Tue' }] } }],
    [['dice', '骰子'], { dice: { emoji: '🎲', value: 4 } }],
    [['game', '游戏'], { game: { title: 'Snake', description: 'Eat.' } }],
    [['invoice', '账单'], { invoice: { title: 'Tea', description: 'A cup.' } }],
    [['checklist', '清单'], { checklist: { title: 'Trip', tasks: [{ text: 'pack' }, { text: 'go' }] } }],
    [['story', '动态'], { story: { id: 1 } }],
    [['paid media', '付费媒体'], { paid_media: { star_count: 5, paid_media: [{ type: 'preview', width: 9 }] } }],
    [['giveaway', '抽奖'], { giveaway: { winner_count: 1, prize_description: 'A mug' } }],
  ],
  location: [
    [['place', '位置'], { location: { latitude: 31.2, longitude: 121.5 } }],
    [
      ['venue', '地点'],
      {
        location: { latitude: 31.2, longitude: 121.5 },
        venue: { location: { latitude: 31.2, longitude: 121.5 }, title: 'Office', address: 'Gate 1' },
      },
    ],
  ],
}
