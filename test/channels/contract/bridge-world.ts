// Two bridges that know each other alone, over HTTP on loopback: who talks at the other one is a bot of it.
import { DatabaseSync } from 'node:sqlite'
import { vi } from 'vitest'
import type { BridgeOptions, Said } from '../../../src/channels/bridge/bridge.ts'
import { makeBridgeChannel } from '../../../src/channels/bridge/bridge-channel.ts'
import type { InboundMessage } from '../../../src/channels/channel.ts'
import { openBridgePosts } from '../../../src/store/bridge-posts.ts'
import { openBridgeStore } from '../../../src/store/bridge.ts'
import { key, place, side } from '../bridge/bridge-world.ts'
import { bots } from './online.ts'
import type { Posted, World } from './world.ts'

const group = 'bridge:lab'
const timeoutMs = 10_000
const quickly = {
  setTimeout: (fire: () => void, ms: number) => setTimeout(fire, ms === timeoutMs ? ms : ms / 50),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
}

export async function bridgeWorld(): Promise<World> {
  const [ours, theirs] = [await place(), await place()]
  const [db, otherDb] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')]
  const problems: unknown[] = []
  const stands: Posted[] = []
  const open = (id: string, peer: string, at: typeof ours, to: typeof ours, numbers: [number, number]) => {
    const [inKey, outKey] = numbers.map(key) as [string, string]
    const over: Partial<BridgeOptions> = {
      now: Date.now,
      wall: Date.now,
      clock: quickly,
      botsIn: () => bots.map((bot) => bot.id),
      ownIdIn: (_, bot) => `${id}/${bot}`,
      isPersons: () => false,
      refused: (...what) => void problems.push(what),
      expired: (...what) => void problems.push(what),
    }
    const made = side({
      id,
      peers: [{ id: peer, url: to.url, keys: { in: [inKey], out: [outKey] }, groups: [group] }],
      db: id === 'alpha' ? db : otherDb,
      intake: async (messages) => void stands.push(...messages.map(postedAs)),
      over,
    })
    at.leadTo(made.app)
    return made
  }
  const saidBy = new Map<string, Said & { at: number }>()
  const { bridge: beta, begin } = open('beta', 'alpha', theirs, ours, [1, 2])
  begin()
  const tell = (id: string): void => {
    const { at, ...told } = saidBy.get(id) as Said & { at: number }
    beta.said(told, at)
    beta.wake()
  }

  return {
    group,
    open() {
      const { bridge } = open('alpha', 'beta', ours, theirs, [2, 1])
      const posts = openBridgePosts(db)
      return makeBridgeChannel({ bridge, id: 'alpha', posts, botsIn: () => bots, calledIn: () => [], now: Date.now })
    },
    says(who, text, { mentions = [], replyTo, ts = Date.now() } = {}) {
      const message = `said-${saidBy.size}`
      const sender = { id: who, name: who }
      const called = mentions.map((bot) => ({ id: `alpha/${bot}`, name: bot }))
      saidBy.set(message, { group, message, sender, text, replyTo, mentions: called, batch: [], at: ts })
      stands.push({ id: message, by: who, text, ...(replyTo !== undefined && { replyTo }) })
      tell(message)
      return message
    },
    isAcknowledged: (id) => !waitingAt(otherDb).includes(id),
    posted: () =>
      vi.waitFor(
        () => {
          if (openBridgeStore(db).waiting('beta') > 0) throw new Error('beta has not heard everything')
          return stands
        },
        { timeout: 10_000, interval: 5 },
      ),
    isIdle: () => theirs.open() === 0,
    redeliver: tell,
    loseAnswer: () => theirs.cutNext(),
    async stop() {
      await beta.stop()
      db.close()
      otherDb.close()
      if (problems.length > 0) throw new Error(JSON.stringify(problems))
    },
  }
}

const postedAs = ({ id, sender, text, replyTo }: InboundMessage): Posted => ({
  id,
  by: sender.id.replace('alpha/', ''),
  text,
  ...(replyTo !== undefined && { replyTo }),
})

/** Messages that have not arrived. */
const waitingAt = (db: DatabaseSync): string[] =>
  db
    .prepare('SELECT body FROM bridge_outbox')
    .all()
    .map(({ body }) => (JSON.parse(String(body)) as { data: { message: string } }).data.message)
