// The rows of a schedule: what each says, when it is due, and every change of them as a pure function (A13).
import type { MessageRef, ScheduleEvent } from '../group/types.ts'

/** A job of one bot in one group. Times are those of the wall clock, ms. */
export interface ScheduleRow {
  id: string
  /** When it is due: five fields of cron in the zone, every so many ms, or, with neither, once. */
  cron?: string
  everyMs?: number
  /** An IANA name. */
  zone: string
  /** Due then. */
  next: number
  /** reminder: its text is posted as it stands; task: the bot is asked for it. */
  kind: 'reminder' | 'task'
  /** Of a task: it speaks only when there is something new. */
  quiet?: true
  text: string
  /** Estimated, of the text in a prompt. */
  tokens: number
  /** Id of the person who made it: its turns have the rights of that person when it is due. */
  by: string
  origin: Origin
}

/** Whoever it was made by: a bot's tool, a command of an operator's, the configuration, or the start of the service. */
export type Origin = 'tool' | 'command' | 'config' | 'start'

export interface ScheduleContext {
  rows: ScheduleRow[]
  /** Ids of rows that were made here, the newest last: one that comes again is the same row, also when it is gone. */
  made: string[]
  /** How far the host's time is ahead of the wall clock, ms, as of the last look. */
  ahead: number
}

export type ScheduleChartEvent =
  /** `most`: rows that there may be, of all and of whoever made it. */
  | { type: 'schedule.add'; at: number; row: ScheduleRow; most: { all: number; own: number } }
  | { type: 'schedule.remove'; at: number; id: string }
  /** All rows of the configuration as it is now; what was due once before `wall` and is not known was done. */
  | { type: 'schedule.sync'; at: number; rows: ScheduleRow[]; wall: number }

export interface LookInput {
  rows: ScheduleRow[]
}

/** What a look at the clock found. */
export interface Look {
  /** The host's time and that of the wall clock, ms. */
  now: number
  wall: number
  due: DueRow[]
}

export interface DueRow {
  id: string
  /** The `next` that is due: what missed several times is due once. */
  at: number
  /** When it is due after this, ms; null: never again. */
  next: number | null
  /** Why it is not done; absent: it is. */
  refused?: 'notAllowed'
}

type Change = Partial<ScheduleContext>

const mostMade = 100
/** Who sets the wall clock is noticed after this, ms. */
const longestWaitMs = 3_600_000

export const firstContext: ScheduleContext = { rows: [], made: [], ahead: 0 }

export const isNew = ({ rows, made }: ScheduleContext, { id }: ScheduleRow): boolean =>
  !made.includes(id) && rows.every((row) => row.id !== id)

export const hasRoomFor = (
  { rows }: ScheduleContext,
  { by }: Pick<ScheduleRow, 'by'>,
  most: { all: number; own: number },
): boolean => {
  const added = rows.filter(({ origin }) => origin === 'tool' || origin === 'command')
  return added.length < most.all && added.filter((row) => row.by === by).length < most.own
}

export const added = ({ rows, made }: ScheduleContext, row: ScheduleRow): Change => ({
  rows: [...rows, row],
  made: [...made, row.id].slice(-mostMade),
})

export const removed = ({ rows }: ScheduleContext, id: string): Change => ({
  rows: rows.filter((row) => row.id !== id),
})

/** Rows of the configuration that were there before keep their time: what they missed is made good. Their ids tell when. */
export function synced({ rows }: ScheduleContext, configured: readonly ScheduleRow[], wall: number): Change {
  const before = new Map(rows.map((row) => [row.id, row]))
  const others = rows.filter(({ origin }) => origin !== 'config')
  const kept = configured.flatMap((row) => {
    const known = before.get(row.id)
    if (known) return { ...row, next: known.next }
    return row.next > wall ? row : []
  })
  return { rows: [...others, ...kept] }
}

/** The rows that a look found due, as they still stand. */
export const dueIn = ({ rows }: ScheduleContext, { due }: Look): { row: ScheduleRow; found: DueRow }[] =>
  due.flatMap((found) => {
    const row = rows.find(({ id, next }) => id === found.id && next === found.at)
    return row ? [{ row, found }] : []
  })

/** What was done once is gone; the rest is due again. */
export function looked(context: ScheduleContext, look: Look): Change {
  const next = new Map(dueIn(context, look).map(({ row, found }) => [row.id, found.next]))
  const rows = context.rows.flatMap((row) => {
    const at = next.get(row.id)
    if (at === undefined) return row
    return at === null ? [] : { ...row, next: at }
  })
  return { rows, ahead: look.now - look.wall }
}

/** How long until the next one may be due, ms. */
export const untilLook = ({ rows, ahead }: ScheduleContext, at: number): number =>
  Math.min(longestWaitMs, Math.max(0, Math.min(...rows.map(({ next }) => next)) + ahead - at))

/** A row that is due, and what the bot's chart is told of it. */
export interface ToldRow {
  row: ScheduleRow
  event: Omit<ScheduleEvent, 'at'>
}

export const toldOf = (row: ScheduleRow, at: number): ToldRow => ({ row, event: dueEvent(row, at) })

function dueEvent({ id, next, kind, text, tokens, by }: ScheduleRow, at: number): Omit<ScheduleEvent, 'at'> {
  const message: MessageRef = {
    id: messageIdOf(id, next),
    ts: at,
    kind: 'person',
    sender: by,
    mentioned: true,
    how: 'mention',
    scheduled: true,
    tokens,
  }
  return { type: 'schedule.due', row: id, message, ...(kind === 'reminder' && { text }) }
}

/** A row that is due stands for a message of its own. */
export const messageIdOf = (row: string, at: number): string => `schedule:${row}@${at}`
