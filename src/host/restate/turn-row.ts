// What a room keeps of a turn beside its charts; the words of messages that are not to be kept are in none of it.
import type { InboundMessage } from '../../room/message.ts'
import type { RoomNote } from '../../room/notes.ts'
import type { Incoming } from '../../room/room.ts'
import type { TurnRow, Unkept } from './room-state.ts'
import type { Turn } from './turn.ts'

/** The places of messages whose words are not to be kept. */
export const unkeptIn = (incoming: readonly Incoming[], keeps: (message: InboundMessage) => boolean): number[] =>
  incoming.flatMap((each, n) => ('message' in each && !keeps(each.message) ? [n] : []))

export function rowOf(
  { room: { turn }, steps, unkept = [] }: Turn,
  incoming: readonly Incoming[],
  notes: readonly RoomNote[] = [],
): TurnRow {
  const messagesAt = (isMeant: (n: number) => boolean): InboundMessage[] =>
    incoming.flatMap((each, n) => ('message' in each && isMeant(n) ? [each.message] : []))
  return {
    turn,
    messages: messagesAt((n) => !unkept.includes(n)),
    steps,
    ...(notes.length > 0 && { notes }),
    ...(unkept.length > 0 && { unkept: messagesAt((n) => unkept.includes(n)).map(writerOf) }),
  }
}

/** As they wait for a room that takes no turns. Who wrote such a message may be served by then: nobody knows what it said. */
export const waitingAs = (incoming: readonly Incoming[], unkept: readonly number[]): Incoming[] =>
  incoming.map((each, n) => ('message' in each && unkept.includes(n) ? { message: wordless(each.message) } : each))

const writerOf = ({ group, sender, contextOnly }: InboundMessage): Unkept => ({
  group,
  sender,
  ...(contextOnly && { contextOnly }),
})

const wordless = ({ id, group, topic, ts, sender, oneToOne, bots }: InboundMessage): InboundMessage => ({
  id,
  group,
  ...(topic !== undefined && { topic }),
  ts,
  sender,
  text: '',
  ...(oneToOne !== undefined && { oneToOne }),
  ...(bots && { bots }),
  contextOnly: true,
})
