// `,schedule.list`, `,schedule.add` and `,schedule.remove` of operators (A4, A13).
import type { ScheduleRow } from '../../../machines/schedule/rows.ts'
import type { Lang } from '../../commands/command-words.ts'
import { takes } from '../../commands/commands.ts'
import type { Whereabouts } from '../../room/key.ts'
import { type Schedule, ScheduleError } from '../schedule/schedule.ts'
import { scheduleWords } from '../schedule/schedule-words.ts'

export interface ScheduleDeps {
  schedule: Schedule
}

export interface ScheduleCommand {
  deps: ScheduleDeps
  /** Who gives it, and the id of the message that does. */
  input: { sender: string; message: string }
  context: Whereabouts
  lang: Lang
}

export async function addedBy({ deps, input, context, lang }: ScheduleCommand, words: string): Promise<string> {
  const [, when = '', said = ''] = /^([^|｜]+)[|｜]([^]*)$/u.exec(words) ?? []
  if (when === '') throw new ScheduleError({ what: 'noBar', usage: `,schedule.add ${takes['schedule.add']}` })
  const { sender: by, message } = input
  const request = { when, ...askedIn(said), by, origin: 'command', key: `command ${message}` } as const
  const row = await deps.schedule.add(placeOf(context), request)
  return row ? scheduleWords[lang].added(row) : scheduleWords[lang].addedBefore
}

const placeOf = ({ bot, group, oneToOne }: Whereabouts): Whereabouts => ({ bot, group, oneToOne })

const kind = /^\s*(task|quiet|reminder|任务|提醒)\s*[:：]/iu

/** `task: …` is asked of the bot, `quiet: …` too, and all else is said as it stands. */
function askedIn(said: string): Pick<ScheduleRow, 'text' | 'kind'> & { quiet?: boolean } {
  const [all = '', word = ''] = kind.exec(said) ?? []
  const text = said.slice(all.length).trim()
  const named = word.toLowerCase()
  if (named === 'quiet') return { text, kind: 'task', quiet: true }
  return { text, kind: named === 'task' || named === '任务' ? 'task' : 'reminder' }
}

export async function removedBy({ deps, input, context, lang }: ScheduleCommand, id: string): Promise<string> {
  const row = await deps.schedule.remove(placeOf(context), id, { by: input.sender, isOperator: true })
  return scheduleWords[lang].removed(row)
}

export async function listedFor({ deps, context, lang }: ScheduleCommand): Promise<string> {
  const rows = await deps.schedule.rows(placeOf(context))
  const words = scheduleWords[lang]
  return rows.length === 0 ? words.none : rows.map(words.row).join('\n')
}

/** In the words of the room; undefined: it is no problem of what was asked. */
export const problemOf = (error: unknown, lang: Lang): string | undefined =>
  error instanceof ScheduleError ? scheduleWords[lang].problem(error.problem) : undefined
