// What a bot has posted, as its group hears it: the host hands it in where the chat does not bring it back by itself.
import { defined } from '../config/defined.ts'
import type { Channel, InboundMessage, Intake, OutboundReply, PostedMessage } from './channel.ts'
import { makeHandingIn } from './handing-in.ts'
import type { Timers } from './timers.ts'

interface Options {
  intake: Intake
  /** Who the bot is on this channel. */
  ownOf: (reply: OutboundReply) => { id: string; name: string }
  timers: Timers
}

export function makeEchoes({ intake, ownOf, timers }: Options) {
  const untold = makeHandingIn({ intake, timers, corrected: () => {}, overflowed: () => {} })
  untold.open()
  return {
    /**
     * Rejects where the group could not be told: the next try under the same key posts nothing, and tells it. After the last
     * try the reply counts as posted, for it stands in the chat, and its group is told as soon as that is possible.
     */
    async post(channel: Pick<Channel, 'send'>, reply: OutboundReply, signal: AbortSignal): Promise<{ id: string }> {
      const { id, echo = [] } = await channel.send(reply, signal)
      if (echo.length === 0) return { id }
      const messages = echo.map((posted) => inboundOf(reply, posted, ownOf(reply), timers.now()))
      try {
        await intake(messages)
      } catch (error) {
        if (timers.now() < reply.expiresAt) throw error
        for (const message of messages) untold.put({ message })
      }
      return { id }
    },
    stop: (): void => untold.close(),
  }
}

function inboundOf(
  { group, topic, replyTo, oneToOne }: OutboundReply,
  { id, text, mentions, bots }: PostedMessage,
  own: { id: string; name: string },
  ts: number,
): InboundMessage {
  const sender = { ...own, bot: true }
  return defined({ id, group, topic, ts, sender, text, mentions, replyTo: replyTo || undefined, oneToOne, bots })
}
