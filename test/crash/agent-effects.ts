// What the jobs of the agent's crash test did, and whether that is what their runs were told: nothing twice, nothing unasked.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openForReading } from '../../src/store/database.ts'
import { fileOf, lineOf, list, postsOf, reminderOf, shellList } from './agent-jobs.ts'
import type { Middle } from './agent-moments.ts'

/** That change something. */
export const changes = ['write', 'edit', 'bash', 'mcp', 'schedule', 'send'] as const
export type Change = (typeof changes)[number]

const toolOf: Record<Change, string> = {
  write: 'fs.write',
  edit: 'fs.edit',
  bash: 'bash',
  mcp: 'mcp.log.append',
  schedule: 'schedule.add',
  send: 'send',
}
export const isChange = (middle: Middle | 'between'): middle is Change => Object.hasOwn(toolOf, middle)
/** Done once under their key, however often the host runs them. */
export const isKeyed = (change: Change): boolean => change === 'schedule' || change === 'send'

export interface EffectPlaces {
  path: string
  workspace: string
  appended: string
  /** Only these jobs; absent: all. */
  isMeant?: (job: number) => boolean
}

interface Call {
  job: number
  change: Change
  /** Of the call; undefined: there is none. */
  result: { text?: string; isError?: boolean; error?: string } | undefined
}

/** All calls of runs that change something, as the tape has them. */
function callsOf(path: string): Call[] {
  using db = openForReading(path)
  const rows = db
    .prepare(
      `SELECT asked.body ->> '$.messages' AS messages, call.body ->> '$.tool' AS tool, result.body AS result
       FROM tape AS call
       JOIN tape AS asked ON asked.place = call.place AND asked.run = call.run AND asked.id = '0'
       LEFT JOIN tape AS result ON result.place = call.place AND result.run = call.run AND result.id = call.id || 'r'
       WHERE call.kind = 'tool_call' ORDER BY call.n`,
    )
    .all()
  return rows.flatMap(({ messages, tool, result }) => {
    const change = changes.find((each) => toolOf[each] === tool)
    const [last = ''] = (JSON.parse(String(messages)) as string[]).slice(-1)
    if (!change) return []
    return { job: Number(last.slice(1)), change, result: result === null ? undefined : JSON.parse(String(result)) }
  })
}

const linesOf = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])

/** How often each change of a job stands where it was made. */
function makeTally({ path, workspace, appended }: EffectPlaces) {
  const written = {
    edit: linesOf(join(workspace, list)),
    bash: linesOf(join(workspace, shellList)),
    mcp: linesOf(appended),
  }
  using db = openForReading(path)
  const posts = db
    .prepare('SELECT text FROM room_message WHERE bot = 1')
    .all()
    .map(({ text }) => String(text))
  const count = (all: readonly string[], text: string): number => all.filter((each) => each === text).length
  return {
    times(change: Change, job: number): number {
      if (change === 'write') return existsSync(join(workspace, fileOf(job))) ? 1 : 0
      if (change === 'schedule') return count(posts, reminderOf(job))
      if (change === 'send') return postsOf(job).reduce((sum, text) => sum + count(posts, text), 0)
      return count(written[change], lineOf(job))
    },
    /** Of what is posted, each for itself. */
    twice: (job: number): string[] => [reminderOf(job), ...postsOf(job)].filter((text) => count(posts, text) > 1),
  }
}

/** Whether all that was called for had been done when the service died. */
export function isDone(places: EffectPlaces, change: Change, job: number): boolean {
  if (change === 'schedule') {
    using db = openForReading(places.path)
    const row = db.prepare("SELECT 1 FROM actor WHERE key LIKE '#schedule/%' AND instr(body, ?) > 0")
    if (row.get(reminderOf(job)) !== undefined) return true
  }
  const called = callsOf(places.path).filter((call) => call.job === job && call.change === change)
  return makeTally(places).times(change, job) >= called.length
}

export interface Effects {
  /** What broke a promise, in words. */
  problems: string[]
  /** How often each was done, and how often a run was told that a crash cut it off. */
  done: Record<Change, number>
  cutOff: number
  /** Calls that a model made again when it was told so. */
  again: number
}

/** Once nothing is pending any more. */
export function effectsOf(places: EffectPlaces): Effects {
  const { isMeant = () => true } = places
  const calls = callsOf(places.path).filter(({ job }) => isMeant(job))
  const tally = makeTally(places)
  const effects: Effects = {
    problems: [],
    done: { write: 0, edit: 0, bash: 0, mcp: 0, schedule: 0, send: 0 },
    cutOff: 0,
    again: 0,
  }
  const problem = (text: string): void => void effects.problems.push(text)
  for (const [job, ofJob] of Map.groupBy(calls, (call) => call.job)) {
    for (const text of tally.twice(job)) problem(`posted twice: ${text}`)
    for (const [change, all] of Map.groupBy(ofJob, (call) => call.change)) {
      const what = `${change} of job ${job}`
      const times = tally.times(change, job)
      const cut = all.filter(({ result }) => result?.error === 'interrupted').length
      const told = all.filter(({ result }) => result && result.error === undefined && result.isError !== true)
      const replaced = change === 'write' ? told.filter(({ result }) => result?.text?.startsWith('replaced')).length : 0
      const denied = all.filter(({ result }) => result?.isError === true).length
      effects.done[change] += times
      effects.cutOff += cut
      effects.again += isKeyed(change) ? 0 : all.length - 1
      for (const { result } of all) if (!result) problem(`${what}: a call has no result`)
      if (isKeyed(change) && cut > 0) problem(`${what}: what has a key was given up`)
      if (!isKeyed(change) && all.length > 1 + cut) problem(`${what}: called ${all.length} times, ${cut} cut off`)
      if (times > all.length) problem(`${what}: done ${times} times, called ${all.length} times`)
      if (times > told.length + cut) problem(`${what}: done ${times} times, ${denied} calls were told that it was not`)
      if (times < Math.min(told.length, change === 'write' ? 1 : told.length))
        problem(`${what}: done ${times} times, ${told.length} calls were told that it was`)
      if (replaced > cut) problem(`${what}: a file was written again unasked`)
    }
  }
  return effects
}

/** Runs by how they ended; one that goes on has its rows in no state yet. */
export function runsOf(path: string): { answered: number; failed: number; open: number } {
  using db = openForReading(path)
  const count = (state: number): number =>
    Number(
      db
        .prepare(
          "SELECT count(*) AS runs FROM (SELECT DISTINCT place, run FROM tape WHERE id = '0' AND kind = 'message' AND state = ?)",
        )
        .get(state)?.['runs'],
    )
  return { open: count(0), answered: count(1), failed: count(2) }
}
