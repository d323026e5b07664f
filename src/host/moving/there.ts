// Out of the store of one machine into a cluster: room by room, each harmless a second time, and at the end both are compared.
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { lightly } from '../../store/transaction.ts'
import { openSpending } from './spending.ts'
import { type Cluster, HouseHeld } from './cluster.ts'
import { forgetMark, putMark, readMark } from './move-mark.ts'
import { clusterRooms } from './cluster-room.ts'
import { openRoomStore } from './room-store.ts'
import { makeTally, type Tallies, verdictsOnTape } from './tally.ts'

export interface Moving {
  db: DatabaseSync
  cluster: Cluster
  /** How many of how many rooms are done. */
  progress: (what: 'moving' | 'comparing', done: number, of: number) => void
  /** Aborts where the move may not go on. */
  signal: AbortSignal
  now: () => number
}

export interface Compared {
  before: Tallies
  after: Tallies
}

/** Rooms that move together. */
export const roomsAtOnce = 32

export async function moveThere({ db, cluster, progress, signal }: Moving): Promise<Compared> {
  const { house, moved } = cluster
  const known = readMark(db)
  if (known?.direction === 'in' && !known.isDone)
    throw new HouseHeld('this store is being filled from a cluster: run that move to its end first')
  const mark =
    known?.direction === 'out' ? known : { id: randomUUID(), direction: 'out' as const, isDone: false, cursor: '' }
  const there = await house.move()
  if (there && (there.id !== mark.id || there.direction !== 'there'))
    throw new HouseHeld(
      'another store has moved into this cluster, or its rooms have moved out: give it an empty database, and an empty Restate',
    )
  if (!there && !(await moved.isEmpty()))
    throw new HouseHeld(
      'rooms live in this cluster already: move into one with an empty database, and an empty Restate',
    )
  const move = { id: mark.id, direction: 'there' as const, isDone: false }
  if (there?.isDone) throw new HouseHeld('this store has moved into the cluster already: start its workers')
  putMark(db, mark)
  await house.putMove(move)
  await cluster.serve()

  const store = openRoomStore(db)
  const rooms = store.rooms()
  let done = rooms.findIndex((room) => room > mark.cursor)
  if (done < 0) done = mark.cursor === '' ? 0 : rooms.length
  while (done < rooms.length) {
    signal.throwIfAborted()
    const keys = rooms.slice(done, done + roomsAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- a part after the other
    await cluster.arrive(move, keys.map(store.read))
    done += keys.length
    lightly(db, () => putMark(db, { ...mark, cursor: keys.at(-1) ?? '' }))
    progress('moving', done, rooms.length)
  }
  const spent = openSpending(db).read()
  await moved.putSpending(spent)
  await moved.putOthers(spent.others)

  const [before, after] = [makeTally(), makeTally()]
  before.spending(spent)
  after.spending({ ...(await moved.spending()), others: await moved.others() })
  for (let n = 0; n < rooms.length; n += roomsAtOnce) {
    signal.throwIfAborted()
    const keys = rooms.slice(n, n + roomsAtOnce)
    for (const room of keys.map(store.read)) before.room(room, verdictsOnTape(room.entries))
    // oxlint-disable-next-line no-await-in-loop -- a part after the other
    for (const { room, verdicts } of await clusterRooms(cluster, keys, cluster.stand)) after.room(room, verdicts)
    progress('comparing', Math.min(rooms.length, n + roomsAtOnce), rooms.length)
  }
  return { before: before.result(), after: after.result() }
}

/** Both sides know it: the store first, so that nobody lives in both. */
export async function sealThere({ db, cluster }: Pick<Moving, 'db' | 'cluster'>): Promise<void> {
  const mark = readMark(db)
  if (!mark) return
  putMark(db, { ...mark, isDone: true })
  await cluster.house.putMove({ id: mark.id, direction: 'there', isDone: true })
}

/** The rooms stay in the store; the cluster is of no use. */
export async function giveUpThere({ db, cluster }: Pick<Moving, 'db' | 'cluster'>): Promise<void> {
  const [there, mark] = [await cluster.house.move(), readMark(db)]
  if (mark?.direction !== 'out' || mark.isDone || (there && (there.id !== mark.id || there.isDone)))
    throw new HouseHeld('no move out of this store into this cluster is under way: there is nothing to give up')
  forgetMark(db)
}
