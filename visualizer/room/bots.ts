// The bots of a room as its parts need them.
import type { BotProfile, TalkLine } from '../../src/feed/contract.ts'

export interface BotHere {
  /** Of the bot in this room. */
  key: string
  id: string
  name: string
  profile?: BotProfile | undefined
}

/** The order is the same whoever is shown. */
export const inOrder = <B extends BotHere>(bots: readonly B[]): B[] =>
  bots.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))

/** Channels know a bot by ids of their own. */
export const isBy = ({ id, name }: BotHere, line: TalkLine): boolean =>
  line.bot && (line.sender === id || line.name === name)

export const roleOf = (line: TalkLine, bots: readonly BotHere[]): string =>
  (line.bot && bots.find((bot) => isBy(bot, line))?.profile?.role) || ''
