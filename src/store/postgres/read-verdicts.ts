// What charts decided and spent, as it stands in Postgres.
import type { Verdict } from '../../../machines/group/types.ts'
import type { Found, Value } from './connection.ts'
import type { StatementName } from './statements.ts'

export type Ask = (name: StatementName, values: readonly Value[]) => Promise<Found[]>

/** A place in the verdicts of a room or bot. */
export type VerdictPlace = readonly [number, number]

export interface KeptVerdict {
  /** Ask on from here. */
  place: VerdictPlace
  room: string
  bot: string
  /** The chart's. */
  key: string
  verdict: Verdict
}

export interface Spent {
  messages: number
  tokens: number
}

const minuteMs = 60_000
/** Comes before every verdict. */
export const firstPlace: VerdictPlace = [-1, -1]

export const readVerdicts = (ask: Ask) => ({
  /** In the order of the room's commits. */
  verdictsOfRoom: async (room: string, after: VerdictPlace, most: number): Promise<KeptVerdict[]> =>
    (await ask('verdictsOfRoom', [room, ...after, most])).map((row) => keptVerdict(row, 'seq')),
  /** In the order in which Postgres took them: what comes later stands later. */
  verdictsOfBot: async (bot: string, after: VerdictPlace, most: number): Promise<KeptVerdict[]> =>
    (await ask('verdictsOfBot', [bot, ...after, most])).map((row) => keptVerdict(row, 'n')),
  /** What one bot spent since `at`, ms. */
  async spentBy(bot: string, at: number): Promise<Spent> {
    const [row] = await ask('spentBy', [bot, Math.floor(at / minuteMs)])
    return spentOf(row)
  },
  /** What every bot spent since `at`, by the minute. */
  spentSince: async (at: number) =>
    (await ask('spent', [Math.floor(at / minuteMs)])).map((row) => ({
      bot: String(row['bot']),
      minute: Number(row['minute']),
      ...spentOf(row),
    })),
  /** What was spent on each person's requests since `at`, by the minute. */
  spentForPersonsSince: async (at: number) =>
    (await ask('spentForPersons', [Math.floor(at / minuteMs)])).map((row) => ({
      bot: String(row['bot']),
      person: String(row['person']),
      minute: Number(row['minute']),
      ...spentOf(row),
    })),
})

const spentOf = (row: Found | undefined): Spent => ({
  messages: Number(row?.['messages'] ?? 0),
  tokens: Number(row?.['tokens'] ?? 0),
})

export function keptVerdict(row: Found, order: 'seq' | 'n'): KeptVerdict {
  const { room, bot, key, idx, turn, at, gate, outcome, why, messages, tokens, numbers, more } = row
  return {
    place: [Number(row[order]), Number(idx)],
    room: String(room),
    bot: String(bot),
    key: String(key),
    verdict: {
      turn,
      at,
      gate,
      outcome,
      why,
      messages: JSON.parse(String(messages)) as string[],
      ...(tokens !== null && { tokens }),
      ...(numbers !== null && { numbers: JSON.parse(String(numbers)) as object }),
      ...(more !== null && (JSON.parse(String(more)) as object)),
    } as Verdict,
  }
}
