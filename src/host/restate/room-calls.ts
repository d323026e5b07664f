// Calls from a worker into rooms, through Restate's ingress: for each room one after the other, and together what waits.
import type { InboundMessage } from '../../room/message.ts'
import type { Receipt } from '../../room/room.ts'
import type { Inbound } from '../../room/steps.ts'

/** What goes to a room in one call. */
type Given = { messages: readonly InboundMessage[] } | { orders: readonly Inbound[] }

interface Waiting {
  given: Given
  taken: (receipts: readonly Receipt[]) => void
  refused: (error: unknown) => void
}

/** So many in one call: a longer one would keep timers and answers waiting. */
const most = 32

/** `call` makes one call, and rejects where nothing is known of it: what was handed in may be handed in again. */
export function makeRoomCalls(call: (room: string, given: Given) => Promise<readonly Receipt[]>) {
  const rooms = new Map<string, Waiting[]>()

  async function callAll(room: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const group = together(waiting)
      try {
        // oxlint-disable-next-line no-await-in-loop -- a room takes what it is told in order
        const receipts = [...(await call(room, joined(group)))]
        for (const { given, taken } of group) taken(receipts.splice(0, lengthOf(given)))
      } catch (error) {
        for (const { refused } of group) refused(error)
      }
    }
    rooms.delete(room)
  }

  return {
    /** Resolves with a receipt for each once the room has taken them. */
    give: (room: string, given: Given): Promise<readonly Receipt[]> =>
      new Promise((taken, refused) => {
        const waiting = rooms.get(room)
        if (waiting) waiting.push({ given, taken, refused })
        else {
          const own = [{ given, taken, refused }]
          rooms.set(room, own)
          void callAll(room, own)
        }
      }),
    count: (): number => rooms.size,
  }
}

/** The first of what waits, and all of its kind behind it. */
function together(waiting: Waiting[]): Waiting[] {
  const isMessages = 'messages' in (waiting[0] as Waiting).given
  const end = waiting.findIndex(({ given }, n) => n >= most || 'messages' in given !== isMessages)
  return waiting.splice(0, end < 0 ? waiting.length : end)
}

const lengthOf = (given: Given): number => ('messages' in given ? given.messages : given.orders).length

const joined = (group: readonly Waiting[]): Given => {
  const messages = group.flatMap(({ given }) => ('messages' in given ? given.messages : []))
  return messages.length > 0
    ? { messages }
    : { orders: group.flatMap(({ given }) => ('orders' in given ? given.orders : [])) }
}
