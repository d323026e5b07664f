// Every key that means something, by where it does: what the help lists.
import type { Lang } from '../time-text.ts'

type Bilingual = Record<Lang, string>

/** Keys are those of KeyboardEvent.key. */
export const keyPlaces: Record<string, { name: Bilingual; keys: [keys: string[], does: Bilingual][] }> = {
  page: {
    name: { en: 'Everywhere', zh: '任何地方' },
    keys: [
      [['ArrowLeft', 'ArrowRight'], { en: 'one step back, one step forward', zh: '后退一步，前进一步' }],
      [['Escape'], { en: 'back to live; clear the selection', zh: '回到实时；取消选择' }],
      [['j', 'k'], { en: 'next and previous line of the board', zh: '列表中的下一行，上一行' }],
      [['/'], { en: 'filter and search', zh: '筛选与搜索' }],
      [['c'], { en: 'write to the room', zh: '在房间里发言' }],
      [['o'], { en: 'chart: overview, or all transitions', zh: '状态图：概览或全部转移' }],
      [['?'], { en: 'this help', zh: '本帮助' }],
    ],
  },
  messages: {
    name: { en: 'Messages', zh: '消息' },
    keys: [
      [['ArrowUp', 'ArrowDown'], { en: 'previous and next message', zh: '上一条，下一条' }],
      [['ArrowLeft', 'ArrowRight'], { en: 'the parts of a message', zh: '消息里的各项' }],
      [['Home', 'End'], { en: 'first and last', zh: '第一条，最后一条' }],
    ],
  },
  composer: {
    name: { en: 'Composer', zh: '输入框' },
    keys: [
      [['Enter'], { en: 'send', zh: '发送' }],
      [['Shift+Enter'], { en: 'a new line', zh: '换行' }],
      [['Escape'], { en: 'leave the field', zh: '离开输入框' }],
    ],
  },
  chart: {
    name: { en: 'Chart', zh: '状态图' },
    keys: [
      [
        ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
        { en: 'move it; on a state: to the next state', zh: '移动；在状态上：到下一个状态' },
      ],
      [['+', '-'], { en: 'zoom in, zoom out', zh: '放大，缩小' }],
      [['0'], { en: 'fit', zh: '适合窗口' }],
      [['f'], { en: 'focus on what is active', zh: '聚焦当前状态' }],
    ],
  },
  timeline: {
    name: { en: 'Timeline', zh: '时间线' },
    keys: [
      [['ArrowLeft', 'ArrowRight'], { en: 'one step, with Shift ten', zh: '一步，加 Shift 十步' }],
      [['PageUp', 'PageDown'], { en: 'ten steps', zh: '十步' }],
      [['Home', 'End'], { en: 'first step, live', zh: '第一步，实时' }],
      [['+', '-'], { en: 'shorter, longer', zh: '缩短，拉长时间' }],
      [['0'], { en: 'everything', zh: '全部' }],
    ],
  },
  sequence: {
    name: { en: 'Sequence', zh: '时序图' },
    keys: [
      [['ArrowUp', 'ArrowDown'], { en: 'one step', zh: '一步' }],
      [['PageUp', 'PageDown'], { en: 'ten steps', zh: '十步' }],
      [['Home', 'End'], { en: 'first step, live', zh: '第一步，实时' }],
    ],
  },
}

const signs: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  '-': '−',
}

/** As it stands on the keyboard. */
export const keySign = (key: string): string => signs[key] ?? key
