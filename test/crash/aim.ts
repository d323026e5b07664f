// Chooses the moment to kill: while a timer is pending, a call is in flight, a reply is on its way, or just any.
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '../../src/store/database.ts'
import type { Random } from './seeded.ts'

export const targets = ['timer', 'call', 'reply', 'any'] as const
export type Target = (typeof targets)[number]

const patienceMs = 6_000
/** A pause that ends so soon is watched without a break: a reply is on its way for a millisecond or two. */
const watchMs = 25

/** Calls `strike` at the moment. When the target does not show up within some seconds, any moment will do. */
export async function aim(path: string, target: Target, random: Random, strike: () => void): Promise<void> {
  await wait(random.between(300, 1_300))
  if (target === 'any') return strike()
  const db = openForReading(path)
  try {
    const giveUpAt = performance.now() + patienceMs
    if (target === 'reply') {
      await untilReply(db, giveUpAt, random)
      return strike()
    }
    const seen = db.prepare(target === 'call' ? "SELECT 1 FROM job WHERE src <> 'deliver'" : pending)
    // oxlint-disable-next-line no-await-in-loop -- a bounded wait
    while (!seen.get() && performance.now() < giveUpAt) await wait(3)
    await wait(random.between(0, 50))
    strike()
  } finally {
    db.close()
  }
}

const pending = "SELECT 1 FROM timer WHERE id LIKE '%bufferInterval%' OR id LIKE '%pause%' OR id LIKE '%cooldown%'"

async function untilReply(db: DatabaseSync, giveUpAt: number, random: Random): Promise<void> {
  const queued = db.prepare("SELECT 1 FROM outbox WHERE state = 'queued'")
  const nextPause = db.prepare("SELECT min(due) AS due FROM timer WHERE id LIKE '%pause%'")
  while (performance.now() < giveUpAt) {
    const due = Number(nextPause.get()?.['due'] ?? Infinity)
    // oxlint-disable-next-line no-await-in-loop -- a bounded wait
    if (due - Date.now() > watchMs) await wait(5)
    else {
      const until = performance.now() + 3 * watchMs
      while (performance.now() < until) if (queued.get()) return spin(random.chance(0.5) ? 0 : random.number())
      // oxlint-disable-next-line no-await-in-loop
      await wait(5)
    }
  }
}

function spin(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
