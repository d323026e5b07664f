// The host of the service: the embedded one, or Restate's where a cluster keeps the rooms.
import type { DatabaseSync } from 'node:sqlite'
import type { AnyMachineSnapshot } from 'xstate'
import type { Shared } from '../channels/shared.ts'
import type { Log } from '../config/log.ts'
import type { Config } from '../config/config.ts'
import { type Host, type HostedKind, kindsOf } from '../host/host.ts'
import type { Unkept } from '../host/restate/room-state.ts'
import { makeLocalHost, type LocalHostOptions } from '../host/local/local-host.ts'
import type { ServiceTime } from '../host/local/service-time.ts'
import { refuseMoved } from '../host/moving/move-mark.ts'
import type { Admission } from '../room/admission.ts'
import type { InboundMessage } from '../room/message.ts'
import type { RoomNote } from '../room/notes.ts'
import type { Receipt } from '../room/room.ts'
import type { Inbound } from '../room/steps.ts'
import { asError } from '../room/thrown.ts'
import { installed } from './installed.ts'
import { hasRole, type Role } from './roles.ts'
import type { MemoryFigures, MemoryListeners } from './shared-memory.ts'

/** Where a cluster keeps the rooms. */
export interface Engine {
  /** Where calls into rooms go: URLs of nodes, the first that answers. */
  ingress: readonly string[]
  /** Where the cluster is told of this worker, a URL; absent: somebody else does that. */
  admin?: string
  /** The cluster's memory, a URL of Postgres; absent: this worker is alone, and its store is the memory. */
  store?: string
  /** What this process does; both where nothing is said. A worker takes turns and has lines; a page shows and orders all rooms. */
  roles?: readonly Role[]
  /** Where other workers reach this one's page port, a URL; absent: where it listens. */
  peerUrl?: string
  /** Where the cluster reaches this worker; 0: any port that is free. `keys`: whose calls it takes, `publickeyv1_…` each. */
  worker: { host?: string; port: number; url?: string; keys?: readonly string[] }
}

export interface ServiceHost extends Host {
  /** Where the store is the host's own: `work` runs in the transaction. */
  receiveFrom?(work: () => readonly InboundMessage[], canWait?: boolean): Promise<Receipt[]>
  /** As `order`, at once where that can be. */
  commit(orders: readonly Inbound[]): unknown
  has(key: string): boolean
  snapshot(key: string): AnyMachineSnapshot | undefined
  /** Of a cluster: whether its memory has a line. Rejects while that is away. */
  hasLine?: (room: string, id: string) => Promise<boolean>
  /** How the cluster's memory is; absent: there is none. */
  memory?: () => MemoryFigures
  /** Of a cluster: what a room left that this store has nothing of. */
  readUp?: (room: string) => Promise<void>
  /** How far the time of a cluster is from this worker's, where it does not follow it, ms; absent: there is none. */
  clusterOffMs?: () => number
  /** What becomes of a message, for the stores of all workers; absent: there is one. */
  note?: (room: string, note: RoomNote) => Promise<void>
  /** What workers share beside the rooms; absent: there is one. */
  shared?: Shared
}

interface Options extends Omit<LocalHostOptions, 'gatherMs' | 'hotActors' | 'clock'>, MemoryListeners {
  db: DatabaseSync
  config: Pick<Config, 'store'>
  log: Log
  clock: LocalHostOptions['clock'] & Pick<ServiceTime, 'now' | 'shift' | 'startFrom'>
  /** What this worker's own store says was spent since, by the minute. */
  spentSince: (at: number) => readonly { bot: string; minute: number; messages: number; tokens: number }[]
  /** Whose words are not kept. */
  refusalOf: Admission['refusalOf']
  /** Of a cluster: who wrote what is not kept. */
  unkept?: (message: Unkept) => void
  /** Of a cluster: whichever worker took it, the store has it now. */
  heard: (message: InboundMessage) => void
  /** What becomes of a message, as a turn of its room tells it. */
  noted: (note: RoomNote) => void
  /** A room of a cluster takes no turns until it is reset. */
  stuck?: (room: string, error: Error) => void
}

