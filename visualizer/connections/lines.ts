// How a bot's line stands, in one word and one colour, and which bots the board must name for their lines alone.
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { isFound, type Line, type Order, wordsIn } from '../board/board-rows.ts'
import type { Tone } from '../turn-state.ts'

export type LineStanding = 'online' | 'trying' | 'failed' | 'elsewhere'

/** A peer of the bridge that is down is tried again by itself. */
export const standingOfLine = ({ state }: Pick<ConnectionRow, 'state'>): LineStanding => {
  if (state === 'up') return 'online'
  return state === 'online' || state === 'failed' || state === 'elsewhere' ? state : 'trying'
}

export const lineTone: Record<LineStanding, Tone> = {
  online: 'live',
  trying: 'wait',
  failed: 'hot',
  elsewhere: 'rest',
}

/** Under their bots, also those that have heard nothing yet: their lines are why. */
export function withSilentBots(lines: Line[], rows: readonly ConnectionRow[], filter: string, order: Order): Line[] {
  if (order !== 'bots') return lines
  const named = new Set(
    lines.map((line) => (line.kind === 'group' ? line.row.bot : line.kind === 'bot' ? line.bot : '')),
  )
  const asked = wordsIn(filter)
  const silent = [...new Set(rows.map(({ bot }) => bot))].filter((bot) => !named.has(bot) && isFound(asked, bot))
  return [...lines, ...silent.map((bot): Line => ({ kind: 'bot', bot, name: bot, groups: 0 }))]
}
