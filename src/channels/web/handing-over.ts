// Hands what stands in the rooms in to the service, again and again until it is taken.
import { exponentialBackOff } from '../../../machines/rules/exponential.ts'
import type { Intake } from '../channel.ts'
import { stopped, toInbound } from './room-lines.ts'
import type { Rooms } from './rooms.ts'

const perRound = 100
const marksEveryMs = 500
const backOff = { firstMs: 1_000, longestMs: 60_000 }

interface Options {
  rooms: Rooms
  /** Ids of the rooms that there are. */
  known: Pick<ReadonlySet<string>, 'has'>
  /** Told of every failed hand-over and write. */
  onError: (error: unknown) => void
}

export function makeHandingOver({ rooms, known, onError }: Options) {
  let intake: Intake | undefined
  let round: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let marking: NodeJS.Timeout | undefined
  let failures = 0

  /** One hand-over at a time and oldest first, so that the service sees each room in its order. */
  const handOver = () => (round ??= handOverOnce().finally(() => (round = undefined)))

  const handOverOnce = async () => {
    clearTimeout(retry)
    if (!intake) throw stopped()
    try {
      const batch = rooms.untaken(known, perRound)
      if (batch.length > 0) await intake(batch.map(toInbound))
      rooms.markTaken(batch.map((message) => message.seq))
      marking ??= setTimeout(writeMarks, marksEveryMs).unref()
      failures = 0
    } catch (error) {
      onError(error)
      retryLater()
      throw error
    }
  }

  /** Off the way of the messages: a mark that is not written yet costs nothing but a duplicate after a crash. */
  const writeMarks = () => {
    marking = undefined
    try {
      rooms.flush()
    } catch (error) {
      onError(error)
    }
  }

  const retryLater = () => {
    if (intake) retry = setTimeout(later, exponentialBackOff(backOff, (failures += 1))).unref()
  }

  /** For messages nobody waits for: `handOverOnce` has told of a failure and set the next try. */
  const handOverAll = async () => {
    // oxlint-disable-next-line no-await-in-loop -- one hand-over at a time
    while (rooms.untaken(known, 1).length > 0) await handOver()
  }
  const later = () => void handOverAll().catch(() => {})

  return {
    start(to: Intake): void {
      intake = to
      failures = 0
      // Not before the service, too, is up.
      retry = setTimeout(later, 0)
    },
    later,
    /** Rejects when it was not taken now: it is tried again. */
    async untilTaken(seq: number): Promise<void> {
      // A round under way may have been read before this message was stored: the next one has it.
      // oxlint-disable-next-line no-await-in-loop -- one hand-over at a time
      while (!rooms.isTaken(seq)) await handOver()
    },
    isUnderWay: (): boolean => round !== undefined,
    isFailing: (): boolean => failures > 0,
    async stop(): Promise<void> {
      intake = undefined
      clearTimeout(retry)
      await round?.catch(() => {})
      clearTimeout(marking)
      writeMarks()
    },
  }
}
