// The brakes that end talk among bots alone (X3). A batch with a person's word in it is never held by one.
import type { GroupSettings } from '../group/settings.ts'
import type { GroupContext, MessageRef } from '../group/types.ts'

type Counts = Pick<GroupContext, 'botTurns' | 'ownTurns' | 'pairTurns'>
type Limits = GroupSettings['loop']

/** Peers said more than `maxBotTurns` since a person last spoke. */
export const isLoop = (batch: readonly MessageRef[], { botTurns }: Counts, { maxBotTurns }: Limits): boolean =>
  isBotTalk(batch) && botTurns > maxBotTurns

/** The bot has answered this one peer `maxPairTurns` times since a person last spoke. */
export const isPairLoop = (batch: readonly MessageRef[], counts: Counts, { maxPairTurns }: Limits): boolean =>
  isBotTalk(batch) && pairTurnsOf(batch, counts) >= maxPairTurns

/** All bots together, this one included, have reached `maxRoomTurns` since a person last spoke. */
export const isRoomLoop = (batch: readonly MessageRef[], counts: Counts, { maxRoomTurns }: Limits): boolean =>
  isBotTalk(batch) && roomTurnsOf(counts) > maxRoomTurns

/** Replies to the peer who alone wrote the batch. */
export function pairTurnsOf(batch: readonly MessageRef[], { pairTurns }: Counts): number {
  const peer = soleSender(batch)
  return pairTurns.find(([name]) => name === peer)?.[1] ?? 0
}

export const roomTurnsOf = ({ botTurns, ownTurns }: Counts): number => botTurns + ownTurns

/** The counts after one more message of others. */
export function afterMessage(counts: Counts, { kind }: MessageRef): Partial<Counts> {
  if (kind === 'person') return { botTurns: 0, ownTurns: 0, pairTurns: [] }
  return kind === 'peer' ? { botTurns: counts.botTurns + 1 } : {}
}

/** The counts after a reply to a batch. */
export function afterReply(counts: Counts, batch: readonly MessageRef[]): Partial<Counts> {
  const ownTurns = counts.ownTurns + 1
  const peer = soleSender(batch)
  if (peer === undefined || !isBotTalk(batch)) return { ownTurns }
  const others = counts.pairTurns.filter(([name]) => name !== peer)
  return { ownTurns, pairTurns: [...others.slice(-mostPairs), [peer, pairTurnsOf(batch, counts) + 1]] }
}

const mostPairs = 15

const isBotTalk = (batch: readonly MessageRef[]): boolean => batch.every(({ kind }) => kind === 'peer')

function soleSender(batch: readonly MessageRef[]): string | undefined {
  const [first] = batch
  return batch.every(({ sender }) => sender === first?.sender) ? first?.sender : undefined
}
