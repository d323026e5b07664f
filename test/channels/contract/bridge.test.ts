// The bridge as a channel, with another bridge in the place of people: everybody there is a bot.
import { bridgeWorld } from './bridge-world.ts'
import { channelContract } from './contract.ts'

channelContract('bridge', bridgeWorld, {
  capabilities: ['mentions', 'replies'],
  troubles: ['redeliver', 'loseAnswer'],
  speakers: 'bots',
})
