// A channel of a contributor's, written once: as a folder of Chime and as a user's module it keeps the same contract.
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Channel, Correction } from '../../../src/channels/channel.ts'
import { loadChannel } from '../../../src/channels/modules/load-channel.ts'
import { spool } from '../spool/plugin.ts'
import { linesOf } from '../spool/spool-channel.ts'
import { channelContract } from './contract.ts'
import { bots } from './online.ts'
import type { World } from './world.ts'

const path = fileURLToPath(new URL('../spool/spool-channel.ts', import.meta.url))
type Lent = { folder: string; corrected: (correction: Correction) => void }

const context = ({ corrected }: Lent) => ({ name: 'spool', bots, now: Date.now, log: () => {}, corrected })
const asModule = (lent: Lent) => loadChannel({ name: 'spool', path, options: { folder: lent.folder } }, context(lent))
const asOwn = (lent: Lent) => spool.open({ folder: lent.folder, bots: bots.map(({ id }) => id) }, context(lent))

function spoolWorld(open: (lent: Lent) => Channel | Promise<Channel>): World {
  const folder = mkdtempSync(join(tmpdir(), 'chime-spool-'))
  const room = join(folder, 'lab')
  writeFileSync(room, '')
  let opened: Channel | undefined
  let said = 0
  return {
    group: 'spool:lab',
    async open(corrected) {
      opened = await open({ folder, corrected })
      return opened
    },
    says(who, text, { replyTo, ts = Date.now() } = {}) {
      const id = `said-${(said += 1)}`
      appendFileSync(room, `${JSON.stringify({ id, who, text, ts, replyTo })}\n`)
      return id
    },
    posted: () =>
      linesOf(folder, 'lab').map(({ who, id, text, replyTo }) => ({ id, by: who, text, ...(replyTo && { replyTo }) })),
    isIdle: () => existsSync(folder),
    stop: () => rmSync(folder, { recursive: true }),
  }
}

const traits = { capabilities: ['replies'], troubles: [], gaps: ['acknowledges'] } as const

channelContract('a folder of Chime', () => spoolWorld(asOwn), traits)
channelContract('the same as a user’s module', () => spoolWorld(asModule), traits)
