// Rooms that never lived: copies of those that did, each with a name, ids and rows of its own, as rooms arrive from another house.
import { pino } from 'pino'
import { chartSerde, type KeptChart, names, type TurnRow } from '../../src/host/restate/room-state.ts'
import { openSharedLog } from '../../src/host/restate/shared-log.ts'
import { openPostgres, type Postgres } from '../../src/store/postgres/open-postgres.ts'
import { type BenchCluster, tell } from './bench-cluster.ts'

interface Copying {
  cluster: BenchCluster
  /** Of the rooms from 0 on that lived, all are copied in turns. */
  lived: number
  /** So many rooms are there then. */
  rooms: number
  /** Of a room; all are as long. */
  idOf: (n: number) => string
}

const [statesAtOnce, rowsAtOnce, mostTurns] = [32, 400, 100]

/** Resolves when Restate has their states, and Postgres their rows: written as workers do it. */
export async function copyRooms({ cluster, lived, rooms, idOf }: Copying): Promise<void> {
  const log = pino({ level: 'silent' })
  const postgres = openPostgres(cluster.database.url, { now: Date.now, log })
  try {
    await postgres.ready()
    const states = await statesOf(cluster)
    const turns = await turnsOf(postgres, lived, idOf)
    const pairs = (): Iterable<Pair> => pairsOf(lived, rooms, idOf)
    await Promise.all([
      many(statesAtOnce, pairs(), (pair) => putState(cluster.nodes.admin, states.get(roomOf(pair.from)) ?? [], pair)),
      shipAll(postgres, turns, pairs()),
    ])
    await cluster.untilThere(rooms)
  } finally {
    await postgres.close()
  }
}

/** Ids of a room and of its copy. */
interface Pair {
  from: string
  to: string
  n: number
}

function* pairsOf(lived: number, rooms: number, idOf: (n: number) => string): Generator<Pair> {
  for (let n = lived; n < rooms; n += 1) yield { from: idOf(n % lived), to: idOf(n), n }
}

const roomOf = (id: string): string => `web:${id}`

/** All that is written of a room bears its id. */
const renamed = <T>(value: T, { from, to }: Pair): T => JSON.parse(JSON.stringify(value).replaceAll(from, to)) as T

interface Entry {
  key: string
  value: Buffer
}

async function statesOf(cluster: BenchCluster): Promise<Map<string, Entry[]>> {
  const rows = await cluster.restateRows("SELECT service_key, key, value FROM state WHERE service_name = 'room'")
  const states = new Map<string, Entry[]>()
  for (const row of rows) {
    const { service_key: room, key, value } = row as Record<'service_key' | 'key' | 'value', string>
    const known = states.get(room) ?? []
    known.push({ key, value: Buffer.from(value, 'hex') })
    states.set(room, known)
  }
  return states
}

async function turnsOf(
  postgres: Postgres,
  lived: number,
  idOf: (n: number) => string,
): Promise<Map<string, TurnRow[]>> {
  const turns = new Map<string, TurnRow[]>()
  for (let n = 0; n < lived; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- room by room
    const rows = await postgres.turnsAfter(roomOf(idOf(n)), 0, mostTurns)
    turns.set(
      idOf(n),
      rows.map((body) => JSON.parse(body) as TurnRow),
    )
  }
  return turns
}

/** Without a call of a worker: Restate puts it into the object's state by itself. */
async function putState(admin: string, entries: readonly Entry[], pair: Pair): Promise<void> {
  if (entries.length === 0) throw new Error(`${pair.from} has no state`)
  const state = entries.map(({ key, value }) => [key.replaceAll(pair.from, pair.to), [...copied(key, value, pair)]])
  const response = await fetch(`${admin}/services/room/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ object_key: roomOf(pair.to), new_state: Object.fromEntries(state) as object }),
  })
  if (!response.ok) throw new Error(`Restate does not take a state (${response.status}): ${await response.text()}`)
  await response.body?.cancel()
}

function copied(key: string, value: Buffer, pair: Pair): Uint8Array {
  if (!key.startsWith(names.chart(''))) return Buffer.from(value.toString().replaceAll(pair.from, pair.to))
  return chartSerde.serialize(renamed<KeptChart>(chartSerde.deserialize(value), pair))
}

async function shipAll(postgres: Postgres, turns: Map<string, TurnRow[]>, pairs: Iterable<Pair>): Promise<void> {
  const failed = (error: unknown): void => {
    throw new Error('Postgres does not take rows', { cause: error })
  }
  const shared = openSharedLog({ postgres, known: () => 0, passOver() {}, now: Date.now, failed })
  const started = performance.now()
  let count = 0
  await many(rowsAtOnce, pairs, async (pair) => {
    await shared.ship(roomOf(pair.to), renamed(turns.get(pair.from) ?? [], pair))
    count += 1
    if (count % 10_000 === 0)
      tell(`rows of ${count} rooms, ${Math.round(count / ((performance.now() - started) / 1_000))} rooms a second`)
  })
}

async function many<T>(atOnce: number, all: Iterable<T>, work: (each: T) => Promise<void>): Promise<void> {
  const left = all[Symbol.iterator]()
  const line = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, in so many lines
      await work(next.value)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
}
