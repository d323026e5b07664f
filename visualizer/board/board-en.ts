// The words of the board and of its search.

interface Counts {
  rooms: number
  bots: number
}

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`

export const boardEn = {
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
