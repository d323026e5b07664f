// The moments of a run at which the service is killed: how one is met, and what a kill fell into, read off the store it left.
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turnOfLoop, setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '../../src/store/database.ts'
import type { Random } from './seeded.ts'

export const middles = ['read', 'write', 'edit', 'bash', 'mcp', 'schedule', 'send', 'think'] as const
/** In the middle of which work of a run. `none`: between two of them. */
export type Middle = (typeof middles)[number]
/** `posted`, `scheduled`: done, and the run does not know. */
export type Moment = Middle | 'any' | 'posted' | 'scheduled'

/** By the beginning of the tool's name. */
const toolOf = {
  read: 'fs.read',
  write: 'fs.write',
  edit: 'fs.edit',
  bash: 'bash',
  mcp: 'mcp.log.append',
  schedule: 'schedule.add',
} as const

const middleOf: Readonly<Record<string, Middle>> = {
  'fs.list': 'read',
  ...Object.fromEntries(Object.entries(toolOf).map(([middle, tool]) => [tool, middle as Middle])),
}

/** SQL that finds a row while it lasts. */
const ofRuns = "SELECT 1 FROM actor JOIN job ON job.actor = actor.id WHERE actor.key LIKE '#agent/%'"
const calling = (tool: string): string => `${ofRuns} AND src = 'act' AND input ->> '$.call.tool' = '${tool}'`
const seenBy: Record<Moment, string> = {
  any: ofRuns,
  think: `${ofRuns} AND src = 'think'`,
  send: "SELECT 1 FROM actor WHERE key LIKE '#agent/%' AND body ->> '$.status' = 'active' AND body ->> '$.value' = 'posting'",
  posted: "SELECT 1 FROM outbox WHERE state = 'queued' AND key IN (SELECT key FROM room_message)",
  scheduled: `${calling(toolOf.schedule)} AND EXISTS (
    SELECT 1 FROM actor WHERE key LIKE '#schedule/%' AND body ->> '$.context.rows[0].id' IS NOT NULL)`,
  ...(Object.fromEntries(Object.entries(toolOf).map(([middle, tool]) => [middle, calling(tool)])) as Record<
    keyof typeof toolOf,
    string
  >),
}

/** How long one lasts about, ms. */
const lasts: Record<Moment, number> = {
  any: 600,
  think: 60,
  send: 200,
  read: 3,
  write: 6,
  edit: 6,
  bash: 150,
  mcp: 120,
  schedule: 6,
  posted: 0,
  scheduled: 0,
}
const timeoutMs = 8_000
/** The work of a short one is surely done. */
const lockedMs = 40

/** Calls `strike` in the middle of it, or, where it does not come within some seconds, at any moment. */
export async function strikeIn(
  moment: Moment,
  { path, random, strike }: { path: string; random: Random; strike: () => void },
): Promise<void> {
  using db = new DatabaseSync(path)
  const seen = db.prepare(seenBy[moment])
  const giveUpAt = performance.now() + timeoutMs
  // It may last a millisecond: it is watched for without a break, and the model answers meanwhile.
  // oxlint-disable-next-line no-await-in-loop -- a bounded wait
  while (!seen.get() && performance.now() < giveUpAt) await turnOfLoop()
  const how = random.number()
  const isShort = lasts[moment] < 20
  const most = lasts[moment] * random.number()
  if (moment === 'posted' || moment === 'scheduled') lock(db)
  else if (how < 0.4) {
    // Whoever holds the lock keeps the service from its next write: what is under way is done, and the store does not say so.
    lock(db)
    await wait(isShort ? lockedMs * random.number() : most)
  } else if (!isShort) await wait(most)
  else spin(how < 0.7 ? 0 : most)
  strike()
}

function spin(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

function lock(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE')
  } catch {
    // The service was faster and is writing.
  }
}

/** What was under way in runs when the service died: `between` two calls, or nothing where no run was. */
export function fallenIn(path: string): (Middle | 'between')[] {
  using db = openForReading(path)
  const runs = db.prepare(
    "SELECT id, body ->> '$.value' AS value FROM actor WHERE key LIKE '#agent/%' AND body ->> '$.status' = 'active'",
  )
  const jobs = db.prepare("SELECT src, input ->> '$.call.tool' AS tool FROM job WHERE actor = ?")
  return runs.all().flatMap(({ id, value }): (Middle | 'between')[] => {
    const under = jobs
      .all(Number(id))
      .map(({ src, tool }) => middleOf[String(tool)] ?? (src === 'think' ? 'think' : 'between'))
    const all = new Set(value === 'posting' ? (['send'] as const) : under)
    return all.size > 0 ? [...all] : ['between']
  })
}
