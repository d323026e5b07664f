// Every key that means something, by where it does: what the help lists.
import type { Lang } from '../time-text.ts'

type KeyPlace = 'page' | 'messages' | 'chart' | 'timeline' | 'sequence' | 'composer'

/** Keys are those of KeyboardEvent.key. */
type KeyWords = Record<KeyPlace, { name: string; keys: [keys: string[], does: string][] }>

export const keyWords: Record<Lang, KeyWords> = {
  en: {
    page: {
      name: 'Everywhere',
      keys: [
        [['ArrowLeft', 'ArrowRight'], 'one step back, one step forward'],
        [['Escape'], 'back to live; clear the selection'],
        [['j', 'k'], 'next and previous line of the board'],
        [['/'], 'filter and search'],
        [['c'], 'write to the room'],
        [['o'], 'chart: overview, or all transitions'],
        [['?'], 'this help'],
      ],
    },
    messages: {
      name: 'Messages',
      keys: [
        [['ArrowUp', 'ArrowDown'], 'previous and next message'],
        [['ArrowLeft', 'ArrowRight'], 'the parts of a message'],
        [['Home', 'End'], 'first and last'],
      ],
    },
    composer: {
      name: 'Composer',
      keys: [
        [['Enter'], 'send'],
        [['Shift+Enter'], 'a new line'],
        [['Escape'], 'leave the field'],
      ],
    },
    chart: {
      name: 'Chart',
      keys: [
        [['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], 'move it; on a state: to the next state'],
        [['+', '-'], 'zoom in, zoom out'],
        [['0'], 'fit'],
        [['f'], 'focus on what is active'],
      ],
    },
    timeline: {
      name: 'Timeline',
      keys: [
        [['ArrowLeft', 'ArrowRight'], 'one step, with Shift ten'],
        [['PageUp', 'PageDown'], 'ten steps'],
        [['Home', 'End'], 'first step, live'],
        [['+', '-'], 'shorter, longer'],
        [['0'], 'everything'],
      ],
    },
    sequence: {
      name: 'Sequence',
      keys: [
        [['ArrowUp', 'ArrowDown'], 'one step'],
        [['PageUp', 'PageDown'], 'ten steps'],
        [['Home', 'End'], 'first step, live'],
      ],
    },
  },
  zh: {
    page: {
      name: '任何地方',
      keys: [
        [['ArrowLeft', 'ArrowRight'], '后退一步，前进一步'],
        [['Escape'], '回到实时；取消选择'],
        [['j', 'k'], '列表中的下一行，上一行'],
        [['/'], '筛选与搜索'],
        [['c'], '在房间里发言'],
        [['o'], '状态图：概览或全部转移'],
        [['?'], '本帮助'],
      ],
    },
    messages: {
      name: '消息',
      keys: [
        [['ArrowUp', 'ArrowDown'], '上一条，下一条'],
        [['ArrowLeft', 'ArrowRight'], '消息里的各项'],
        [['Home', 'End'], '第一条，最后一条'],
      ],
    },
    composer: {
      name: '输入框',
      keys: [
        [['Enter'], '发送'],
        [['Shift+Enter'], '换行'],
        [['Escape'], '离开输入框'],
      ],
    },
    chart: {
      name: '状态图',
      keys: [
        [['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], '移动；在状态上：到下一个状态'],
        [['+', '-'], '放大，缩小'],
        [['0'], '适合窗口'],
        [['f'], '聚焦当前状态'],
      ],
    },
    timeline: {
      name: '时间线',
      keys: [
        [['ArrowLeft', 'ArrowRight'], '一步，加 Shift 十步'],
        [['PageUp', 'PageDown'], '十步'],
        [['Home', 'End'], '第一步，实时'],
        [['+', '-'], '缩短，拉长时间'],
        [['0'], '全部'],
      ],
    },
    sequence: {
      name: '时序图',
      keys: [
        [['ArrowUp', 'ArrowDown'], '一步'],
        [['PageUp', 'PageDown'], '十步'],
        [['Home', 'End'], '第一步，实时'],
      ],
    },
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
