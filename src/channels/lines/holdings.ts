// Who has what of a channel: of Chime's own a line a bot, of a module the whole of it, which is opened anew every time.
import type { Intake } from '../channel.ts'
import type { OwnChannel } from '../plugin.ts'
import type { HeldLines } from './held-lines.ts'
import type { Holding } from './shared-channel.ts'
import type { Held } from './waiting-line.ts'

/** A line a bot: the channel itself is open on every worker. */
export function holdingBots(channel: OwnChannel, bots: readonly string[], lines: HeldLines): Holding {
  const lineOf = (bot: string): string => `${channel.name} ${bot}`
  const local = (bot: string) => (lines.isHeld(lineOf(bot)) ? channel : undefined)
  return {
    lineOf,
    local,
    anyLocal: () => (bots.some((bot) => local(bot)) ? channel : undefined),
    holder: lines.holder,
    async whenHeld(bot, signal) {
      const line = await lines.take(lineOf(bot), signal)
      return { channel, lost: line.lost, release: () => lines.release(lineOf(bot), line) }
    },
  }
}

interface ModuleOptions {
  name: string
  /** Opened, and not started. */
  first: OwnChannel
  open: () => Promise<OwnChannel>
  lines: HeldLines
  failed: (error: unknown) => void
}

/** Before it is opened anew where that failed, ms. */
const pauseMs = 1_000

/** One line for all bots: what a module does in `start` nobody knows, so it is done by one worker at a time. */
export function holdingModule({ name, first, open, lines, failed }: ModuleOptions) {
  const line = name
  const stopping = new AbortController()
  let instance: { channel: OwnChannel; lost: AbortSignal } | undefined
  let arrived = Promise.withResolvers<void>()
  let running = Promise.resolve()

  async function holdOnce(intake: Intake, next: () => Promise<OwnChannel>): Promise<void> {
    const held = await lines.take(line, stopping.signal)
    try {
      const channel = await next()
      try {
        await channel.start(intake)
        instance = { channel, lost: held.lost }
        arrived.resolve()
        await aborted(AbortSignal.any([stopping.signal, held.lost]))
      } finally {
        instance = undefined
        arrived = Promise.withResolvers<void>()
        await channel.stop()
      }
    } finally {
      await lines.release(line, held)
    }
  }

  async function run(intake: Intake): Promise<void> {
    let next = () => Promise.resolve(first)
    while (!stopping.signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await holdOnce(intake, next)
      } catch (error) {
        if (stopping.signal.aborted) return
        failed(error)
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      next = open
    }
  }

  const local = () => (instance && lines.isHeld(line) ? instance.channel : undefined)
  const holding: Holding = {
    lineOf: () => line,
    local,
    anyLocal: local,
    holder: lines.holder,
    async whenHeld(_, signal): Promise<Held> {
      while (!instance) {
        signal.throwIfAborted()
        // oxlint-disable-next-line no-await-in-loop -- until it is here
        await Promise.race([arrived.promise, aborted(signal)])
      }
      return { ...instance, release: () => Promise.resolve() }
    },
  }
  return {
    holding,
    start: async (intake: Intake): Promise<void> => void (running = run(intake)),
    isDown: (): boolean => instance?.channel.isDown?.() ?? false,
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
