// The host of the service: the embedded one, or Restate's where a cluster keeps the rooms.
import type { DatabaseSync } from 'node:sqlite'
import type { AnyMachineSnapshot } from 'xstate'
import type { Log } from '../config/log.ts'
import { type Host, type HostedKind, kindsOf } from '../host/host.ts'
import { makeFollower } from '../host/restate/follower.ts'
import { makeLocalHost, type LocalHostOptions } from '../host/local/local-host.ts'
import { refuseMoved } from '../host/moving/move-mark.ts'
import { enterHouse, letGoOn } from '../host/moving/worker.ts'
import type { InboundMessage } from '../room/message.ts'
import type { Receipt } from '../room/room.ts'
import type { Inbound } from '../room/steps.ts'
import { asError } from '../room/thrown.ts'

/** Where a cluster keeps the rooms. */
export interface Engine {
  /** Where calls into rooms go: URLs of nodes, the first that answers. */
  ingress: readonly string[]
  /** Where the cluster is told of this worker, a URL; absent: somebody else does that. */
  admin?: string
  /** The cluster's memory, a URL of Postgres; absent: this worker is alone, and its store is the memory. */
  store?: string
  /** Where the cluster reaches this worker; 0: any port that is free. */
  worker: { host?: string; port: number; url?: string; reusePort?: boolean }
}

export interface ServiceHost extends Host {
  /** Where the store is the host's own: `work` runs in the transaction. */
  receiveFrom?(work: () => readonly InboundMessage[], canWait?: boolean): Promise<Receipt[]>
  /** As `order`, at once where that can be. */
  commit(orders: readonly Inbound[]): unknown
  has(key: string): boolean
  snapshot(key: string): AnyMachineSnapshot | undefined
  /** How the cluster's memory is; absent: there is none. */
  memory?: () => { awaySince?: number; problem?: string; waitingRows: number }
}

interface Options extends Omit<LocalHostOptions, 'gatherMs' | 'hotActors'> {
  db: DatabaseSync
  log: Log
}

/** So long timers and answers wait for others to share a transaction with, ms. */
const gatherMs = 40

/** Turns under way have so long to come to their end when the service stops, ms. */
const graceMs = 2_000

/** Rejects with an error that names the next step. */
export async function openHost({ log, ...options }: Options, engine?: Engine): Promise<ServiceHost> {
  refuseMoved(options.db, engine !== undefined)
  if (!engine) return makeLocalHost({ ...options, gatherMs })
  const { makeRestateHost, openStoredLog, openSharedLog, openPostgres } = await clusterParts(engine)
  const { db, clock, hosted, tape, record, keep, ordered, dropped, unread, listenerFailed, halted } = options
  const { ingress, admin, worker } = engine
  const { kindOf } = kindsOf<HostedKind>(hosted)
  const failed = (error: unknown): void => {
    log.error({ error: String(error) }, 'a step could not be recorded: the room goes on')
    listenerFailed?.(asError(error))
  }
  const stored = openStoredLog({ db, kindOf, tape, record, keep, failed })
  const postgres = engine.store === undefined ? undefined : openPostgres?.(engine.store, { now: clock.now, log })
  const host = makeRestateHost({
    ...{ clock, hosted, ordered, dropped, unread, listenerFailed },
    ...(halted && { halted }),
    ingress,
    graceMs,
    endpoint: { ...worker, ...(admin !== undefined && { admin }), log: (level, text) => log.debug({ level }, text) },
    log: { ...stored, ...(postgres && { shared: openSharedLog({ postgres, ...stored, now: clock.now, failed }) }) },
  })
  const follower = postgres && makeFollower({ postgres, follow: host.follow, gaps: stored.gaps, failed })
  return {
    ...host,
    commit: (orders) => void host.order(orders).catch(failed),
    async start() {
      await postgres?.ready()
      if (postgres) await enterHouse({ db, postgres, log })
      await host.start()
      follower?.start()
      if (postgres) void letGoOn(postgres.house, host).catch(failed)
    },
    async stop() {
      await follower?.stop()
      await host.stop()
      await postgres?.close()
    },
    ...(postgres && { memory: postgres.state }),
  }
}

/** The packages of a cluster are no part of a plain install. */
async function clusterParts({ store }: Engine) {
  try {
    const [{ makeRestateHost }, { openStoredLog }, { openSharedLog }] = await Promise.all([
      import('../host/restate/restate-host.ts'),
      import('../host/restate/stored-log.ts'),
      import('../host/restate/shared-log.ts'),
    ])
    const { openPostgres } = store === undefined ? {} : await import('../store/postgres/open-postgres.ts')
    return { makeRestateHost, openStoredLog, openSharedLog, openPostgres }
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new Error("a cluster's packages are not installed: run `npm run cluster:install`, then start again", {
      cause,
    })
  }
}
