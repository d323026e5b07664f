// Where a cluster keeps the ceilings: this worker's purses, as the ceilings of its bots.
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { CeilingError, type HoldSlice } from '../llm/ceilings.ts'
import type { Engine } from './host.ts'
import { installed } from './installed.ts'

interface Options {
  config: Pick<Config, 'bots' | 'limits'>
  db: DatabaseSync
  log: Log
  now: () => number
  onStop: (close: () => unknown) => unknown
}

const longestGoodbyeMs = 3_000

/** undefined: this process keeps them itself. */
export async function openSlices(engine: Engine | undefined, options: Options): Promise<HoldSlice | undefined> {
  if (!engine) return undefined
  const { config, db, log, now, onStop } = options
  const { ceilingCalls, makePurses, openMarks } = await slicesParts()
  const limits = new Map(config.bots.map(({ id, limits: its }) => [id, its]))
  const purses = makePurses({
    calls: ceilingCalls(engine.ingress),
    marks: openMarks(db),
    limitOf: (bot) => amountOf(bot === undefined ? config.limits : limits.get(bot)),
    now,
    failed: (error) =>
      log.warn({ error: String(error) }, 'a ceiling could not be told what was spent: it is told later'),
  })
  purses.start()
  // Where nobody listens, the next process with this store tells it.
  onStop(() => Promise.race([purses.stop(), wait(longestGoodbyeMs, undefined, { ref: false })]))
  return async (bot, spending, ahead) => {
    const held = await purses.hold(bot, spending, ahead).catch((error: unknown) => {
      log.warn({ error: String(error), bot }, 'a ceiling cannot be asked: the bot stays silent')
      throw new CeilingError('booksUnreadable')
    })
    if ('scope' in held) throw new CeilingError('dailyCeiling', { ...held })
    return {
      ...held,
      more(further) {
        const refused = held.more(further)
        if (refused) throw new CeilingError('dailyCeiling', { ...refused })
      },
    }
  }
}

const amountOf = (limits: Config['limits'] | undefined) =>
  limits && { messages: limits.dailyMessages, tokens: limits.dailyTokens }

const slicesParts = () =>
  installed(async () => {
    const [{ ceilingCalls }, { makePurses }, { openMarks }] = await Promise.all([
      import('../host/restate/ceilings.ts'),
      import('../host/restate/purses.ts'),
      import('../host/restate/stored-marks.ts'),
    ])
    return { ceilingCalls, makePurses, openMarks }
  })
