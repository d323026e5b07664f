// The XMPP channel in rooms of a real server.
import { afterAll, beforeAll, describe } from 'vitest'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { channelContract } from './contract.ts'
import { xmppWorld } from './xmpp-world.ts'

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('on a real server', () => {
  let prosody: Prosody
  let made = 0
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'rex', 'ann', 'bo'])
  })
  afterAll(() => prosody.stop())

  channelContract('xmpp', () => xmppWorld(prosody, prosody.room(`lab${(made += 1)}`)), {
    capabilities: ['mentions', 'replies', 'reactions', 'edits', 'changes', 'typing', 'history', 'oneToOne'],
    people: 'members',
    troubles: ['redeliver', 'loseAnswer', 'refuse', 'hang'],
    gaps: ['acknowledges'],
  })
})
