// A message says something else now, or was taken back: the talk, the memory, the charts and the page hear of it.
import type { Config } from '../config/config.ts'
import type { openGroupMemory } from '../memory/group-memory.ts'
import type { Correction } from '../room/message.ts'
import type { Inbound } from '../room/steps.ts'
import { recallsOf } from './runs.ts'

interface Parts {
  config: Config
  host: { commit: (inbound: Inbound[]) => unknown; has: (key: string) => boolean }
  memory: Pick<ReturnType<typeof openGroupMemory>, 'correct'>
  observer: { said: (group: string, id: string) => void }
}

/** `parts`: as they are by then. */
export const correctedIn =
  (parts: () => Parts) =>
  (correction: Correction): void => {
    const { config, host, memory, observer } = parts()
    void host.commit([...memory.correct(correction), ...recallsOf(config, correction, host.has)])
    observer.said(correction.group, correction.id)
  }
