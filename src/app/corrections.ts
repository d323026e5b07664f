// A message says something else now, or was taken back: the talk, the memory, the charts and the page hear of it.
import { setTimeout as wait } from 'node:timers/promises'
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
    /** The memory of all workers has it. Rejects while that is away. */
    hasLine?: (room: string, id: string) => Promise<boolean>
  }
  memory: Pick<ReturnType<typeof openGroupMemory>, 'correct'>
  observer: { said: (group: string, id: string) => void }
  talk: { authorOf: (group: string, id: string) => string | undefined }
  log: Log
}

/** The line may be on its way from another worker: looked for at once, and again after so long, ms. */
const looks = [0, 2_000, 20_000]

/** `parts`: as they are by then. */
export const correctedIn =
  (parts: () => Parts, lookAfterMs: readonly number[] = looks) =>
  (correction: Correction): void => {
    const { config, host, memory, observer } = parts()
    void host.commit([...memory.correct(correction), ...recallsOf(config, correction, host.has)])
    observer.said(correction.group, correction.id)
    if (host.hasLine) tellWorkers(parts(), correction, lookAfterMs)
  }

/** In the rooms of the group that this worker knows: a chat of two is another one than a group. */
function tellWorkers(parts: Parts, correction: Correction, lookAfterMs: readonly number[]): void {
  const { host, config, log } = parts
  const { group } = correction
  const isKnown = (oneToOne: boolean) => config.bots.some(({ id }) => host.has(actorKey({ bot: id, group, oneToOne })))
  const known = [false, true].filter(isKnown)
  for (const oneToOne of known.length > 0 ? known : [false])
    tell(parts, roomKey({ group, oneToOne }), correction, lookAfterMs).catch((error: unknown) =>
      log.error({ group, error: String(error) }, 'other workers could not be told of a correction'),
    )
}

/** New words of a line that no talk has are those of somebody whose words are not kept. */
async function tell(parts: Parts, room: string, correction: Correction, lookAfterMs: readonly number[]): Promise<void> {
  const { host, log } = parts
  if (correction.text === undefined || (await hasLine(parts, room, correction, lookAfterMs)))
    await host.note?.(room, { kind: 'corrected', ...correction })
  else log.debug({ room }, 'other workers are not told what a line says now that no talk has')
}

async function hasLine(
  { host, talk }: Parts,
  room: string,
  { group, id }: Correction,
  lookAfterMs: readonly number[],
): Promise<boolean> {
  for (const ms of lookAfterMs) {
    // oxlint-disable no-await-in-loop -- one look after the other
    if (ms > 0) await wait(ms, undefined, { ref: false })
    if (talk.authorOf(group, id) !== undefined || (await host.hasLine?.(room, id).catch(() => false))) return true
    // oxlint-enable no-await-in-loop
  }
  return false
}
