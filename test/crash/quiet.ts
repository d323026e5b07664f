// Waits until a store says that nothing is pending any more.
import { setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '../../src/store/database.ts'

const everyMs = 100
/** Vitality falls with the window, minutes after the last message: that waits for nobody. */
const pending = `
  SELECT 'timer ' || id AS what, count(*) AS n FROM timer WHERE id NOT LIKE '%windowFall%' GROUP BY 1
  UNION ALL SELECT 'job ' || src, count(*) FROM job GROUP BY 1
  UNION ALL SELECT 'message not taken', count(*) FROM room_message WHERE taken = 0 HAVING count(*) > 0
  UNION ALL SELECT 'reply queued', count(*) FROM outbox WHERE state = 'queued' HAVING count(*) > 0`

/** What is still pending after the timeout: nothing, where all is well. */
export async function untilQuiet(path: string, timeoutMs: number, signal?: AbortSignal): Promise<string[]> {
  using db = openForReading(path)
  const look = db.prepare(pending)
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    const found = look.all()
    if (found.length === 0 || performance.now() > giveUpAt)
      return found.map(({ what, n }) => `${String(n)} × ${String(what)}`)
    // oxlint-disable-next-line no-await-in-loop -- a bounded wait
    await wait(everyMs, undefined, { signal })
  }
}
