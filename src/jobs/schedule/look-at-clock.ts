// Which rows of a schedule are due, and whether who made them may still have them done: fills the chart's `lookAtClock`.
import type { DueRow, Look, LookInput, ScheduleRow } from '../../../machines/schedule/rows.ts'
import type { Config } from '../../config/config.ts'
import type { Job } from '../../host/host.ts'
import { nextAfter } from '../../language/when.ts'
import type { Admission } from '../../room/admission.ts'
import { partsOf, type Whereabouts } from '../../room/key.ts'
import { toolsFor } from '../../tools/rights.ts'
import { addToolName } from './schedule-tools.ts'

export interface LookDeps {
  config: Pick<Config, 'bots'>
  admission?: Pick<Admission, 'refusalOf'> | undefined
  now: () => number
  /** How far that is ahead of the wall clock, ms. */
  ahead: () => number
}

export const lookJob = (deps: LookDeps): Job => ({
  afterCrash: 'rerun',
  run: (input: LookInput, { key }) => Promise.resolve(lookAtClock(deps, input, partsOf(key))),
})

export function lookAtClock(deps: LookDeps, { rows }: LookInput, place: Whereabouts): Look {
  const now = deps.now()
  const wall = now - deps.ahead()
  const due = rows.filter(({ next }) => next <= wall)
  return { now, wall, due: due.map((row) => dueRow(deps, row, place, wall)) }
}

function dueRow(deps: LookDeps, row: ScheduleRow, place: Whereabouts, wall: number): DueRow {
  const { id, next } = row
  return { id, at: next, next: nextAfter(row, wall), ...(!mayHave(deps, row, place) && { refused: 'notAllowed' }) }
}

/** By the rights that there are now. What the configuration says is allowed; of a person one who is denied has nothing done. */
function mayHave({ config, admission }: LookDeps, { origin, by }: ScheduleRow, place: Whereabouts): boolean {
  const bot = config.bots.find(({ id }) => id === place.bot)
  if (!bot) return false
  if (origin === 'config' || origin === 'start') return true
  const { group, oneToOne } = place
  const refusal = admission?.refusalOf({ group, oneToOne, sender: { id: by, name: by, bot: false } })
  // By other ids of theirs they may be allowed: a row keeps the one.
  if (refusal?.why === 'senderDenied') return false
  if (origin === 'command') return bot.operators.includes(by)
  const { agent, operators } = bot
  const askers = [{ id: by, kind: 'person' as const }]
  return (
    agent !== undefined && toolsFor({ rules: agent.allow, operators, askers, place, tools: [addToolName] }).length > 0
  )
}
