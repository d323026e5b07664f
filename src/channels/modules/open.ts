// A channel that is somebody else's module: loaded, guarded, and in the service's time.
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
  return startedLater(fitted(channel, module.bots, { config, clock }))
}

/** A module knows no time but the wall clock's; a group that nobody configured is heard by all bots of the channel. */
function fitted(
  channel: Channel,
  bots: readonly string[],
  { config: { groups }, clock: { ahead } }: Pick<OwnContext, 'config' | 'clock'>,
): Channel {
  const toAll = <T extends { bots?: string[] }>(message: T, group: string): T =>
    message.bots === undefined && !Object.hasOwn(groups, group) ? { ...message, bots: [...bots] } : message
  return {
    ...channel,
    start: (intake: Intake) =>
      channel.start(async (messages) =>
        intake(messages.map((message) => toAll({ ...message, ts: message.ts + ahead() }, message.group))),
      ),
    async send(reply, signal) {
      const { echo, ...posted } = await channel.send({ ...reply, expiresAt: reply.expiresAt - ahead() }, signal)
      return { ...posted, ...(echo && { echo: echo.map((each) => toAll(each, reply.group)) }) }
    },
  }
}
