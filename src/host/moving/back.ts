// Out of a cluster into a fresh store of one machine: a room leaves, and is written whole together with how far the move has come.
import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../store/transaction.ts'
import { openSpending } from './spending.ts'
import { HouseHeld } from './cluster.ts'
import { clusterRooms } from './cluster-room.ts'
import { putMark, readMark } from './move-mark.ts'
import { openRoomStore } from './room-store.ts'
import { makeTally, verdictsOnTape } from './tally.ts'
import { type Compared, type Moving, roomsAtOnce } from './there.ts'

export async function moveBack({ db, cluster, progress, signal, now }: Moving): Promise<Compared> {
  const { house, moved } = cluster
  const there = await house.move()
  const known = readMark(db)
  if (there?.direction === 'there' && !there.isDone)
    throw new HouseHeld('the move into this cluster was cut off: run that to its end first')
  if (there?.direction === 'back' && known?.id !== there.id)
    throw new HouseHeld(
      'the rooms of this cluster are moving, or have moved, to another store: name that one with --to',
    )
  if (known?.isDone && known.direction === 'in')
    throw new HouseHeld('the rooms have moved into this store already: start the service on it')
  if ((known && known.id !== there?.id) || (!known && isUsed(db)))
    throw new HouseHeld('rooms live in this store already: name a file that is not there yet with --to')
  const mark = known ?? { id: randomUUID(), direction: 'in' as const, isDone: false, cursor: '' }
  putMark(db, mark)
  const move = { id: mark.id, direction: 'back' as const, isDone: false }
  await house.putMove(move)
  await cluster.serve()

  const store = openRoomStore(db)
  const rooms = await cluster.rooms()
  let done = rooms.findIndex((room) => room > mark.cursor)
  if (done < 0) done = mark.cursor === '' ? 0 : rooms.length
  while (done < rooms.length) {
    signal.throwIfAborted()
    const keys = rooms.slice(done, done + roomsAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- a part after the other
    const found = await clusterRooms(cluster, keys, (key) => cluster.leave(move, key))
    try {
      inTransaction(db, () => {
        for (const { room } of found) store.write(room, Math.round(now()))
        putMark(db, { ...mark, cursor: keys.at(-1) ?? '' })
      })
    } catch (error) {
      store.undone()
      throw error
    }
    done += keys.length
    progress('moving', done, rooms.length)
  }
  const spent = { ...(await moved.spending()), others: await moved.others() }
  inTransaction(db, () => openSpending(db).write(spent))

  const [before, after] = [makeTally(), makeTally()]
  before.spending(spent)
  after.spending(openSpending(db).read())
  for (let n = 0; n < rooms.length; n += roomsAtOnce) {
    signal.throwIfAborted()
    const keys = rooms.slice(n, n + roomsAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- a part after the other
    for (const { room, verdicts } of await clusterRooms(cluster, keys, cluster.stand)) before.room(room, verdicts)
    for (const room of keys.map(store.read)) after.room(room, verdictsOnTape(room.entries))
    progress('comparing', Math.min(rooms.length, n + roomsAtOnce), rooms.length)
  }
  return { before: before.result(), after: after.result() }
}

/** The cluster first, so that nobody lives in both. */
export async function sealBack({ db, cluster }: Pick<Moving, 'db' | 'cluster'>): Promise<void> {
  const mark = readMark(db)
  if (!mark) return
  await cluster.house.putMove({ id: mark.id, direction: 'back', isDone: true })
  putMark(db, { ...mark, isDone: true })
}

/** The rooms stay in the cluster; the store is of no use. */
export async function giveUpBack({ db, cluster }: Pick<Moving, 'db' | 'cluster'>): Promise<void> {
  const [there, mark] = [await cluster.house.move(), readMark(db)]
  if (there?.direction !== 'back' || there.id !== mark?.id || there.isDone)
    throw new HouseHeld('no move out of this cluster into this store is under way: there is nothing to give up')
  await cluster.serve()
  for (const room of await cluster.rooms()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await cluster.stay(there, room)
  }
  await cluster.leaveCalls()
  await cluster.house.forgetMove()
}

const isUsed = (db: Moving['db']): boolean =>
  ['actor', 'message', 'usage'].some((table) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined)
