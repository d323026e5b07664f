// Asks each channel who the bots are; a bot without an answer stays offline and is asked for again (R1).
import type { BotConfig } from '../config/bots.ts'
import type { Channel } from '../channels/channel.ts'
import { makeMember, type Member } from './members.ts'

const firstPauseMs = 1_000
const longestPauseMs = 60_000

export interface Identities {
  /** The bots that are online, by their id in the configuration. */
  members: ReadonlyMap<string, Member>
  stop(): void
}

/** Resolves after the first try of every bot. */
export async function openIdentities(
  channel: Channel,
  bots: readonly BotConfig[],
  offline: (bot: string, error: unknown) => void,
): Promise<Identities> {
  const members = new Map<string, Member>()
  const retries = new Map<string, NodeJS.Timeout>()
  const ask = async (bot: BotConfig, pauseMs: number): Promise<void> => {
    try {
      const own = await channel.identify(bot)
      members.set(bot.id, makeMember(bot, own.id))
    } catch (error) {
      offline(bot.id, error)
      retries.set(bot.id, setTimeout(() => void ask(bot, Math.min(longestPauseMs, pauseMs * 2)), pauseMs).unref())
    }
  }
  await Promise.all(bots.map((bot) => ask(bot, firstPauseMs)))
  return {
    members,
    stop() {
      for (const retry of retries.values()) clearTimeout(retry)
    },
  }
}
