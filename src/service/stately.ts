// What `--stately` adds to the service; loaded with that option alone.
import { groupMachine } from '../../machines/group/group.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../feed/log.ts'
import { makeStately } from '../feed/stately.ts'
import { partsOf } from '../room/key.ts'
import type { Step } from '../room/steps.ts'
import { isLoopback } from '../config/loopback.ts'
import { makeStatelyRoutes, statelyFrame } from '../http/stately-routes.ts'

/** Throws when the service is open to other machines. */
export function openStately({ channels }: Config, log: Log) {
  const { host } = channels.web
  if (!isLoopback(host))
    throw new Error(
      `--stately shows the states of the bots only on this machine, and CHIME_HOST is ${host}: set it to 127.0.0.1 or leave --stately out`,
    )
  const stately = makeStately(groupMachine)
  return {
    routes: makeStatelyRoutes(stately.stream),
    framed: statelyFrame,
    committed({ key, event, snapshot }: Step): void {
      try {
        stately.committed({ key, bot: partsOf(key).bot, event, snapshot })
      } catch (error) {
        log.error({ error: String(error) }, 'a step could not be told to the page at /stately/')
      }
    },
  }
}
