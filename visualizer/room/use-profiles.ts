// Who the bots are.
import type { BotProfile } from '../../src/feed/contract.ts'
import { botsOf } from '../api.ts'
import { useRead } from '../use-read.ts'

let known: ReadonlyMap<string, BotProfile> = new Map()

/** By the bot's id; empty until they are known. */
export function useProfiles(): ReadonlyMap<string, BotProfile> {
  useRead(async () => (known = new Map((await botsOf()).map((bot) => [bot.id, bot]))), [])
  return known
}
