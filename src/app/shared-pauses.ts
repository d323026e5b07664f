// Bots that an operator has paused everywhere, on all workers of a cluster.
import type { AnyMachineSnapshot } from 'xstate'
import type { GroupContext } from '../../machines/group/context.ts'
import { isBot, partsOf } from '../room/key.ts'
import type { PausedBots } from '../store/paused-bots.ts'
import type { ServiceHost } from './host.ts'
import { makeSharedTable, type SharedTableOptions } from './shared-table.ts'

interface Options extends Pick<SharedTableOptions, 'rows' | 'log'> {
  pausedBots: PausedBots
  /** Ids of the bots. */
  bots: readonly string[]
  host: Pick<ServiceHost, 'rooms' | 'snapshot' | 'commit'>
  now: () => number
}

const held = '{}'

export function makeSharedPauses({ pausedBots, bots, host, now, ...shared }: Options) {
  const table = makeSharedTable({
    ...shared,
    kind: 'pause',
    own: () => new Map(bots.filter(pausedBots.isPaused).map((bot) => [bot, held])),
    async changed(bot, body) {
      if (!bots.includes(bot)) return
      pausedBots.set(bot, body !== undefined, now())
      await tellOwn(bot, body !== undefined)
    },
  })

  /** Charts that this worker has in memory with what held before: nobody could tell them, for they are newer than the order. */
  async function tellOwn(bot: string, paused: boolean): Promise<void> {
    const charts = (await host.rooms()).flatMap((room) => room.charts)
    const untold = charts.filter((key) => isBot(key) && partsOf(key).bot === bot && isOther(host.snapshot(key), paused))
    const event = { type: `operator.${paused ? 'pause' : 'resume'}` }
    if (untold.length > 0) host.commit(untold.map((key) => ({ key, event })))
  }

  return {
    start: table.start,
    stop: table.stop,
    order: (bot: string, paused: boolean): Promise<void> => table.order(bot, paused ? held : undefined),
  }
}

const isOther = (snapshot: AnyMachineSnapshot | undefined, paused: boolean): boolean =>
  snapshot !== undefined && ((snapshot.context as GroupContext).input.paused ?? false) !== paused
