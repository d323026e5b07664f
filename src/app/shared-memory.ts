// What a worker does with the memory of a cluster beside its rooms' turns: follows it, lists old rooms on its page, prunes it.
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { ChartView } from '../host/host.ts'
import { makeFollower } from '../host/restate/follower.ts'
import type { KnownTurns } from '../host/restate/known-turns.ts'
import { makeOldRooms } from '../host/restate/old-rooms.ts'
import type { RestateHost } from '../host/restate/restate-host.ts'
import type { Postgres } from '../store/postgres/open-postgres.ts'
import { type MemoryAge, makePruning } from '../store/postgres/pruning.ts'
import type { WriterState } from '../store/postgres/writer.ts'
import { hasRole, type Role } from './roles.ts'

/** How the cluster's memory is, for /health. */
export type MemoryFigures = WriterState & MemoryAge

export interface MemoryListeners {
  /** What other workers do in a room is read as it happens; else when a turn of it comes here. */
  isFollowed: (room: string) => boolean
  /** How rooms stand that have been silent for long, none of whose turns is in this store. */
  listed?: (charts: readonly ChartView[]) => void
}

interface Options extends MemoryListeners {
  postgres: Postgres
  host: Pick<RestateHost, 'follow' | 'room'>
  /** Of this worker's store. */
  stored: Pick<KnownTurns, 'gaps' | 'known'>
  config: Pick<Config, 'store'>
  engine: { roles?: readonly Role[] }
  now: () => number
  log: Log
  failed: (error: unknown) => void
}

export function makeSharedMemory({ postgres, host, stored, config, engine, isFollowed, listed, ...rest }: Options) {
  const { failed, now, log } = rest
  const { follow, room: look } = host
  const isKnown = (room: string): boolean => stored.known(room) > 0
  const follower = makeFollower({ postgres, follow, isFollowed, gaps: stored.gaps, failed })
  const { roomsAfter } = postgres
  const oldRooms = listed && makeOldRooms({ roomsAfter, isKnown, look, found: listed, failed })
  const pruning = makePruning({ postgres, retainDays: config.store.retainDays, now, log })
  return {
    start(): void {
      follower.start()
      if (hasRole(engine, 'page')) oldRooms?.start()
      if (hasRole(engine, 'worker')) pruning.start()
    },
    async stop(): Promise<void> {
      await Promise.all([follower.stop(), oldRooms?.stop(), pruning.stop()])
    },
    figures: (): MemoryFigures => ({ ...postgres.state(), ...pruning.figures() }),
    hasLine: async (room: string, id: string): Promise<boolean> => (await postgres.authorOf(room, id)) !== undefined,
    /** What a room left, where this store has nothing of it: for whoever opens it on the page. */
    async readUp(room: string): Promise<void> {
      if (isKnown(room) || postgres.state().awaySince !== undefined) return
      await follow(room, Infinity).catch((error: unknown) =>
        log.debug({ room, error: String(error) }, 'what a room left could not be read'),
      )
    },
  }
}
