// The cluster's side of a move: this process takes the place of its workers, alone, and writes down how far it has come.
import { connect } from 'node:http2'
import type { Log } from '../../config/log.ts'
import { openEndpoint } from '../restate/endpoint.ts'
import { type Arriving, isPending, makeMover, type Standing } from '../restate/mover.ts'
import { makeNodes } from '../restate/nodes.ts'
import type { TurnRow } from '../restate/room-state.ts'
import { openSharedLog } from '../restate/shared-log.ts'
import { openPostgres } from '../../store/postgres/open-postgres.ts'
import type { Move } from '../../store/postgres/house.ts'
import type { MovedRoom } from './moved-room.ts'
import { rowsOf, turnsOf } from './moved-turns.ts'

export interface ClusterAddress {
  /** URLs of nodes, the first that answers. */
  ingress: readonly string[]
  admin: string
  /** URL of Postgres. */
  store: string
  /** Where the cluster reaches this process: the workers' own address. */
  worker: { port: number; url?: string }
  /** The name of rooms in the cluster. */
  name?: string
}

/** Somebody is in: the message says who, and the next step. */
export class HouseHeld extends Error {
  override name = 'InputError'
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>

const probeMs = 1_500
const graceMs = 2_000

/** Rejects with an error that names the next step. `lost`: others may come in from now on. */
export async function openCluster(address: ClusterAddress, log: Log, lost: (why: string) => void) {
  const { ingress, admin, store, worker, name = 'room' } = address
  const postgres = openPostgres(store, { now: Date.now, log })
  let endpoint: Awaited<ReturnType<typeof openEndpoint>> | undefined
  const leave = async (): Promise<void> => {
    await endpoint?.stop(graceMs)
    endpoint = undefined
  }
  const close = async (): Promise<void> => {
    await leave()
    await postgres.close()
  }
  try {
    await postgres.ready()
    const holders = await postgres.house.takeAlone()
    if (holders.length > 0)
      throw new HouseHeld(
        `workers are in the cluster (${holders.join(', ')}): stop every one of them, then run it again`,
      )
    postgres.onHouseLost(() =>
      lost('the session with Postgres has ended, and with it the right to be alone in the cluster'),
    )
    await refuseAnswering(admin, name)
    // Once rooms have begun to leave nobody but this move has been in.
    if ((await postgres.house.move())?.direction !== 'back') await refuseHalfTurns(admin, name)
  } catch (error) {
    await close()
    throw error
  }
  const nodes = makeNodes(ingress)
  const call = <T>(room: string, handler: string, parameter: unknown): Promise<T> =>
    nodes.call<T>({ service: name, key: room, handler, parameter })
  const rowsLog = openSharedLog({
    postgres,
    known: () => 0,
    passOver: () => {},
    now: Date.now,
    failed: (error) => log.error({ error: String(error) }, 'rows of a room could not be written'),
  })

  return {
    postgres,
    moved: postgres.moved,
    house: postgres.house,
    /**
     * From now on the cluster calls this process in the place of its workers. The move is written down before: what is cut off
     * here in the middle can be ended by a move alone.
     */
    async serve(): Promise<void> {
      endpoint ??= await openEndpoint({ services: [makeMover(name)], ...worker, admin })
    },
    /** No call comes any more, and none is half done. */
    leaveCalls: leave,
    /** All of these: their past is durable before they are there. */
    async arrive(move: Move, rooms: readonly MovedRoom[]): Promise<void> {
      const told = rooms.map((room) => ({ room, turns: turnsOf(room) }))
      const { refused } = await postgres.write(told.flatMap(({ room, turns }) => rowsOf(room.key, turns)))
      const [first] = refused
      if (first) throw new Error(`Postgres refuses what the room ${first.room} leaves: ${first.reason}`)
      const pending = rooms.filter((room) => isPending(room))
      await postgres.moved.putResting(pending.map((room) => ({ room: room.key, due: dueOf(room) })))
      await Promise.all(
        told.map(({ room: { key, charts, jobs, held, seen }, turns }) =>
          call(key, 'arrive', {
            move: move.id,
            turn: turns.length,
            living: { charts, jobs, held, seen },
          } satisfies Arriving),
        ),
      )
    },
    stand: (room: string): Promise<Standing | null> => call(room, 'stand', null),
    /** With what it had not told the cluster's memory yet. */
    async leave(move: Move, room: string): Promise<Standing | null> {
      const standing = await call<Standing | null>(room, 'leave', { move: move.id })
      if (standing && standing.rows.length > 0) await rowsLog.ship(room, standing.rows)
      return standing
    },
    /** A room that was to leave goes on here. */
    stay: (move: Move, room: string): Promise<void> => call(room, 'stay', { move: move.id }),
    async *turns(room: string): AsyncGenerator<TurnRow> {
      for await (const body of postgres.moved.turns(room)) yield JSON.parse(body) as TurnRow
    },
    /** All that the cluster or its memory knows, in the order of their keys. */
    async rooms(): Promise<string[]> {
      const found = await queried(admin, `SELECT DISTINCT service_key FROM state WHERE service_name = '${name}'`)
      const all = new Set([...(await postgres.moved.rooms()), ...found.map((row) => String(row['service_key']))])
      return [...all].toSorted()
    },
    close,
  }
}

/** When something of it goes on by itself, ms. */
const dueOf = ({ charts, jobs, held }: MovedRoom): number =>
  jobs.length + held.length > 0
    ? 0
    : Math.floor(Math.min(...charts.flatMap(({ timers }) => timers.map(({ due }) => due))))

/** Workers that keep no place in Postgres are seen by that they answer. */
async function refuseAnswering(admin: string, name: string): Promise<void> {
  const response = await fetch(new URL('/deployments', admin)).catch((cause: unknown) => {
    throw new Error(`Restate cannot be reached at ${admin}: start it, or name another address with --restate-admin`, {
      cause,
    })
  })
  const { deployments } = (await response.json()) as { deployments: { uri?: string; services?: { name: string }[] }[] }
  const served = deployments.filter(({ services }) => services?.some((service) => service.name === name))
  const answering = await Promise.all(
    served.map(async ({ uri }) => (uri !== undefined && (await answers(uri)) ? uri : [])),
  )
  const [first] = answering.flat()
  if (first !== undefined)
    throw new HouseHeld(`a worker answers at ${first}: stop every worker of the cluster, then run it again`)
}

const answers = (uri: string): Promise<boolean> =>
  new Promise((resolve) => {
    const session = connect(uri)
    const end = (found: boolean): void => {
      session.destroy()
      resolve(found)
    }
    const timer = setTimeout(() => end(false), probeMs)
    session.on('close', () => (clearTimeout(timer), resolve(false)))
    session.on('error', () => end(false))
    const request = session.request({ ':path': '/health' })
    request.on('response', ({ ':status': status }) => end(status === 200))
    request.on('error', () => {})
    request.end()
  })

/** A turn that a worker has begun can be ended by a worker alone, and nothing of its room leaves before. */
async function refuseHalfTurns(admin: string, name: string): Promise<void> {
  const found = await queried(
    admin,
    `SELECT target_service_key AS room, target_handler_name AS handler FROM sys_invocation
     WHERE target_service_name = '${name}' AND target_handler_name NOT IN ('work', 'look', 'stand', 'arrive', 'leave')
       AND status IN ('running', 'suspended', 'backing-off', 'paused') AND pinned_deployment_id IS NOT NULL AND journal_size > 1 LIMIT 20`,
  )
  const [first] = found
  const more = found.length > 1 ? ` and ${found.length === 20 ? 'many more' : `${found.length - 1} more`}` : ''
  if (first)
    throw new HouseHeld(
      `a room has a turn that no worker has ended (${String(first['room'])}${more}): start a worker for a moment, stop it, then run it again`,
    )
}

async function queried(admin: string, query: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(new URL('/query', admin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  })
  if (!response.ok)
    throw new Error(`Restate at ${admin} does not answer what it holds: ${(await response.text()).slice(0, 300)}`)
  return ((await response.json()) as { rows: Record<string, unknown>[] }).rows
}
