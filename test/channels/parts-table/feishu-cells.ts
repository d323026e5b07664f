// Messages of Feishu as its events have them, a kind of part each.
import { type Cells, heardAs, nothing, quotedAt } from './cells.ts'
import type { FeishuRaw } from './readers.ts'

const stored = (id: string, kind: string, content: unknown, upper?: string) => ({
  message_id: id,
  chat_id: 'oc_1',
  msg_type: kind,
  create_time: String(quotedAt),
  sender: { id: 'ou_bo', id_type: 'open_id', sender_type: 'user', sender_name: 'Bo' },
  body: { content: JSON.stringify(content) },
  ...(upper && { upper_message_id: upper }),
})

export const feishuCells: Cells<FeishuRaw> = {
  image: [
    [['picture', '图片'], { kind: 'image', content: { image_key: 'img_1' } }],
    [
      ['within rich text', '富文本里的'],
      {
        kind: 'post',
        content: {
          title: 'Plan',
          content: [
            [
              { tag: 'text', text: 'see ' },
              { tag: 'img', image_key: 'img_1', width: 640, height: '480' },
            ],
          ],
        },
      },
    ],
  ],
  sticker: [[heardAs, { kind: 'sticker', content: { file_key: 'file_1' } }]],
  // What the platform calls audio is somebody's voice.
  audio: [[nothing, { kind: 'audio', content: { file_key: 'file_1', duration: 61_000 } }]],
  voice: [[heardAs, { kind: 'audio', content: { file_key: 'file_1', duration: 11_400 } }]],
  video: [
    [
      heardAs,
      { kind: 'media', content: { file_key: 'file_1', image_key: 'img_1', file_name: 'a.mp4', duration: 61_000 } },
    ],
  ],
  file: [
    [['file', '文件'], { kind: 'file', content: { file_key: 'file_1', file_name: 'data.csv' } }],
    [['folder', '文件夹'], { kind: 'folder', content: { file_key: 'file_1', file_name: 'papers' } }],
  ],
  quote: [
    [
      ['fetched where it was never heard', '没听到过的会去取'],
      {
        kind: 'text',
        content: { text: 'Still so?' },
        parent: 'om_0',
        open: [stored('om_0', 'text', { text: 'We take Welch.' })],
      },
    ],
  ],
  forward: [
    [
      ['bundle: 50 lines, one level of bundles in it', '合并转发：50 行，内层展开一层'],
      {
        kind: 'merge_forward',
        content: 'Merged and Forwarded Message',
        open: [
          stored('om_2', 'text', { text: 'deploy?' }),
          stored('om_3', 'merge_forward', 'Merged and Forwarded Message'),
          stored('om_4', 'text', { text: 'after lunch' }, 'om_3'),
          ...Array.from({ length: 60 }, (_, n) => stored(`om_x${n}`, 'text', { text: `line ${n}` })),
        ],
      },
    ],
  ],
  card: [
    [
      ['card', '卡片'],
      { kind: 'interactive', content: { title: 'Leave', elements: [[{ tag: 'text', text: 'from Monday' }]] } },
    ],
    [['shared chat', '分享的群'], { kind: 'share_chat', content: { chat_id: 'oc_2' } }],
    [['contact', '名片'], { kind: 'share_user', content: { user_id: 'ou_2' } }],
    [['vote', '投票'], { kind: 'vote', content: { topic: 'Lunch?', options: ['rice', 'noodles'] } }],
    [
      ['task', '任务'],
      { kind: 'todo', content: { summary: { title: '', content: [[{ tag: 'text', text: 'write it' }]] } } },
    ],
    [['event', '日程'], { kind: 'share_calendar_event', content: { summary: 'Seminar' } }],
    [['video call', '视频会议'], { kind: 'video_chat', content: { topic: 'Sync' } }],
    [['red packet', '红包'], { kind: 'hongbao', content: { text: '[red packet]' } }],
  ],
  location: [[heardAs, { kind: 'location', content: { name: 'Office', latitude: '31.2', longitude: '121.5' } }]],
}
