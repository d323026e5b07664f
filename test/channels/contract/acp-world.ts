// A module for the tiny agent network, loaded by its path as a configuration names it.
import { fileURLToPath } from 'node:url'
import { loadChannel } from '../../../src/channels/modules/load-channel.ts'
import { acpNetwork, idOf } from './acp-network.ts'
import { bots } from './online.ts'
import type { World } from './world.ts'

const example = fileURLToPath(new URL('../../../examples/acp-like-channel/acp-channel.ts', import.meta.url))

export async function acpWorld(path = example): Promise<World> {
  const network = await acpNetwork()
  const handles = new Map(bots.map(({ id }) => [idOf(id), id as string]))
  return {
    group: 'acp:lab',
    open: (corrected) =>
      loadChannel(
        { name: 'acp', path, options: { url: network.url, pollMs: 5 } },
        { name: 'acp', bots, now: Date.now, log: () => {}, corrected },
      ),
    says: network.says,
    isAcknowledged: network.isAcknowledged,
    posted: () =>
      network.letters.map(({ msg_id: id, sender, content: text, metadata }) => ({
        id,
        by: handles.get(sender.id) ?? sender.name,
        text,
        ...(metadata?.reply_to !== undefined && { replyTo: metadata.reply_to }),
      })),
    isIdle: network.isIdle,
    redeliver: network.rewind,
    loseAnswer: () => network.trouble('cut'),
    refuse: (kind) =>
      network.trouble(
        { unavailable: { status: 503 }, permanent: { status: 403 }, rateLimited: { status: 429, retryAfter: 1 } }[kind],
      ),
    hang: () => network.trouble('silent'),
    isHanging: network.isHanging,
    stop: network.stop,
  }
}
