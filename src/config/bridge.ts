// Which other Chimes this one talks to behind the channels, in which groups, under which keys.
import type { Findings } from './explain.ts'
import { isLoopback } from './loopback.ts'
import type { FileConfig } from './schema.ts'

export type BridgeConfig = NonNullable<ReturnType<typeof resolveBridge>>

type FileBridge = NonNullable<FileConfig['bridge']>

const eventsPath = '/v1/events'

/** undefined: there is no peer. */
export function resolveBridge(file: FileBridge | undefined, findings: Findings) {
  if (!file) return undefined
  const { id, hopLimit = 4, peers: listed = [] } = file
  const peers = listed.map(({ id: peer, url, keys, groups = [] }) => ({
    id: peer,
    /** Where it takes events. */
    url: url.replace(/\/+$/, '') + eventsPath,
    /** `whsec_…`; two of a kind while they rotate. */
    keys: { in: keys.in, out: keys.out },
    groups,
  }))
  const users = new Map<string, string>()
  for (const [i, peer] of peers.entries()) {
    const path = ['bridge', 'peers', i]
    if (peer.id === id) findings.problem([...path, 'id'], `${id} is this Chime: a peer has an id of its own`)
    if (peers.findIndex((other) => other.id === peer.id) < i)
      findings.problem([...path, 'id'], `there is another peer "${peer.id}": ids must differ`)
    if (peer.groups.length === 0) findings.warn(`bridge: no group is shared with ${peer.id}: list them under groups`)
    const { protocol, hostname } = new URL(peer.url)
    if (protocol === 'http:' && !isLoopback(hostname))
      findings.warn(`bridge: what is said to ${peer.id} can be read on its way: give an https URL`)
    // One key shows who speaks, and to whom: used twice, somebody could pose as somebody else.
    for (const way of ['in', 'out'] as const) {
      for (const key of peer.keys[way]) {
        const user = users.get(bytesOf(key))
        if (user !== undefined)
          findings.problem([...path, 'keys', way], `a key is given twice, first ${user}: each way needs its own`)
        users.set(bytesOf(key), `under ${way} of ${peer.id}`)
      }
    }
  }
  return peers.length === 0 ? undefined : { id, hopLimit, peers }
}

/** Every group that exists between peers alone, for those who list groups. */
export const groupsOfBridge = (file: FileBridge | undefined): Record<string, object> =>
  Object.fromEntries(
    (file?.peers ?? []).flatMap(({ groups = [] }) =>
      groups.filter((group) => group.startsWith('bridge:')).map((group) => [group, {}]),
    ),
  )

const bytesOf = (key: string): string => Buffer.from(key.slice('whsec_'.length), 'base64').toString('hex')
