// The words around the timeline and the sequence; names from the machines stay as they are.
import type { Lang } from '../time-text.ts'

export type Lifeline = 'channel' | 'group' | 'decide' | 'compose' | 'deliver'

const en = {
  timeline: 'Timeline',
  sequence: 'Sequence of events',
  lanes: { chat: 'Chat', turn: 'Turn', calls: 'Model', vitality: 'Vitality' },
  actors: {
    channel: 'Channel',
    group: 'Group',
    decide: 'Decide',
    compose: 'Compose',
    deliver: 'Deliver',
  } satisfies Record<Lifeline, string>,
  live: 'live',
  step: 'step',
  at: 'at',
  messages: (n: number) => `${n} messages`,
  zoomIn: 'Shorter time (+)',
  zoomOut: 'Longer time (−)',
  all: 'Whole record (0)',
  keys: 'Left and right step, Home and End go to the ends, Escape returns to live, plus and minus zoom.',
}

export const timelineWords: Record<Lang, typeof en> = {
  en,
  zh: {
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
  },
}
