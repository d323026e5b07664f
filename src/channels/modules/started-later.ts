// A module's channel that may fail to start: its bots are not online, and are tried again; everybody else goes on.
import type { Channel, Intake } from '../channel.ts'
import type { OwnChannel } from '../plugin.ts'

/** `start` waits for nothing: who wants to know a bot of it waits, and has it started anew when that failed. */
export function startedLater(channel: Channel): OwnChannel {
  let intake: Intake | undefined
  let starting: Promise<void> | undefined
  let isUp = false

  async function startOnce(to: Intake): Promise<void> {
    try {
      await channel.start(to)
      isUp = true
    } catch (error) {
      starting = undefined
      throw error
    }
  }
  const started = (): Promise<void> => {
    if (!intake) return Promise.reject(new Error(`${channel.name} is not started`))
    return (starting ??= startOnce(intake))
  }

  return {
    ...channel,
    async start(to) {
      intake = to
      // Its bots' lines tell what is wrong.
      started().catch(() => {})
    },
    async identify(bot) {
      await started()
      return channel.identify(bot)
    },
    async stop() {
      intake = undefined
      await channel.stop()
    },
    isDown: () => !isUp,
  }
}
