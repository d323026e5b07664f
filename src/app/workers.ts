// What a service that is one of several workers tells its channels of the others.
import type { SharedOptions } from '../channels/lines/open-shared.ts'
import type { Shared } from '../channels/lines/shared.ts'
import type { RoomNote } from '../room/notes.ts'
import type { Engine } from './host.ts'
import { hasRole } from './roles.ts'

interface Options {
  /** Once the host is open. */
  memory: () => Shared | undefined
  note: (room: string, note: RoomNote) => Promise<void> | undefined
  /** Where the page is served, once it is. */
  url: () => string
}

/** undefined: this process is alone. */
export function sharedBetween(engine: Engine | undefined, { memory, note, url }: Options): SharedOptions | undefined {
  if (engine?.store === undefined) return undefined
  return {
    shared() {
      const shared = memory()
      if (!shared) throw new Error('the memory of the cluster is not open yet')
      return shared
    },
    note: async (room, given) => note(room, given),
    url: () => engine.peerUrl ?? url(),
    takesLines: hasRole(engine, 'worker'),
  }
}

/** Others could not find their way to an address that stands for all of this machine. Throws what to do. */
export function checkReached(host: string, { peerUrl, store }: Pick<Engine, 'peerUrl' | 'store'>): void {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  if (store !== undefined && peerUrl === undefined && isEverywhere)
    throw new Error(`--peer-url is missing: other workers cannot find this one at ${host}: name its own address`)
}
