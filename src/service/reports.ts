// What goes wrong, as the log tells it and /health counts it.
import type { Log } from '../feed/log.ts'
import { isBot } from '../room/key.ts'
import type { Failures } from './failures.ts'

export function makeReports(log: Log, failures: Pick<Failures, 'note'>) {
  return {
    halted(key: string, error: Error): void {
      failures.note('groups', error)
      if (!isBot(key)) {
        log.error({ chart: key, error: error.message }, 'a chart beside those of the bots failed; they go on')
        return
      }
      log.error(
        { group: key, error: error.message },
        `a group is stopped and stays silent; its messages wait: see chime doctor, then chime doctor --reset "${key}"`,
      )
    },
    storeFailed(error: Error): void {
      failures.note('store', error)
      log.error({ error: error.message }, 'the store refused a write; it is tried again')
    },
    listenerFailed(error: unknown): void {
      failures.note('listeners', error)
      log.error({ error: String(error) }, 'who listens to the groups failed; the groups go on')
    },
    requestFailed(error: unknown): void {
      failures.note('requests', error)
      log.error({ error: String(error) }, 'a request failed')
    },
  }
}
