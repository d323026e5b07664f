// The channels that are modules of somebody else, loaded with what the service lends them.
import type { Channel, Correction, Intake } from '../channels/channel.ts'
import { type ChannelContext, loadChannel } from '../channels/load-channel.ts'
import type { Config } from '../config/config.ts'
import type { ModuleConfig } from '../config/modules.ts'
import type { Log } from '../feed/log.ts'
import type { WallClock } from '../host/host.ts'
import { type LateChannel, startedLater } from './module-channel.ts'

export interface ModuleChannel {
  channel: LateChannel
  /** Ids. */
  bots: readonly string[]
}

interface Options {
  config: Config
  clock: WallClock
  log: Log
  corrected: (correction: Correction) => void
  /** Its code failed when nobody waited for it. */
  failed: (channel: string, error: unknown) => void
}

/** Rejects when a module cannot be loaded: a service that lacks a channel without a word would be worse. */
export async function openModules({ config, clock, log, corrected, failed }: Options): Promise<ModuleChannel[]> {
  const open = async (module: ModuleConfig): Promise<ModuleChannel> => {
    const { name } = module
    const context: ChannelContext = {
      name,
      bots: config.bots
        .filter(({ id }) => module.bots.includes(id))
        .map(({ id, name: called }) => ({ id, name: called })),
      now: clock.wall,
      log: (level, text) => log[level]({ channel: name }, text),
      corrected,
    }
    const channel = await loadChannel(module, context, undefined, (error) => failed(name, error))
    return { channel: startedLater(heardBy(byTheWall(channel, clock), module.bots, config)), bots: module.bots }
  }
  return Promise.all((config.channels.modules ?? []).map(open))
}

/** A module knows no time but the wall clock's. */
function byTheWall(channel: Channel, { ahead }: WallClock): Channel {
  const start = (intake: Intake) =>
    channel.start(async (messages) => intake(messages.map((message) => ({ ...message, ts: message.ts + ahead() }))))
  const send: Channel['send'] = (reply, signal) =>
    channel.send({ ...reply, expiresAt: reply.expiresAt - ahead() }, signal)
  return { ...channel, start, send }
}

/** A group that nobody configured is heard by all bots of the channel. */
function heardBy(channel: Channel, bots: readonly string[], { groups }: Config): Channel {
  const start = (intake: Intake) =>
    channel.start(async (messages) =>
      intake(
        messages.map((message) =>
          message.bots === undefined && !Object.hasOwn(groups, message.group)
            ? { ...message, bots: [...bots] }
            : message,
        ),
      ),
    )
  return { ...channel, start }
}
