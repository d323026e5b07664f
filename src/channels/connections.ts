// The bots' lines to the channels, each under its own chart: who is online, since when, and why not.
import { type ActorOptions, type ActorRefFrom, createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { connectionMachine, type ConnectionSettings, type Trouble } from '../../machines/connection.ts'
import { lineCauseOf } from '../../machines/line-cause.ts'
import { seedOf } from '../../machines/rules/random.ts'
import type { Channel } from './channel.ts'
import { tellEach } from './each.ts'
import type { BotConfig } from '../config/bots.ts'
import type { ConnectionRow } from '../feed/contract.ts'
import { oneLine, troubleOf } from './one-line.ts'

/** What a line leads to: a channel, or somebody else who has lines. */
type LineEnd = Pick<Channel, 'name' | 'identify' | 'connect'>

interface Options<To extends LineEnd, Of extends Named> {
  now: () => number
  /** The channel told who the bot is. */
  identified: (channel: To, bot: Of, own: { id: string; name: string }) => void
  /** Of all of its rows. */
  kind?: ConnectionRow['kind']
  settings?: ConnectionSettings
  /** Of the pauses. */
  clock?: ActorOptions<typeof connectionMachine>['clock']
}

const usual: ConnectionSettings = {
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  steadyMs: 60_000,
  timeoutMs: 30_000,
}

/** `before`: the state before; the same one when only its reason or its failures changed. */
type Named = Pick<BotConfig, 'id' | 'name'>

type Listener = (row: ConnectionRow, before: string | undefined) => void

type Connection = ActorRefFrom<typeof connectionMachine>

export function makeConnections<To extends LineEnd = Channel, Of extends Named = BotConfig>({
  now,
  identified,
  kind,
  settings = usual,
  clock,
}: Options<To, Of>) {
  const listeners: Listener[] = []
  const opened = new Map<string, { actor: Connection; close(): Promise<void> }>()
  const rows = new Map<string, ConnectionRow>()

  /** Resolves when the first try to learn who the bot is has ended, or nobody wants to know any more. */
  function open(channel: To, bot: Of): Promise<void> {
    const { promise: asked, resolve: answered } = Promise.withResolvers<void>()
    const line = oneLine(channel, bot, {
      ready: () => actor.send({ type: 'line.ready' }),
      reconnecting: (reason, cause) => actor.send({ type: 'line.reconnecting', reason: clipped(reason), ...cause }),
      down: (trouble) => actor.send({ type: 'line.down', trouble: clear(trouble) }),
      elsewhere: (reason, cause) => actor.send({ type: 'line.elsewhere', reason: clipped(reason), ...cause }),
    })
    const machine = connectionMachine.provide({
      actors: {
        identify: fromPromise(async ({ signal }) => {
          try {
            const own = await channel.identify(bot)
            // An answer that nobody waits for any more.
            if (!signal.aborted) identified(channel, bot, own)
            return { id: own.id }
          } catch (error) {
            throw clear(troubleOf(error))
          }
        }),
        listen: fromPromise(line.open),
      },
      actions: { close: () => void line.close() },
    })
    const key = keyOf(bot.id, channel.name)
    const input = { bot: bot.id, channel: channel.name, seed: seedOf(key), settings }
    const actor: Connection = createActor(machine, { input, ...(clock && { clock }) })
    opened.set(key, { actor, close: line.close })
    actor.subscribe({
      next(snapshot) {
        const before = rows.get(key)
        const row = rowOf(snapshot, before, now(), kind)
        if (row === before) return
        rows.set(key, row)
        if (row.state !== 'identifying') answered()
        tellEach(listeners, (listen) => listen(row, before?.state))
      },
      complete: answered,
    })
    actor.start()
    return asked
  }

  return {
    open,
    onChange: (listen: Listener): void => void listeners.push(listen),
    rows: (): ConnectionRow[] => [...rows.values()],
    /** False: there is no such line. */
    retry(bot: string, channel: string): boolean {
      const line = opened.get(keyOf(bot, channel))
      line?.actor.send({ type: 'operator.retry' })
      return line !== undefined
    },
    async stop(): Promise<void> {
      const all = [...opened.values()]
      opened.clear()
      for (const { actor } of all) actor.stop()
      await Promise.all(all.map(({ close }) => close()))
    },
  }
}

const keyOf = (bot: string, channel: string): string => `${bot} ${channel}`

/** The row before if nothing that it tells has changed. */
function rowOf(
  { value: state, context }: SnapshotFrom<typeof connectionMachine>,
  before: ConnectionRow | undefined,
  at: number,
  kind: ConnectionRow['kind'],
): ConnectionRow {
  const { input, reason, cause, failures, pauseMs } = context
  const isSame = before?.state === state
  if (isSame && before.reason === reason && before.failures === failures) return before
  return {
    ...(kind && { kind }),
    bot: input.bot,
    channel: input.channel,
    state,
    since: isSame ? before.since : at,
    ...(reason !== undefined && { reason, ...cause }),
    ...(state === 'backingOff' && { retryAt: at + pauseMs }),
    failures,
  }
}

/** A reason may hold what the other side said. */
const clipped = (reason: string): string => reason.slice(0, longestReason).toWellFormed()
const clear = ({ reason, permanent, ...cause }: Trouble): Trouble => ({
  reason: clipped(reason),
  permanent,
  ...lineCauseOf(cause),
})
const longestReason = 500
