// Shows that a bot writes: Telegram shows it for five seconds, so it is told again every four.
import type { Timers } from '../timers.ts'
import type { TelegramApi } from './api.ts'

const againMs = 4_000
const callMs = 5_000
/** A turn that never ends shows nothing any more after so long. */
const longestMs = 3 * 60_000

/** Returns how to end it; what goes wrong ends it, too. */
export function showTyping(
  api: Pick<TelegramApi, 'typing'>,
  { chat, thread }: { chat: number; thread?: number },
  timers: Timers,
): () => Promise<void> {
  const since = timers.now()
  let stop = () => {}
  let isOver = false
  let calling: Promise<void> = Promise.resolve()
  const again = (): void => {
    if (isOver) return
    calling = (async () => {
      try {
        await api.typing(chat, thread, AbortSignal.timeout(callMs))
        const next = timers.now() + againMs
        if (!isOver && next - since < longestMs) stop = timers.at(next, again)
      } catch {
        isOver = true
      }
    })()
  }
  again()
  return () => {
    isOver = true
    stop()
    return calling
  }
}
