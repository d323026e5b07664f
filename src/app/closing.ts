// What was opened, closed again in the opposite order.
import type { Log } from '../config/log.ts'

type Close = () => unknown

export function makeClosing(log: Log) {
  const opened: Close[] = []
  return {
    onStop: (close: Close): void => void opened.push(close),
    /** One that does not end well keeps nothing of the others open. */
    async stop(): Promise<void> {
      for (const close of opened.splice(0).toReversed()) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- what was opened last is closed first
          await close()
        } catch (error) {
          log.error({ error: String(error) }, 'a part of the service did not stop well')
        }
      }
    },
  }
}
