// What a bot has posted, as its group hears it: the host hands it in where the chat does not bring it back by itself.
import type { Channel, InboundMessage, Intake, OutboundReply, PostedMessage } from './channel.ts'

interface Options {
  intake: Intake
  /** Who the bot is on this channel. */
  ownOf: (reply: OutboundReply) => { id: string; name: string }
  now: () => number
}

/** Rejects where the group could not be told: the next try under the same key posts nothing, and tells it. */
export async function postAndEcho(
  channel: Pick<Channel, 'send'>,
  reply: OutboundReply,
  signal: AbortSignal,
  { intake, ownOf, now }: Options,
): Promise<{ id: string }> {
  const { id, echo = [] } = await channel.send(reply, signal)
  if (echo.length > 0) await intake(echo.map((posted) => inboundOf(reply, posted, ownOf(reply), now())))
  return { id }
}

function inboundOf(
  { group, topic, replyTo, oneToOne }: OutboundReply,
  { id, text, mentions, bots }: PostedMessage,
  own: { id: string; name: string },
  ts: number,
): InboundMessage {
  return {
    id,
    group,
    ...(topic !== undefined && { topic }),
    ts,
    sender: { ...own, bot: true },
    text,
    ...(mentions && { mentions }),
    ...(replyTo !== '' && { replyTo }),
    ...(oneToOne && { oneToOne }),
    ...(bots && { bots }),
  }
}
