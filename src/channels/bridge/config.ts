// Which other Chimes this one talks to behind the channels, in which groups, under which keys.
import { z } from 'zod'
import { isLoopback } from '../../config/loopback.ts'
import type { ListedGroup, Surroundings } from '../../config/section.ts'
import { id as anId, isBaseUrl, list, mapping, text, whole } from '../../config/shapes.ts'

declare module '../../config/section.ts' {
  interface ChannelSettings {
    bridge?: BridgeConfig
  }
}

export interface BridgeConfig {
  /** Who we are to our peers. */
  id: string
  hopLimit: number
  peers: BridgePeer[]
}

/** Another Chime that the bridge leads to. */
export interface BridgePeer {
  id: string
  /** Where it takes events. */
  url: string
  /** `whsec_…`: those it may sign with, and those we sign with; two while they rotate. */
  keys: { in: readonly string[]; out: readonly string[] }
  /** Those that it shares with us. */
  groups: readonly string[]
}

const aKey = text({ test: isWebhookKey }, 'whsec_ and 24 to 64 bytes in base64')
const someKeys = list(aKey).min(1, 'at least one key').max(3, 'at most three keys')
const aPeer = mapping({ groups: list(text(/^[^\s:]+:\S/, 'a group such as feishu:oc_1')) }).extend({
  id: anId,
  url: text({ test: isBaseUrl }, 'an http or https URL without user, query or fragment'),
  keys: z.object({ in: someKeys, out: someKeys }, 'a mapping of in and out'),
})

export const bridgeSchema = mapping({
  hopLimit: whole(1, 20, 'a whole number from 1 to 20'),
  peers: list(aPeer),
}).extend({ id: anId })

export type FileBridge = z.infer<typeof bridgeSchema>

const eventsPath = '/v1/events'

/** undefined: there is no peer. */
export function resolveBridge(
  file: FileBridge | undefined,
  { regardless: findings }: Pick<Surroundings, 'regardless'>,
): BridgeConfig | undefined {
  if (!file) return undefined
  const { id, hopLimit = 4, peers: listed = [] } = file
  const peers = listed.map(({ id: peer, url, keys, groups = [] }) => ({
    id: peer,
    url: url.replace(/\/+$/, '') + eventsPath,
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

/** Groups that are nowhere but between peers. */
export const groupsOfBridge = (file: FileBridge | undefined): ListedGroup[] =>
  [...new Set((file?.peers ?? []).flatMap(({ groups = [] }) => groups))]
    .filter((group) => group.startsWith('bridge:'))
    .map((group) => ({ group, isAmongBots: true }))

const bytesOf = (key: string): string => Buffer.from(key.slice('whsec_'.length), 'base64').toString('hex')

function isWebhookKey(value: string): boolean {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value)?.[1] ?? ''
  const { length } = Buffer.from(base64, 'base64')
  return base64.length % 4 === 0 && length >= 24 && length <= 64
}
