// A message says something else now, or was taken back: the talk, the memory, the charts and the page hear of it.
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { openGroupMemory } from '../memory/group-memory.ts'
import type { Correction } from '../room/message.ts'
import { actorKey, roomKey } from '../room/key.ts'
import type { RoomNote } from '../room/notes.ts'
import type { Inbound } from '../room/steps.ts'
import { recallsOf } from './runs.ts'

interface Parts {
  config: Config
  host: {
    commit: (inbound: Inbound[]) => unknown
    has: (key: string) => boolean
    note?: (room: string, note: RoomNote) => Promise<void>
  }
  memory: Pick<ReturnType<typeof openGroupMemory>, 'correct'>
  observer: { said: (group: string, id: string) => void }
  log: Log
}

/** `parts`: as they are by then. */
export const correctedIn =
  (parts: () => Parts) =>
  (correction: Correction): void => {
    const { config, host, memory, observer } = parts()
    void host.commit([...memory.correct(correction), ...recallsOf(config, correction, host.has)])
    observer.said(correction.group, correction.id)
    tellWorkers(parts(), correction)
  }

/** In the rooms of the group that this worker knows: a chat of two is another one than a group. */
function tellWorkers({ host, config, log }: Parts, correction: Correction): void {
  const { group } = correction
  const isKnown = (oneToOne: boolean) => config.bots.some(({ id }) => host.has(actorKey({ bot: id, group, oneToOne })))
  const known = [false, true].filter(isKnown)
  for (const oneToOne of known.length > 0 ? known : [false])
    host
      .note?.(roomKey({ group, oneToOne }), { kind: 'corrected', ...correction })
      .catch((error: unknown) =>
        log.error({ group, error: String(error) }, 'other workers could not be told of a correction'),
      )
}
