// Bots that an operator has paused everywhere, on all workers of a cluster: in its memory, and read from there again and again.
import type { AnyMachineSnapshot } from 'xstate'
import type { GroupContext } from '../../machines/group/context.ts'
import type { Log } from '../config/log.ts'
import { isBot, partsOf } from '../room/key.ts'
import { StoreError } from '../store/database.ts'
import type { PausedBots } from '../store/paused-bots.ts'
import type { SharedRows } from '../store/postgres/shared-rows.ts'
import type { ServiceHost } from './host.ts'

interface Options {
  pausedBots: PausedBots
  /** Ids of the bots. */
  bots: readonly string[]
  /** Once the host is open; undefined: this process is alone. */
  rows: () => Pick<SharedRows, 'list' | 'put' | 'remove'> | undefined
  /** A pause of another worker's, or its end, was read. */
  changed: (bot: string, paused: boolean) => void
  now: () => number
  log: Log
  everyMs?: number
}

const kind = 'pause'

export function makeSharedPauses({ pausedBots, bots, rows, changed, now, log, everyMs = 1_000 }: Options) {
  /** What was ordered here and is not in the memory yet. */
  const untold = new Map<string, boolean>()
  let orders = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function tell(): Promise<void> {
    for (const [bot, paused] of untold) {
      // oxlint-disable-next-line no-await-in-loop -- as they were ordered
      await (paused ? rows()?.put(kind, bot, '{}') : rows()?.remove(kind, bot))
      if (untold.get(bot) === paused) untold.delete(bot)
    }
  }

  /** What was ordered meanwhile here counts for more than what was read before it. */
  async function look(): Promise<void> {
    await tell()
    const asOf = orders
    const paused = new Set((await rows()?.list(kind))?.map(({ name }) => name))
    if (asOf !== orders) return
    for (const bot of bots) {
      if (pausedBots.isPaused(bot) === paused.has(bot)) continue
      pausedBots.set(bot, paused.has(bot), now())
      changed(bot, paused.has(bot))
    }
  }

  function later(): void {
    if (isStopped) return
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => log.debug({ error: String(error) }, 'the pauses of bots could not be read'))
        .finally(later)
    }, everyMs).unref()
  }

  return {
    /** Before the first turn; rejects while the memory is away. */
    async start(): Promise<void> {
      if (!rows()) return
      await look()
      later()
    },
    /** Rejects with StoreError where the memory is away: it is told later, while this worker runs. */
    async order(bot: string, paused: boolean): Promise<void> {
      if (!rows()) return
      orders += 1
      untold.set(bot, paused)
      await tell().catch((cause: unknown) => {
        throw new StoreError('the memory of the cluster is away: other workers are told once it is back', { cause })
      })
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Charts that this worker has in memory with what held before: those that nobody could tell, for they are newer than the order. */
export const pausedElsewhere =
  (host: Pick<ServiceHost, 'rooms' | 'snapshot' | 'commit'>) =>
  (bot: string, paused: boolean): void => {
    void host.rooms().then(
      (rooms) => {
        const untold = rooms
          .flatMap(({ charts }) => charts)
          .filter((key) => isBot(key) && partsOf(key).bot === bot && isOther(host.snapshot(key), paused))
        if (untold.length > 0)
          host.commit(untold.map((key) => ({ key, event: { type: `operator.${paused ? 'pause' : 'resume'}` } })))
      },
      () => {},
    )
  }

const isOther = (snapshot: AnyMachineSnapshot | undefined, paused: boolean): boolean =>
  snapshot !== undefined && ((snapshot.context as GroupContext).input.paused ?? false) !== paused
