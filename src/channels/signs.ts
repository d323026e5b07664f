// Signs of bots on messages: put there and taken off, and where the service keeps the chat itself, other workers told.
import type { Sign, SignInput } from '../../machines/group/children.ts'
import { baseOf } from '../config/topics.ts'
import { roomKey, type Whereabouts } from '../room/key.ts'
import type { SignNote } from '../room/notes.ts'
import { within } from './modules/guarded-channel.ts'
import type { OwnChannel } from './plugin.ts'
import type { SharedOptions } from './shared.ts'

interface Options {
  channelFor: (group: string) => OwnChannel | undefined
  /** The channels are there. */
  started: Promise<unknown>
  workers: Pick<SharedOptions, 'note'> | undefined
}

const unreactMs = 5_000

export function makeSigns({ channelFor, started, workers }: Options) {
  async function signed(place: Whereabouts, sign: Omit<SignNote, 'kind' | 'group' | 'bot'>, signal: AbortSignal) {
    const { bot, group, oneToOne } = place
    const channel = channelFor(group)
    const reaction = reactionOf(place, sign.message, sign.emoji)
    await (sign.isOn ? channel?.react?.(reaction, signal) : channel?.unreact?.(reaction, signal))
    if (workers && channel?.noted)
      await workers.note(roomKey({ group, oneToOne }), { kind: 'sign', bot, group, ...sign })
  }

  return {
    /** One after the other, each once however often it is asked for; rejects with a ChannelError. */
    async react(place: Whereabouts, { messages, emoji }: SignInput, signal: AbortSignal): Promise<void> {
      await started
      for (const message of messages)
        // oxlint-disable-next-line no-await-in-loop -- a platform is not to be flooded
        await signed(place, { message, emoji, isOn: true }, signal)
    },
    /** Never rejects, and takes no long time: what was said counts as said whether or not the sign is gone. */
    async unreact(place: Whereabouts, { messages, emoji }: Sign, signal: AbortSignal): Promise<void> {
      const one = (message: string) => signed(place, { message, emoji, isOn: false }, signal)
      await within(unreactMs, 'taking signs off', () => Promise.allSettled(messages.map(one))).catch(() => undefined)
    },
  }
}

const reactionOf = ({ bot, group, oneToOne }: Whereabouts, message: string, emoji: string) => ({
  bot,
  group: baseOf(group),
  message,
  emoji,
  ...(oneToOne && { oneToOne }),
})
