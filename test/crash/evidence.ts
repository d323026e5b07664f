// What the store holds at one moment: pending timers, calls under way, replies not yet delivered.
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '../../src/store/database.ts'

interface TimerRow {
  actor: number
  id: string
  gen: number
  due: number
}

export interface Evidence {
  timers: TimerRow[]
  /** Model calls under way. */
  calls: number
  /** Tokens held for them. */
  held: number
  /** Replies queued and not known to be delivered. */
  replies: number
  /** Those of them that stand in the room already: the crash came between the post and its booking. */
  posted: number
  /** Messages fed in and not marked as taken: the crash came between. */
  halfTaken: number
  /** Events that each actor has seen. */
  seqs: Map<number, number>
}

export interface TimerOutcomes {
  /** Same due time as before. */
  kept: number
  /** Overdue when the service came back, and fired. */
  fired: number
  /** The actor moved on meanwhile. */
  left: number
  problems: string[]
}

const overdueTimeoutMs = 3_000

/** Reads a store that nobody holds, from a copy: the service must do its own recovery. */
export function evidenceAfterKill(path: string): Evidence {
  const copy = `${path}.copy`
  for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
  const db = new DatabaseSync(copy)
  try {
    return evidenceOf(db)
  } finally {
    db.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
  }
}

/** Follows every timer of `before` into the restarted service. */
export async function timerOutcomes(path: string, before: Evidence, readyAt: number): Promise<TimerOutcomes> {
  using db = openForReading(path)
  const overdue = before.timers.filter(({ due }) => due <= readyAt)
  const giveUpAt = performance.now() + overdueTimeoutMs
  let after = evidenceOf(db)
  while (overdue.some((timer) => find(after, timer)) && performance.now() < giveUpAt) {
    // oxlint-disable-next-line no-await-in-loop -- a bounded wait
    await wait(10)
    after = evidenceOf(db)
  }
  const outcomes: TimerOutcomes = { kept: 0, fired: 0, left: 0, problems: [] }
  for (const timer of before.timers) judge(timer, { before, after, readyAt }, outcomes)
  return outcomes
}

function judge(
  timer: TimerRow,
  world: { before: Evidence; after: Evidence; readyAt: number },
  outcomes: TimerOutcomes,
): void {
  const { before, after, readyAt } = world
  const now = find(after, timer)
  const moved = (after.seqs.get(timer.actor) ?? 0) > (before.seqs.get(timer.actor) ?? 0)
  const name = `timer ${timer.id} of actor ${timer.actor}`
  if (now && timer.due <= readyAt) outcomes.problems.push(`${name} was overdue and has not fired`)
  else if (now && now.due !== timer.due) outcomes.problems.push(`${name} was due at ${timer.due}, now at ${now.due}`)
  else if (now) outcomes.kept += 1
  else if (!moved) outcomes.problems.push(`${name} is gone though nothing happened`)
  else if (timer.due <= readyAt) outcomes.fired += 1
  else outcomes.left += 1
}

const find = ({ timers }: Evidence, timer: TimerRow): TimerRow | undefined =>
  timers.find(({ actor, id, gen }) => actor === timer.actor && id === timer.id && gen === timer.gen)

/** All of one moment: the service goes on writing. */
function evidenceOf(db: DatabaseSync): Evidence {
  db.exec('BEGIN')
  try {
    return readEvidence(db)
  } finally {
    db.exec('COMMIT')
  }
}

function readEvidence(db: DatabaseSync): Evidence {
  const count = (sql: string): number => Number(db.prepare(sql).get()?.['n'])
  const seqs = db.prepare('SELECT id, seq FROM actor').all() as unknown as { id: number; seq: number }[]
  const fed = "SELECT grp || ' ' || id FROM message"
  const queued = "FROM outbox WHERE state = 'queued'"
  return {
    timers: db.prepare('SELECT actor, id, gen, due FROM timer').all() as unknown as TimerRow[],
    held: count("SELECT coalesce(sum(json_extract(input, '$.maxTokens')), 0) AS n FROM job"),
    calls: count("SELECT count(*) AS n FROM job WHERE src <> 'deliver'"),
    replies: count(`SELECT count(*) AS n ${queued}`),
    posted: count(`SELECT count(*) AS n ${queued} AND key IN (SELECT key FROM room_message)`),
    halfTaken: count(
      `SELECT count(*) AS n FROM room_message WHERE taken = 0 AND 'web:' || room || ' ' || id IN (${fed})`,
    ),
    seqs: new Map(seqs.map(({ id, seq }) => [id, seq])),
  }
}
