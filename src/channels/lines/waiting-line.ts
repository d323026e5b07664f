// A bot's line that waits until this worker may open it, and is closed at once when it may be another's.
import type { Channel } from '../channel.ts'
import { troubleOf } from '../one-line.ts'
import type { SharedLine } from './shared.ts'

/** What of a channel this worker has for a bot while it has the line. */
export interface Held {
  channel: Pick<Channel, 'connect'>
  /** Aborted once it is lost. */
  lost: AbortSignal
  release(): Promise<void>
}

interface Options {
  bot: { id: string; name: string }
  line: SharedLine
  /** Rejects when the signal is aborted before. */
  whenHeld: (signal: AbortSignal) => Promise<Held>
  /** Whether another worker has it; rejects while that cannot be known. */
  isElsewhere: () => Promise<boolean>
  /** So often whoever waits asks who has it, ms. */
  everyMs?: number
}

/** Returns how to close it; the line is another's to take then. */
export function waitingLine({ bot, line, whenHeld, isElsewhere, everyMs = 2_000 }: Options): () => Promise<void> {
  const closing = new AbortController()

  /** Nobody waits for a long time without being told why. */
  function tellWhy(): () => void {
    let isOver = false
    let timer: NodeJS.Timeout
    const look = async (): Promise<void> => {
      try {
        const isOthers = await isElsewhere()
        if (isOthers && !isOver) line.elsewhere('the line is held by another worker', { code: 'lineElsewhere' })
      } catch (error) {
        if (!isOver)
          line.reconnecting(`Postgres cannot tell who has the line: ${troubleOf(error).reason}`, { code: 'memoryAway' })
      }
      if (!isOver) timer = setTimeout(() => void look(), everyMs)
    }
    timer = setTimeout(() => void look(), everyMs / 8)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }

  async function run(): Promise<void> {
    const stopTelling = tellWhy()
    const held = await whenHeld(closing.signal).finally(stopTelling)
    let leave = (): Promise<void> => Promise.resolve()
    try {
      if (held.channel.connect) leave = await held.channel.connect(bot, line)
      else line.ready()
      await aborted(AbortSignal.any([closing.signal, held.lost]))
    } finally {
      await Promise.allSettled([leave()])
      await held.release()
    }
    if (!closing.signal.aborted)
      line.down({ reason: 'the line is lost: another worker takes it', permanent: false, code: 'lineLost' })
  }

  const running = run().catch((error: unknown) => {
    if (!closing.signal.aborted) line.down(troubleOf(error))
  })
  return async () => {
    closing.abort()
    await running
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
