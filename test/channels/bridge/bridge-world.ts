// Two or more bridges over loopback on stores in memory, in a time that the test turns.
import { DatabaseSync } from 'node:sqlite'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { onTestFinished, vi } from 'vitest'
import { type Bridge, type BridgeOptions, makeBridge, type Said } from '../../../src/channels/bridge/bridge.ts'
import type { BridgePeer } from '../../../src/channels/bridge/config.ts'
import type { InboundMessage, Intake } from '../../../src/channels/channel.ts'
import { makeHttp } from '../../../src/http/app.ts'
import { makeBridgeRoutes } from '../../../src/channels/bridge/routes.ts'
import { listen } from '../../../src/http/serve.ts'
import { openBridgeStore } from '../../../src/store/bridge.ts'

/** A key for each number. */
export const key = (n: number): string => `whsec_${Buffer.alloc(32, n).toString('base64')}`

export const group = 'feishu:oc_1'
export const start = Date.parse('2026-11-21T12:00:00Z')

/** Timers fire when the test says so. */
export function handClock() {
  let now = start
  let n = 0
  const timers = new Map<number, { due: number; ms: number; fire: () => void }>()
  return {
    now: () => now,
    clock: {
      setTimeout(fire: (...args: unknown[]) => void, ms: number) {
        timers.set((n += 1), { due: now + ms, ms, fire })
        return n
      },
      clearTimeout: (id: unknown) => void timers.delete(id as number),
    },
    pass: (ms: number) => void (now += ms),
    /** Waits until no try is under way, then goes to the end of the pause; returns its length, 0 when there is none. */
    async pause(): Promise<number> {
      const [id, timer] = await vi.waitFor(() => {
        if ([...timers.values()].some(({ ms }) => ms === timeoutMs)) throw new Error('a try is under way')
        return [...timers][0] ?? [0, undefined]
      }, polling)
      if (!timer) return 0
      timers.delete(id)
      now = Math.max(now, timer.due)
      timer.fire()
      return timer.ms
    },
  }
}

const timeoutMs = 10_000
export const polling = { timeout: 10_000, interval: 2 }

interface Options {
  id: string
  peers: BridgePeer[]
  hand?: ReturnType<typeof handClock>
  db?: DatabaseSync
  intake?: Intake
  /** Over what it has here. */
  over?: Partial<BridgeOptions>
  /** Of the routes. */
  timeoutMs?: number
  mostAtOnce?: number
}

const memory = (): DatabaseSync => new DatabaseSync(':memory:')

/** What was taken is in `taken`; what the log would tell in `told`. */
export function side({ id, peers, hand = handClock(), db = memory(), intake, over, ...routes }: Options) {
  const taken: InboundMessage[] = []
  const told: unknown[][] = []
  const bridge = makeBridge({
    id,
    peers,
    hopLimit: 4,
    store: openBridgeStore(db),
    now: hand.now,
    wall: hand.now,
    clock: hand.clock,
    botsIn: () => ['rex'],
    ownIdIn: (_, bot) => (bot === 'rex' ? 'ou_rex' : undefined),
    isPersons: (_, message) => message === 'of-a-person',
    keptBack: (...what) => void told.push(['keptBack', ...what]),
    refused: (...what) => void told.push(['refused', ...what]),
    expired: (...what) => void told.push(['expired', ...what]),
    changed: (...what) => void told.push(['changed', ...what]),
    ...over,
  })
  const refused: unknown[] = []
  const failed: unknown[] = []
  const app = makeHttp({
    routes: new Hono(),
    signed: makeBridgeRoutes({ receive: bridge.receive, refused: (refusal) => void refused.push(refusal), ...routes }),
    host: '127.0.0.1',
    health: () => ({}),
    onError: (error) => void failed.push(error),
  })
  onTestFinished(() => bridge.stop())
  const begin = (): void => bridge.start(intake ?? (async (messages) => void taken.push(...messages)))
  return { id, bridge, app, taken, told, refused, failed, db, hand, begin }
}

/** Serves a side's app; closed when the test ends. */
export async function served(app: Hono, port = 0) {
  const server = await listen(app, { host: '127.0.0.1', port })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= server.stop())
  onTestFinished(stop)
  return { url: `${server.url}/v1/events`, port: Number(new URL(server.url).port), stop }
}

/** An address that leads to a side's app once there is one; `cutNext`: the answer to the next request is lost. */
export async function place() {
  let app: Hono | undefined
  let [open, cuts] = [0, 0]
  const doors = new Hono<{ Bindings: HttpBindings }>().all('*', async (c) => {
    open += 1
    const answer = (await app?.fetch(c.req.raw, c.env)) ?? c.body(null, 503)
    open -= 1
    if (cuts > 0) {
      cuts -= 1
      c.env.outgoing.destroy()
    }
    return answer
  })
  const { url } = await served(doors as unknown as Hono)
  return {
    url,
    leadTo: (to: Hono): void => void (app = to),
    open: (): number => open,
    cutNext: (): void => void (cuts += 1),
  }
}

export const says = (bridge: Bridge, over: Partial<Said>, at: number): void => {
  bridge.said(
    {
      group,
      message: 'om_1',
      sender: { id: 'iris', name: 'Iris' },
      text: 'Rex, a Welch test?',
      mentions: [{ id: 'rex', name: 'Rex' }],
      batch: ['om_0'],
      ...over,
    },
    at,
  )
  bridge.wake()
}
