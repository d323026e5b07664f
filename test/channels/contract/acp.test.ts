// The example module outside src/, on the network that it is made for.
import { acpWorld } from './acp-world.ts'
import { channelContract } from './contract.ts'

channelContract('acp', () => acpWorld(), {
  capabilities: ['replies', 'history'],
  troubles: ['redeliver', 'loseAnswer', 'refuse', 'hang'],
})
