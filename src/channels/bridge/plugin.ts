// Groups of other channels, and groups of its own, that other Chimes share behind the channels.
import type { OwnPlugin } from '../plugin.ts'
import { type BridgeConfig, bridgeSchema, groupsOfBridge, resolveBridge } from './config.ts'

export const bridge: OwnPlugin<BridgeConfig> = {
  name: 'bridge',
  isOnTop: true,
  schema: bridgeSchema,
  resolve: resolveBridge,
  groups: groupsOfBridge,
  botsOf: (_, { bots, groups }) => {
    const own = Object.entries(groups).filter(([group]) => group.startsWith('bridge:'))
    const present = new Set(own.flatMap(([, { bots: ids }]) => ids))
    return bots.flatMap(({ id }) => (present.has(id) ? [id] : []))
  },
  secretsOf: ({ peers }) => peers.flatMap(({ keys }) => [...keys.in, ...keys.out]),
  open: async (settings, context) => (await import('./open.ts')).openBridge(settings, context),
  doctor: async (settings) => (await import('./doctor.ts')).checkBridge(settings),
}
