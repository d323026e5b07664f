// Rooms of a cluster that have been silent for longer than a worker reads back when it starts: its page shows how they stand.
import { setTimeout as wait } from 'node:timers/promises'
import type { RoomPlace } from '../../store/postgres/read-commits.ts'
import type { ChartView } from '../host.ts'

interface Options {
  /** The one with the newest commit first. */
  roomsAfter: (place: RoomPlace, most: number) => Promise<readonly RoomPlace[]>
  /** This worker's store tells of it already. */
  isKnown: (room: string) => boolean
  /** Its charts as they stand; none of its turns is read. */
  look: (room: string) => Promise<readonly ChartView[] | undefined>
  found: (charts: readonly ChartView[]) => void
  failed: (error: unknown) => void
  /** So many rooms at most. */
  mostRooms?: number
}

const pageSize = 200
/** Rooms that are looked at at once: calls of rooms that talk come between. */
const atOnce = 8
const whenAwayMs = 3_000
const newest: RoomPlace = [Number.MAX_SAFE_INTEGER, '']

export function makeOldRooms({ roomsAfter, isKnown, look, found, failed, mostRooms = 2_000 }: Options) {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  let isAway = false

  /** Returns from where on to read the next page; undefined: there is none. */
  async function readPage(place: RoomPlace): Promise<RoomPlace | undefined> {
    const page = await roomsAfter(place, pageSize)
    const rooms = page.map(([, room]) => room).filter((room) => !isKnown(room))
    const charts: ChartView[] = []
    const take = async (): Promise<void> => {
      for (let room = rooms.pop(); room !== undefined && !stopped.signal.aborted; room = rooms.pop())
        // oxlint-disable-next-line no-await-in-loop -- a few at once
        charts.push(...((await look(room)) ?? []))
    }
    await Promise.all(Array.from({ length: atOnce }, take))
    if (!stopped.signal.aborted) found(charts)
    return page.length === pageSize ? page.at(-1) : undefined
  }

  async function run(): Promise<void> {
    let place: RoomPlace | undefined = newest
    for (let read = 0; place && read < mostRooms && !stopped.signal.aborted;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        place = await readPage(place)
        read += pageSize
        isAway = false
      } catch (error) {
        if (!isAway) failed(error)
        isAway = true
        // oxlint-disable-next-line no-await-in-loop -- then that page once more
        await wait(whenAwayMs, undefined, { signal: stopped.signal }).catch(() => {})
      }
    }
  }

  return {
    start: (): void => void (running ??= run()),
    async stop(): Promise<void> {
      stopped.abort()
      await running
    },
  }
}
