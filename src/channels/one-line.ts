// One bot's line to one channel: never two at once, and what an old one still says does not count.
import type { Trouble } from '../../machines/connection.ts'
import { type Channel, ChannelError, isPermanent } from './channel.ts'
import type { SharedLine } from './lines/shared.ts'

/** `told` hears the line that was opened last, until it is closed. */
export function oneLine(channel: Pick<Channel, 'connect'>, bot: { id: string; name: string }, told: SharedLine) {
  let leave: (() => Promise<void>) | undefined
  let left = Promise.resolve()
  /** Tells lines apart. */
  let current = 0

  function leaveBy(way: () => Promise<void>): Promise<void> {
    const before = left
    left = Promise.allSettled([before, (async () => way())()]).then(() => undefined)
    return left
  }

  return {
    /** Never rejects: what goes wrong is told as `down`. A channel without lines is ready at once. */
    async open(): Promise<void> {
      const mine = current
      const unlessOld =
        <T extends unknown[]>(tell: (...what: T) => void) =>
        (...what: T): void =>
          void (mine === current && tell(...what))
      const line: SharedLine = {
        ready: unlessOld(told.ready),
        reconnecting: unlessOld(told.reconnecting),
        down: unlessOld(told.down),
        elsewhere: unlessOld(told.elsewhere),
      }
      await left
      if (mine !== current) return
      if (!channel.connect) return line.ready()
      try {
        const way = await channel.connect(bot, line)
        if (mine === current) leave = way
        else await leaveBy(way)
      } catch (error) {
        line.down(troubleOf(error))
      }
    },
    /** Resolves when no line is open any more; one that the channel hands out later is closed at once. */
    close(): Promise<void> {
      current += 1
      const way = leave
      leave = undefined
      return way ? leaveBy(way) : left
    },
  }
}

/** What an attempt failed with, in the chart's words. */
export const troubleOf = (error: unknown): Trouble => ({
  reason: error instanceof Error ? error.message : String(error),
  permanent: isPermanent(error),
  ...(error instanceof ChannelError && error.line),
})
