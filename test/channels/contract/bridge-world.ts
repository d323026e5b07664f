// Two bridges that know each other alone, over HTTP on loopback: who talks at the other one is a bot of it.
import { DatabaseSync } from 'node:sqlite'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { vi } from 'vitest'
import { type Bridge, makeBridge, type Said } from '../../../src/channels/bridge/bridge.ts'
import { makeBridgeChannel } from '../../../src/channels/bridge/bridge-channel.ts'
import type { InboundMessage } from '../../../src/channels/channel.ts'
import { makeHttp } from '../../../src/http/app.ts'
import { bridgePath, makeBridgeRoutes } from '../../../src/channels/bridge/routes.ts'
import { listen } from '../../../src/http/serve.ts'
import { openBridgePosts } from '../../../src/store/bridge-posts.ts'
import { openBridgeStore } from '../../../src/store/bridge.ts'
import { key } from '../bridge/bridge-world.ts'
import { bots } from './online.ts'
import type { Posted, World } from './world.ts'

const group = 'bridge:lab'
const timeoutMs = 10_000
const quickly = {
  setTimeout: (fire: () => void, ms: number) => setTimeout(fire, ms === timeoutMs ? ms : ms / 50),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
}

export async function bridgeWorld(): Promise<World> {
  const [ours, theirs] = [endpoint(), endpoint()]
  const [alphaAt, betaAt] = await Promise.all([ours, theirs].map(({ app }) => listen(app, loopback)))
  const db = new DatabaseSync(':memory:')
  const otherDb = new DatabaseSync(':memory:')
  const store = openBridgeStore(db)
  const otherStore = openBridgeStore(otherDb)
  const open = (id: string, peer: string, url = '', [inKey, outKey]: [string, string], at: typeof store): Bridge =>
    makeBridge({
      id,
      peers: [{ id: peer, url: url + bridgePath, keys: { in: [inKey], out: [outKey] }, groups: [group] }],
      hopLimit: 4,
      store: at,
      now: Date.now,
      wall: Date.now,
      clock: quickly,
      botsIn: () => bots.map((bot) => bot.id),
      ownIdIn: (_, bot) => `${id}/${bot}`,
      isPersons: () => false,
      keptBack: () => {},
      refused: (...what) => void problems.push(what),
      expired: (...what) => void problems.push(what),
      changed: () => {},
    })
  const problems: unknown[] = []
  const stands: Posted[] = []
  const saidBy = new Map<string, Said & { at: number }>()
  const beta = open('beta', 'alpha', alphaAt?.url, [key(1), key(2)], otherStore)
  theirs.leadTo(beta)
  beta.start(async (messages) => void stands.push(...messages.map(postedAs)))
  const tell = (id: string): void => {
    const { at, ...told } = saidBy.get(id) as Said & { at: number }
    beta.said(told, at)
    beta.wake()
  }

  return {
    group,
    open() {
      const bridge = open('alpha', 'beta', betaAt?.url, [key(2), key(1)], store)
      ours.leadTo(bridge)
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
          if (store.waiting('beta') > 0) throw new Error('beta has not heard everything')
          return stands
        },
        { timeout: 10_000, interval: 5 },
      ),
    isIdle: () => theirs.open() === 0,
    redeliver: tell,
    loseAnswer: () => theirs.cutNext(),
    async stop() {
      await beta.stop()
      await Promise.all([alphaAt?.stop(), betaAt?.stop()])
      db.close()
      otherDb.close()
      if (problems.length > 0) throw new Error(JSON.stringify(problems))
    },
  }
}

const loopback = { host: '127.0.0.1', port: 0 }

/** Where a bridge listens, also while there is none yet. */
function endpoint() {
  let bridge: Bridge | undefined
  let open = 0
  let cuts = 0
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (c, next) => {
    open += 1
    await next()
    open -= 1
    if (cuts > 0) {
      cuts -= 1
      c.env.outgoing.destroy()
    }
  })
  const receive: Bridge['receive'] = (...request) =>
    bridge ? bridge.receive(...request) : Promise.reject(new Error('nobody is here'))
  const signed = makeBridgeRoutes({ receive, refused: () => {} })
  app.route('/', makeHttp({ routes: new Hono(), signed, host: '127.0.0.1', health: () => ({}) }))
  return {
    app: app as unknown as Hono,
    leadTo: (to: Bridge): void => void (bridge = to),
    open: (): number => open,
    cutNext: (): void => void (cuts += 1),
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
