// The ceilings of the day over what the store remembers: of each bot, of all of them, and of each person.
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { spentOf } from '../host/spending.ts'
import { type HoldSlice, makeCeilings } from '../llm/ceilings.ts'
import type { StoreLedger } from '../store/ledger.ts'

const dayMs = 24 * 60 * 60_000

export const openCeilings = (
  config: Pick<Config, 'bots' | 'limits'>,
  ledger: StoreLedger,
  log: Log,
  now: () => number,
  /** Where a cluster keeps them. */
  hold?: HoldSlice,
) =>
  makeCeilings({
    process: config.limits,
    bots: Object.fromEntries(config.bots.map(({ id, limits }) => [id, limits])),
    spent: () => spentOf(() => ledger.spentSince(now() - dayMs), log),
    persons: {
      limits: Object.fromEntries(config.bots.flatMap(({ id, perPerson }) => (perPerson ? [[id, perPerson]] : []))),
      spent: () => spentOf(() => ledger.spentForPersonsSince(now() - dayMs), log),
      refused: () => spentOf(() => ledger.refusedAt(now()), log),
    },
    hold,
    now,
  })
