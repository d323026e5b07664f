// Shows that a bot writes: for ten seconds at a time, as long as it does.
import type { Timers } from '../timers.ts'
import type { DiscordApp } from './app.ts'

interface Options {
  timers: Timers
  everyMs?: number
}

const usualEveryMs = 8_000
const timeoutMs = 5_000

/** Resolves with how to end it; never rejects. A message of the bot ends it, too. */
export function makeTyping({ timers, everyMs = usualEveryMs }: Options) {
  return async ({ call }: Pick<DiscordApp, 'call'>, channel: string): Promise<() => Promise<void>> => {
    let isOver = false
    let stopTimer = () => {}
    const show = async (): Promise<void> => {
      try {
        await call('post', `/channels/${channel}/typing`, { signal: AbortSignal.timeout(timeoutMs) })
      } catch {
        isOver = true
      }
      if (!isOver) stopTimer = timers.at(timers.now() + everyMs, () => void show())
    }
    await show()
    return () => {
      isOver = true
      stopTimer()
      return Promise.resolve()
    }
  }
}
