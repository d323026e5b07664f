// The brakes that end talk among bots alone (X3). A batch with a person's word in it is never held by one.
import type { GroupSettings } from '../group/settings.ts'
import type { RoomTalk } from '../group/context.ts'
import type { MessageRef } from '../group/types.ts'

type Counts = Pick<RoomTalk, 'botMessages' | 'ownReplies' | 'pairReplies'>
type Limits = GroupSettings['loop']

/** Peers said more than `maxBotTurns` since a person last spoke. */
export const isLoop = (batch: readonly MessageRef[], { botMessages }: Counts, { maxBotTurns }: Limits): boolean =>
  isBotTalk(batch) && botMessages > maxBotTurns

/** The bot has answered this one peer `maxPairTurns` times since a person last spoke. */
export const isPairLoop = (batch: readonly MessageRef[], counts: Counts, { maxPairTurns }: Limits): boolean =>
  isBotTalk(batch) && pairRepliesOf(batch, counts) >= maxPairTurns

/** All bots together, this one included, have reached `maxRoomTurns` since a person last spoke. */
export const isRoomLoop = (batch: readonly MessageRef[], counts: Counts, { maxRoomTurns }: Limits): boolean =>
  isBotTalk(batch) && roomMessagesOf(counts) > maxRoomTurns

/** Replies to the peer who alone wrote the batch. */
export function pairRepliesOf(batch: readonly MessageRef[], { pairReplies }: Counts): number {
  const peer = soleSender(batch)
  return pairReplies.find(([name]) => name === peer)?.[1] ?? 0
}

export const roomMessagesOf = ({ botMessages, ownReplies }: Counts): number => botMessages + ownReplies

/** The counts after one more message of others. */
export function afterMessage(counts: Counts, { kind }: MessageRef): Partial<Counts> {
  if (kind === 'person') return { botMessages: 0, ownReplies: 0, pairReplies: [] }
  return kind === 'peer' ? { botMessages: counts.botMessages + 1 } : {}
}

/** The counts after a reply to a batch. */
export function afterReply(counts: Counts, batch: readonly MessageRef[]): Partial<Counts> {
  const ownReplies = counts.ownReplies + 1
  const peer = soleSender(batch)
  if (peer === undefined || !isBotTalk(batch)) return { ownReplies }
  const others = counts.pairReplies.filter(([name]) => name !== peer)
  return { ownReplies, pairReplies: [...others.slice(-mostPairs), [peer, pairRepliesOf(batch, counts) + 1]] }
}

const mostPairs = 15

const isBotTalk = (batch: readonly MessageRef[]): boolean => batch.every(({ kind }) => kind === 'peer')

function soleSender(batch: readonly MessageRef[]): string | undefined {
  const [first] = batch
  return batch.every(({ sender }) => sender === first?.sender) ? first?.sender : undefined
}
