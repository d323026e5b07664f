// The channels of a service that is one of several workers: those whose bots have one line each over all of them.
import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import type { Channel } from '../channel.ts'
import type { ConfiguredChannel, OwnChannel } from '../plugin.ts'
import type { RoomNote } from '../../room/notes.ts'
import { makeHeldLines } from './held-lines.ts'
import { holdingBots, holdingModule } from './holdings.ts'
import { makeLineRoutes } from './line-routes.ts'
import { makeAsk } from './passing.ts'
import type { Shared, SharedLine } from './shared.ts'
import { sharedChannel } from './shared-channel.ts'

export interface SharedOptions {
  /** The cluster's memory, once the host is open. */
  shared: () => Shared
  /** Tells the stores of all workers, in a turn of the room. */
  note: (room: string, note: RoomNote) => Promise<void>
  /** Where other workers reach this one. */
  url: () => string
  /** False: this process has no lines at all. */
  takesLines: boolean
}

interface Opening {
  each: Pick<ConfiguredChannel, 'name' | 'bots' | 'lines' | 'isForeign'>
  /** A new one. */
  open: () => Promise<OwnChannel>
  failed: (error: unknown) => void
}

export function openShared({ shared, url, takesLines }: Omit<SharedOptions, 'note'>) {
  const secret = randomBytes(32).toString('base64url')
  const lines = makeHeldLines({ shared, place: () => ({ url: url(), secret }), takesLines })
  const ask = makeAsk(lines)
  /** By channel: what of it is here. */
  const locals = new Map<string, (line: string) => Channel | undefined>()
  return {
    routes: makeLineRoutes({ secret, local: (channel, line) => locals.get(channel)?.(line) }) satisfies Hono,
    async open({ each, open, failed }: Opening): Promise<OwnChannel> {
      const { name, bots, isForeign } = each
      const first = await open()
      if (each.lines !== 'oneWorker') return takesLines || first.isAtHome ? first : withoutLines(first)
      const held = isForeign ? holdingModule({ name, first, open, lines, failed }) : undefined
      const holding = held?.holding ?? holdingBots(first, bots, lines)
      locals.set(name, (line) => {
        const bot = bots.find((id) => holding.lineOf(id) === line)
        return bot === undefined ? undefined : holding.local(bot)
      })
      const { start, stop, isDown } = held ?? {}
      return {
        ...sharedChannel({ template: first, bots, holding, ask, tellsBots: !isForeign }),
        ...(start && stop && isDown && { start, stop, isDown }),
      }
    },
  }
}

/** Of a channel with a line on every worker, in a process that has none. */
const withoutLines = (channel: OwnChannel): OwnChannel => ({
  ...channel,
  connect: (_, line) => {
    const { elsewhere } = line as SharedLine
    elsewhere('workers have the lines, and this process is none', { code: 'lineElsewhere' })
    return Promise.resolve(() => Promise.resolve())
  },
})
