// What a bot says or does at set times and at every start, as the configuration says.
import { createHash } from 'node:crypto'
import { readWhen } from '../language/when.ts'
import { whenProblem } from '../language/when-words.ts'
import { type Findings, type Path, suggest } from './explain.ts'
import type { GroupConfig } from './groups.ts'
import type { FileBot } from './schema.ts'

export interface ConfiguredJob {
  /** Of what it says: one that is changed is another one. */
  id: string
  group: string
  oneToOne: boolean
  /** As `readWhen` reads it; absent: at every start. */
  when?: string
  /** Absent: that of the group. */
  zone?: string
  kind: 'reminder' | 'task'
  quiet?: true
  text: string
  /** Whose rights its turns have; absent: those of any member. */
  by?: string
}

type FileJob = NonNullable<FileBot['schedule']>[number] & NonNullable<FileBot['startup']>[number]

const direct = 'direct '

/** Of the `schedule` and the `startup` of one bot. */
export function resolveJobs({ schedule = [], startup = [] }: FileBot, path: Path, findings: Findings): ConfiguredJob[] {
  const timed = schedule.map((job, i) => jobOf(job, [...path, 'schedule', i], findings, job.when))
  const starting = startup.map((job, i) => jobOf({ ...job, kind: 'task' }, [...path, 'startup', i], findings))
  for (const [i, { id }] of timed.entries())
    if (timed.findIndex((each) => each.id === id) < i)
      findings.problem([...path, 'schedule', i], 'is there twice: remove one')
  return [...timed, ...starting]
}

function jobOf(job: Omit<FileJob, 'when'>, path: Path, findings: Findings, when?: string): ConfiguredJob {
  const { group: named = '', text = '', zone, kind = 'reminder', quiet = false, by } = job
  if (named === '') findings.problem([...path, 'group'], 'missing: name a group, as web:lobby')
  if (text === '') findings.problem([...path, 'text'], 'missing: say what is to be said or done')
  if (when === undefined && path.includes('schedule'))
    findings.problem([...path, 'when'], 'missing: say when, as "0 9 * * 1-5"')
  if (quiet && kind === 'reminder')
    findings.problem([...path, 'quiet'], 'a reminder is always said: make it a task, or leave quiet out')
  if (when !== undefined) checkWhen(when, zone ?? 'UTC', [...path, 'when'], findings)
  const oneToOne = named.startsWith(direct)
  return {
    id: idOf([named, when, zone, kind, quiet, text, by]),
    group: oneToOne ? named.slice(direct.length) : named,
    oneToOne,
    ...(when !== undefined && { when }),
    ...(zone !== undefined && { zone }),
    kind,
    ...(quiet && { quiet }),
    text,
    ...(by !== undefined && { by }),
  }
}

function checkWhen(when: string, zone: string, path: Path, findings: Findings): void {
  // A time that is over is no mistake: it was done.
  const read = readWhen(when, zone, 0)
  if ('what' in read) findings.problem(path, whenProblem.en(read))
  else if (/^in /i.test(when)) findings.problem(path, '"in …" counts from now: give a time, as "2026-12-01 09:00"')
}

const idOf = (of: readonly unknown[]): string =>
  `c${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 7)}`

/** A job in a group that the bot is not in would never be done. */
export function checkPlaces(
  bots: readonly { id: string; jobs?: readonly ConfiguredJob[] }[],
  groups: Readonly<Record<string, GroupConfig>>,
  findings: Findings,
): void {
  for (const [i, { id, jobs = [] }] of bots.entries()) {
    for (const { group, oneToOne, when } of jobs) {
      const key: Path = ['bots', i, when === undefined ? 'startup' : 'schedule']
      const channel = group.slice(0, Math.max(0, group.indexOf(':')))
      if (oneToOne || group === '') continue
      if (groups[group] && !groups[group].bots.includes(id))
        findings.problem(key, `the bot is not in ${JSON.stringify(group)}: add it there, or name another group`)
      else if (!groups[group] && (channel === '' || channel === 'web'))
        findings.problem(key, `there is no group ${JSON.stringify(group)}: ${suggest(group, Object.keys(groups))}`)
    }
  }
}
