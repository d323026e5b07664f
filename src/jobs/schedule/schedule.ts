// The schedule of bots as tools, commands, the configuration and pages use it: rows are made, listed and removed (A13).
import { createHash } from 'node:crypto'
import type { Origin, ScheduleRow } from '../../../machines/schedule/rows.ts'
import type { Host } from '../../host/host.ts'
import { estimateTokens } from '../../language/tokens.ts'
import { readWhen, type WhenProblem } from '../../language/when.ts'
import { actorKey, roomKey, type Whereabouts } from '../../room/key.ts'
import { rowsOf, scheduleKey } from '../../room/schedule.ts'

/** What somebody asks for. */
export interface ScheduleRequest {
  /** As `readWhen` reads it. */
  when: string
  text: string
  kind: ScheduleRow['kind']
  quiet?: boolean | undefined
  /** Id of the person who asks. */
  by: string
  origin: Origin
  /** Within the bot's talk: the same key is the same row, however often it is asked for. */
  key: string
}

export type ScheduleProblem =
  | WhenProblem
  | { what: 'noText' }
  | { what: 'noBar'; usage: string }
  | { what: 'longText'; most: number }
  | { what: 'quietReminder' }
  | { what: 'full'; most: number }
  | { what: 'ownFull'; most: number }
  | { what: 'noSuchRow'; id: string }
  | { what: 'notYours'; id: string }
  | { what: 'ofConfig'; id: string }

/** Its problem is told in the words of whoever asked. */
export class ScheduleError extends Error {
  override name = 'ScheduleError'
  readonly problem: ScheduleProblem
  constructor(problem: ScheduleProblem) {
    super(problem.what)
    this.problem = problem
  }
}

export type Schedule = ReturnType<typeof makeSchedule>

/** Rows of people in one group, and of one person among them. */
export const mostRows = { all: 20, own: 8 }
/** Characters of what a row says. */
export const longestText = 500

interface Options {
  host: Pick<Host, 'order' | 'room'>
  /** The zone of a group. */
  zoneOf: (group: string) => string
  /** The wall clock, ms. */
  wall: () => number
}

export function makeSchedule({ host, zoneOf, wall }: Options) {
  const rows = async (place: Whereabouts): Promise<readonly ScheduleRow[]> => {
    const charts = await host.room(roomKey(place))
    return rowsOf(charts?.find(({ key }) => key === scheduleKey(place)))
  }

  return {
    rows,
    /** Rejects with a ScheduleError. A row that was made under the key is returned as it is; undefined: it is done already. */
    async add(place: Whereabouts, request: ScheduleRequest): Promise<ScheduleRow | undefined> {
      const id = rowId(place, request.key)
      const before = await rows(place)
      const known = before.find((row) => row.id === id)
      if (known) return known
      const row = rowOf(id, request, zoneOf(place.group), wall())
      await host.order([{ key: scheduleKey(place), event: { type: 'schedule.add', row, most: mostRows } }])
      const after = await rows(place)
      const made = after.find((each) => each.id === id)
      if (!made) refuseFull(after, row)
      return made
    },
    /** Rejects with a ScheduleError. An operator may remove what others made. */
    async remove(place: Whereabouts, id: string, { by, isOperator }: { by: string; isOperator: boolean }) {
      const row = (await rows(place)).find((each) => each.id === id)
      if (!row) throw new ScheduleError({ what: 'noSuchRow', id })
      if (row.origin === 'config') throw new ScheduleError({ what: 'ofConfig', id })
      if (!isOperator && row.by !== by) throw new ScheduleError({ what: 'notYours', id })
      await host.order([{ key: scheduleKey(place), event: { type: 'schedule.remove', id } }])
      return row
    },
  }
}

/** Throws where there are too many rows; else it was made under this key before, and is done. */
function refuseFull(rows: readonly ScheduleRow[], { by }: ScheduleRow): void {
  const made = rows.filter(({ origin }) => origin === 'tool' || origin === 'command')
  if (made.length >= mostRows.all) throw new ScheduleError({ what: 'full', most: mostRows.all })
  if (made.filter((row) => row.by === by).length >= mostRows.own)
    throw new ScheduleError({ what: 'ownFull', most: mostRows.own })
}

function rowOf(id: string, request: ScheduleRequest, zone: string, wall: number): ScheduleRow {
  const { kind, quiet = false, by, origin } = request
  const text = request.text.trim().toWellFormed()
  if (text === '') throw new ScheduleError({ what: 'noText' })
  if (text.length > longestText) throw new ScheduleError({ what: 'longText', most: longestText })
  if (quiet && kind === 'reminder') throw new ScheduleError({ what: 'quietReminder' })
  const when = readWhen(request.when, zone, wall)
  if ('what' in when) throw new ScheduleError(when)
  return { id, ...when, kind, ...(quiet && { quiet }), text, tokens: estimateTokens(text), by, origin }
}

export const rowId = (place: Whereabouts, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([actorKey(place), key]))
    .digest('hex')
    .slice(0, 8)
