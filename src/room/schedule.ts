// The schedule of a bot in a group is a chart of its own in the room: what it is called, and what its steps tell the bot.
import type { ScheduleContext, ScheduleRow, ToldRow } from '../../machines/schedule/rows.ts'
import { actorKey, type Whereabouts } from './key.ts'
import type { Inbound, Step } from './steps.ts'

/** Stands in a key before the bot: `#schedule/iris web:lobby`. */
export const scheduleKind = '#schedule'

export const scheduleKey = (place: Whereabouts): string => `${scheduleKind}/${actorKey(place)}`

export const isSchedule = (key: string): boolean => key.startsWith(`${scheduleKind}/`)

/** Rows that a step of a schedule found due; none of other charts. */
export const toldIn = ({ key, records }: Pick<Step, 'key' | 'records'>): readonly ToldRow[] =>
  isSchedule(key) ? records.flatMap(({ name, params }) => (name === 'tellBot' ? (params as ToldRow[]) : [])) : []

/** What the bot's chart is fed with the step. */
export const eventsFor = (step: Pick<Step, 'key' | 'records'>): Inbound['event'][] =>
  toldIn(step).map(({ event }) => ({ ...event }))

/** The rows of a chart as it stands. */
export const rowsOf = (chart: { snapshot?: { context: unknown } } | undefined): readonly ScheduleRow[] =>
  (chart?.snapshot?.context as ScheduleContext | undefined)?.rows ?? []
