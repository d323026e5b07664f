// Chooses the moment to kill: a timer pending, a call in flight, a message half taken, a reply on its way, or just any.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '../../src/store/database.ts'
import type { Random } from './seeded.ts'

export const targets = ['timer', 'call', 'reply', 'intake', 'any'] as const
export type Target = (typeof targets)[number]

interface Aiming {
  path: string
  target: Target
  random: Random
  /** As the service has it, ms. */
  now: () => number
  strike: () => void
}

/** SQL that finds a row while the moment lasts. */
const moments = {
  timer: "SELECT 1 FROM timer WHERE id LIKE '%bufferInterval%' OR id LIKE '%pause%' OR id LIKE '%cooldown%'",
  call: "SELECT 1 FROM job WHERE src <> 'deliver'",
  reply: "SELECT 1 FROM outbox WHERE state = 'queued'",
  intake: `SELECT 1 FROM room_message JOIN message ON grp = 'web:' || room AND message.id = room_message.id WHERE taken = 0`,
}

const timeoutMs = 6_000
/** A reply is on its way, and a message half taken, for a millisecond or two: they are watched without a break. */
const watchMs = 25

/** Calls `strike` at the moment. When it does not come within some seconds, any moment will do. */
export async function aim({ path, target, random, now, strike }: Aiming): Promise<void> {
  await wait(random.between(300, 1_300))
  if (target === 'any') return strike()
  const isShort = target === 'reply' || target === 'intake'
  using db = isShort ? new DatabaseSync(path) : openForReading(path)
  if (isShort) await untilShort(db, target, { random, now })
  else await untilSeen(db, target, random)
  strike()
}

async function untilSeen(db: DatabaseSync, target: 'timer' | 'call', random: Random): Promise<void> {
  const seen = db.prepare(moments[target])
  const giveUpAt = performance.now() + timeoutMs
  // oxlint-disable-next-line no-await-in-loop -- a bounded wait
  while (!seen.get() && performance.now() < giveUpAt) await wait(3)
  await wait(random.between(0, 50))
}

async function untilShort(
  db: DatabaseSync,
  target: 'reply' | 'intake',
  { random, now }: Pick<Aiming, 'random' | 'now'>,
): Promise<void> {
  const seen = db.prepare(moments[target])
  const nextPause = db.prepare("SELECT min(due) AS due FROM timer WHERE id LIKE '%pause%'")
  const isNear = (): boolean => target === 'intake' || Number(nextPause.get()?.['due'] ?? Infinity) - now() < watchMs
  const giveUpAt = performance.now() + timeoutMs
  while (performance.now() < giveUpAt) {
    const until = performance.now() + 2 * watchMs
    while (isNear() && performance.now() < until) {
      if (seen.get()) return random.chance(0.5) ? spin(random.number()) : lock(db)
    }
    // oxlint-disable-next-line no-await-in-loop -- a bounded wait
    await wait(5)
  }
}

function spin(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** Whoever holds the lock keeps the service from its next write: it dies with half the work done. */
function lock(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE')
  } catch {
    // The service was faster and is writing.
  }
}
