// A channel that is somebody else's module: loaded, guarded, and in the service's time.
import type { Config } from '../../config/config.ts'
import type { WallClock } from '../../host/host.ts'
import type { Channel, Intake } from '../channel.ts'
import type { ChannelContext, OwnChannel, OwnContext } from '../plugin.ts'
import type { ModuleConfig } from './config.ts'
import { loadChannel } from './load-channel.ts'
import { startedLater } from './started-later.ts'

/** Rejects when the module cannot be loaded: a service that lacks a channel without a word would be worse. */
export async function openModule(
  module: ModuleConfig,
  { config, clock, hide, ...context }: ChannelContext & OwnContext,
  failed: (error: unknown) => void,
): Promise<OwnChannel> {
  const channel = await loadChannel(module, context, { failed, hide })
  return startedLater(heardBy(byTheWall(channel, clock), module.bots, config))
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
  const toAll = <T extends { bots?: string[] }>(message: T, group: string): T =>
    message.bots === undefined && !Object.hasOwn(groups, group) ? { ...message, bots: [...bots] } : message
  const start = (intake: Intake) =>
    channel.start(async (messages) => intake(messages.map((message) => toAll(message, message.group))))
  const send: Channel['send'] = async (reply, signal) => {
    const { echo, ...posted } = await channel.send(reply, signal)
    return { ...posted, ...(echo && { echo: echo.map((each) => toAll(each, reply.group)) }) }
  }
  return { ...channel, start, send }
}