/** So long timers and answers wait for others to share a transaction with, ms. */
const gatherMs = 40
/** Turns under way have so long to come to their end when the service stops, ms. */
const graceMs = 2_000
const dayMs = 24 * 60 * 60_000

/** Rejects with an error that names the next step. */
export async function openHost(
  { log, config, spentSince, refusalOf, heard, noted, isFollowed, listed, ...options }: Options,
  engine?: Engine,
): Promise<ServiceHost> {
  refuseMoved(options.db, engine !== undefined)
  if (!engine) return makeLocalHost({ ...options, gatherMs })
  const parts = await clusterParts(engine)
  const { makeRestateHost, makeCeilings, openStoredLog, openSharedLog, openPostgres, makeClusterTime } = parts
  const { db, clock, hosted, tape, record, keep, unkept, ordered, dropped, unread, listenerFailed, halted, stuck } =
    options
  const { ingress, admin, worker } = engine
  const { kindOf } = kindsOf<HostedKind>(hosted)
  const failed = (error: unknown): void => {
    log.error({ error: String(error) }, 'a step could not be recorded: the room goes on')
    listenerFailed?.(asError(error))
  }
  const isReplica = engine.store !== undefined
  const stored = openStoredLog({ db, kindOf, tape, record, keep, unkept, heard, noted, isReplica, failed })
  const postgres = engine.store === undefined ? undefined : openPostgres?.(engine.store, { now: clock.now, log })
  // Before its ceiling's object: the books of all workers, or of this one where it is alone.
  const spentBefore = async (at: number, bot?: string) => {
    const rows = await (postgres ?? { spentSince }).spentSince(at - dayMs)
    return rows.filter((row) => bot === undefined || row.bot === bot)
  }
  const host = makeRestateHost({
    clock,
    hosted,
    ordered,
    dropped,
    unread,
    keeps: (message) => refusalOf(message)?.isKept !== false,
    listenerFailed,
    ...(halted && { halted }),
    ...(stuck && { stuck }),
    ingress,
    graceMs,
    services: [makeCeilings(spentBefore)],
    endpoint: { ...worker, ...(admin !== undefined && { admin }), log: (level, text) => log.debug({ level }, text) },
    log: {
      ...stored,
      ...(postgres && { shared: openSharedLog({ postgres, ...stored, refusalOf, now: clock.now, failed }) }),
    },
  })
  const time = postgres && makeClusterTime({ clocks: postgres, clock, log })
  const ofMemory = { isFollowed, ...(listed && { listed }), config, engine, now: clock.now, log, failed }
  const memory = postgres && parts.makeSharedMemory?.({ postgres, host, stored, ...ofMemory })
  return {
    ...host,
    commit: (orders) => void host.order(orders).catch(failed),
    async start() {
      await time?.start()
      if (postgres) await parts.enterHouse({ db, postgres, log })
      // Without an endpoint no turn comes here.
      if (hasRole(engine, 'worker')) await host.start()
      memory?.start()
      if (postgres) void parts.letGoOn(postgres.house, host).catch(failed)
    },
    async stop() {
      await Promise.all([memory?.stop(), time?.stop()])
      await host.stop()
      await postgres?.close()
    },
    // Alone it has no other store to tell.
    note: postgres ? host.note : () => Promise.resolve(),
    ...(memory && { memory: memory.figures, readUp: memory.readUp, hasLine: memory.hasLine, shared: postgres }),
    ...(time && { clusterOffMs: time.offMs }),
  }
}

const clusterParts = ({ store }: Engine) =>
  installed(async () => {
    const { openPostgres } = store === undefined ? {} : await import('../store/postgres/open-postgres.ts')
    const { makeSharedMemory } = store === undefined ? {} : await import('./shared-memory.ts')
    return {
      openPostgres,
      makeSharedMemory,
      ...(await import('../host/restate/restate-host.ts')),
      ...(await import('../host/restate/ceilings.ts')),
      ...(await import('../host/restate/stored-log.ts')),
      ...(await import('../host/restate/shared-log.ts')),
      ...(await import('../host/restate/cluster-time.ts')),
      ...(await import('../host/moving/worker.ts')),
    }
  })
