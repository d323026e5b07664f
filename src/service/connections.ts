// The bots' lines to the channels, each under its own chart: who is online, since when, and why not.
import { type Actor, createActor, fromPromise } from 'xstate'
import {
  type ConnectionInput,
  connectionMachine,
  type ConnectionSettings,
  type Trouble,
} from '../../machines/connection.ts'
import { seedOf } from '../../machines/rules/random.ts'
import { type Channel, ChannelError, type Line } from '../channels/channel.ts'
import type { BotConfig } from '../config/bots.ts'

export interface ConnectionRow {
  bot: string
  channel: string
  /** The chart's state: identifying, connecting, online, wavering, backingOff, failed. */
  state: string
  /** Since when, ms. */
  since: number
  /** Why it is not online. */
  reason?: string
  /** When it is tried again, ms. */
  retryAt?: number
  failures: number
}

interface Options {
  now: () => number
  /** The channel told who the bot is. */
  identified: (channel: Channel, bot: BotConfig, own: { id: string; name: string }) => void
  changed: (row: ConnectionRow) => void
  settings?: ConnectionSettings
}

const usual: ConnectionSettings = { firstPauseMs: 1_000, longestPauseMs: 30_000, patienceMs: 30_000 }

export function makeConnections({ now, identified, changed, settings = usual }: Options) {
  const lines = new Map<
    string,
    { actor: Actor<typeof connectionMachine>; row: ConnectionRow; close(): Promise<void> }
  >()

  /** Resolves when the first try to learn who the bot is has ended. */
  function open(channel: Channel, bot: BotConfig): Promise<void> {
    const { promise: asked, resolve: answered } = Promise.withResolvers<void>()
    let disconnect: (() => Promise<void>) | undefined
    /** Tells lines apart: what an old one still says does not count. */
    let current = 0
    const close = async (): Promise<void> => {
      current += 1
      const leave = disconnect
      disconnect = undefined
      await leave?.().catch(() => undefined)
    }
    const machine = connectionMachine.provide({
      actors: {
        identify: fromPromise(async () => {
          const own = await channel.identify(bot).catch(asTrouble)
          identified(channel, bot, own)
          return { id: own.id }
        }),
        listen: fromPromise(async () => {
          const mine = current
          const line = lineOf(() => mine === current)
          if (!channel.connect) return line.ready()
          const leave = await channel.connect(bot, line).catch(asTrouble)
          if (mine === current) disconnect = leave
          else await leave()
        }),
      },
      actions: { close: () => void close() },
    })
    const input: ConnectionInput = {
      bot: bot.id,
      channel: channel.name,
      seed: seedOf(`${bot.id} ${channel.name}`),
      settings,
    }
    const actor = createActor(machine, { input })
    const lineOf = (isCurrent: () => boolean): Line => ({
      ready: () => void (isCurrent() && actor.send({ type: 'line.ready' })),
      wavers: (reason) => void (isCurrent() && actor.send({ type: 'line.wavers', reason })),
      down: (trouble) => void (isCurrent() && actor.send({ type: 'line.down', trouble })),
    })
    const id = `${bot.id} ${channel.name}`
    const row: ConnectionRow = { bot: bot.id, channel: channel.name, state: '', since: now(), failures: 0 }
    lines.set(id, { actor, row, close })
    actor.subscribe(({ value, context: { reason, failures, pauseMs } }) => {
      if (row.state === value) return
      const at = now()
      const { reason: _, retryAt: __, ...kept } = row
      const next: ConnectionRow = {
        ...kept,
        state: value,
        since: at,
        failures,
        ...(reason !== undefined && { reason }),
        ...(value === 'backingOff' && { retryAt: at + pauseMs }),
      }
      row.state = value
      lines.set(id, { actor, row: next, close })
      if (value !== 'identifying') answered()
      changed(next)
    })
    actor.start()
    return asked
  }

  return {
    open,
    rows: (): ConnectionRow[] => [...lines.values()].map(({ row }) => row),
    /** False: there is no such line. */
    retry(bot: string, channel: string): boolean {
      const line = lines.get(`${bot} ${channel}`)
      line?.actor.send({ type: 'operator.retry' })
      return line !== undefined
    },
    async stop(): Promise<void> {
      for (const { actor } of lines.values()) actor.stop()
      await Promise.all([...lines.values()].map(({ close }) => close()))
    },
  }
}

/** What an attempt fails with, in the chart's words. */
function asTrouble(error: unknown): never {
  const trouble: Trouble = {
    reason: error instanceof Error ? error.message : String(error),
    permanent: error instanceof ChannelError && error.kind === 'permanent',
  }
  // oxlint-disable-next-line no-throw-literal -- plain data is what the chart takes
  throw trouble
}
