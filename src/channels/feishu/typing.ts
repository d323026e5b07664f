// Shows on a message that a bot writes an answer to it: a reaction, taken back by its id.
import type { FeishuApp } from './app.ts'
import { FeishuError } from './errors.ts'

/** Resolves with how to take it back; never rejects. */
type Show = (bot: string, message: string) => Promise<() => Promise<void>>

const timeoutMs = 5_000
const nothing = (): Promise<void> => Promise.resolve()

/** An app that has used up its calls, or may not react, shows nothing any more until the next start. */
export function makeTyping(appOf: (bot: string) => FeishuApp): Show {
  const silent = new Set<string>()
  return async (bot, message) => {
    const app = appOf(bot)
    if (app.isOverQuota) silent.add(bot)
    if (silent.has(bot) || !message.startsWith('om_')) return nothing
    try {
      const { id } = await app.react({ message, emoji: 'Typing' }, AbortSignal.timeout(timeoutMs))
      return () => app.unreact({ message, id }, AbortSignal.timeout(timeoutMs)).catch(nothing)
    } catch (error) {
      if (error instanceof FeishuError && (error.isOverQuota || error.isMissingScope)) silent.add(bot)
      return nothing
    }
  }
}
