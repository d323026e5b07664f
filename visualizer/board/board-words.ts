// The words of the board and of its search.

interface Counts {
  rooms: number
  bots: number
}

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`

const en = {
  filter: 'Filter and search',
  order: { bots: 'By bot', rooms: 'By room', activity: 'Latest' },
  count: (shown: Counts, all: Counts) =>
    shown.rooms === all.rooms && shown.bots === all.bots
      ? `${plural(all.rooms, 'room')} · ${plural(all.bots, 'bot')}`
      : `${shown.rooms} of ${plural(all.rooms, 'room')} · ${shown.bots} of ${plural(all.bots, 'bot')}`,
  found: 'Found in messages and verdicts',
  messages: (n: number) => `Messages: ${n}`,
  verdicts: (n: number) => `Verdicts: ${n}`,
  /** How far back was looked. */
  searched: (rooms: number, lines: number) =>
    `Searched: the last ${lines} messages of ${plural(rooms, 'room')}, the latest verdicts.`,
  none: 'Not found in recent messages and verdicts.',
  unreachable: 'The search failed: try again.',
}

const zh: typeof en = {
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

export const boardWords = { en, zh }
