// The words of the board and of its search, in Chinese.
import type { boardEn } from './board-en.ts'

export const boardZh: typeof boardEn = {
  filter: '筛选与搜索',
  order: { bots: '按机器人', rooms: '按房间', activity: '最近优先' },
  count: (shown, all) =>
    shown.rooms === all.rooms && shown.bots === all.bots
      ? `${all.rooms} 个房间 · ${all.bots} 个机器人`
      : `${all.rooms} 个房间中的 ${shown.rooms} 个 · ${all.bots} 个机器人中的 ${shown.bots} 个`,
  found: '在消息与裁决中找到的',
  messages: (n) => `消息：${n}`,
  verdicts: (n) => `裁决：${n}`,
  searched: (rooms, lines) => `搜索范围：${rooms} 个房间各自最近 ${lines} 条消息，以及最近的裁决。`,
  none: '最近的消息与裁决中没有找到。',
  unreachable: '搜索失败：请再试一次。',
}
