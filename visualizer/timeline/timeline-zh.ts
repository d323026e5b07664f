// The words around the timeline and the sequence, in Chinese.
import type { timelineEn } from './timeline-en.ts'

export const timelineZh: typeof timelineEn = {
  timeline: '时间线',
  sequence: '时序图',
  lanes: { chat: '聊天', turn: '回合', calls: '模型', vitality: '活力' },
  actors: { channel: '渠道', group: '群', decide: '判断', compose: '撰写', deliver: '发送' },
  live: '实时',
  step: '第',
  at: '步，',
  messages: (n) => `${n} 条消息`,
  zoomIn: '放大时间 (+)',
  zoomOut: '缩小时间 (−)',
  all: '全部记录 (0)',
  keys: '左右键逐步，Home 与 End 到两端，Esc 回到实时，加减键缩放。',
}
