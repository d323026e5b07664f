// A hostile Feishu on loopback: people who talk, apps that connect, and every trouble that the platform can make.
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { seeded } from '../../crash/seeded.ts'
import { listening } from '../../world/loopback.ts'
import { chatControls } from './chat-controls.ts'
import { fileCalls } from './files.ts'
import { httpSide } from './http-side.ts'
import { mostWithin } from './limits.ts'
import { messageCalls } from './message-calls.ts'
import { pushes } from './pushes.ts'
import { tenantCalls } from './tenant-calls.ts'
import { type App, type AppSpec, type PersonSpec, world as makeWorld } from './world.ts'
import { whenever } from './whenever.ts'

/** Spans in ms; what is left out is as on the platform. */
export interface FakeOptions {
  apps: readonly AppSpec[]
  people: readonly PersonSpec[]
  ackTimeoutMs?: number
  redeliverMs?: readonly number[]
  tokenLifeMs?: number
  pingMs?: number
  reconnectMs?: number
  reconnectNonceMs?: number
  /** −1: for ever. */
  reconnectCount?: number
  sendsPerSecond?: number
  callsPerSecond?: number
  callsPerMinute?: number
  /** How long a second lasts for the limits. */
  secondMs?: number
  uuidLifeMs?: number
  bareRefusals?: boolean
  /** Of the choice among connections. */
  seed?: number
}

const minute = 60_000
const hour = 60 * minute

export type FakeFeishu = Awaited<ReturnType<typeof fakeFeishu>>

export async function fakeFeishu(options: FakeOptions) {
  const secondMs = options.secondMs ?? 1_000
  const world = makeWorld(options.apps, options.people)
  const changes = whenever()
  const clientConfig = {
    ReconnectCount: options.reconnectCount ?? -1,
    ReconnectInterval: (options.reconnectMs ?? 2 * minute) / 1000,
    ReconnectNonce: (options.reconnectNonceMs ?? 30_000) / 1000,
    PingInterval: (options.pingMs ?? 2 * minute) / 1000,
  }
  const pushed = pushes({
    ackTimeoutMs: options.ackTimeoutMs ?? 3_000,
    redeliverMs: options.redeliverMs ?? [5 * minute, hour, 6 * hour],
    random: seeded(options.seed ?? 1).number,
    clientConfig,
    changed: changes.happened,
  })
  const controls = chatControls(world, pushed.push)
  const messages = messageCalls(
    world,
    { sendsPerSecond: options.sendsPerSecond ?? 5, secondMs, uuidLifeMs: options.uuidLifeMs ?? hour },
    controls.post,
    controls.edited,
  )
  const tenant = tenantCalls(
    world,
    {
      tokenLifeMs: options.tokenLifeMs ?? 2 * hour,
      bareRefusals: options.bareRefusals ?? false,
      clientConfig,
    },
    pushed.connections,
  )
  const files = fileCalls(world)
  const http = httpSide({
    messages,
    tenant,
    files,
    callLimits: [
      { max: options.callsPerSecond ?? 50, spanMs: secondMs },
      { max: options.callsPerMinute ?? 1_000, spanMs: 60 * secondMs },
    ],
    changed: changes.happened,
  })
  const sockets = new WebSocketServer({ noServer: true })
  http.server.on('upgrade', (request, socket: Duplex, head) => {
    const ticket = new URL(request.url ?? '/', 'http://fake').searchParams.get('access_key') ?? ''
    const app = tenant.guest(ticket)
    if (!app || http.isDown()) socket.destroy()
    else sockets.handleUpgrade(request, socket, head, (opened) => pushed.connect(app, opened))
  })
  const { url, stop } = await listening(http.server)

  const byHandle =
    <Rest extends unknown[]>(act: (app: App, ...rest: Rest) => void) =>
    (handle: string, ...rest: Rest): void =>
      act(world.app(handle), ...rest)
  const { post: _, edited: __, ...chatSide } = controls

  return {
    url,
    ...chatSide,
    /** What an app's owner puts into the configuration. */
    app(handle: string): { appId: string; appSecret: string } {
      const { appId, appSecret } = world.app(handle)
      return { appId, appSecret }
    },
    /** As `app` sees the member. */
    openId: (handle: string, app: string): string => world.openId(handle, world.app(app)),
    unionId: world.unionId,
    /** Every HTTP call, every try of an event, every send, in order. */
    calls: http.log,
    pushes: pushed.log,
    sends: messages.attempts,
    refused: (): number => messages.attempts.filter(({ outcome }) => outcome === 'refused').length,
    /** The most sends that all bots of a chat tried in any second, refused ones too. */
    mostPerSecond: (chat: string): number =>
      mostWithin(
        messages.attempts.filter((one) => one.chat === chat).map(({ at }) => at),
        secondMs,
      ),
    /** What an app may do and hears is what it was published with last. */
    publish(handle: string, { scopes, events }: Required<Pick<AppSpec, 'scopes' | 'events'>>): void {
      const app = world.app(handle)
      app.scopes = new Set(scopes)
      app.events = new Set(events)
    },
    connections: (handle: string): number => pushed.connections(world.app(handle)),
    deliverTwice: (on = true): void => pushed.deliverTwice(on),
    /** The app's events are posted to an address, and no more sent over its connections. */
    postTo: byHandle(pushed.postTo),
    /** So many acknowledgements of the app get lost on their way. */
    dropAcks: byHandle(pushed.dropAcks),
    disconnect: byHandle(pushed.disconnect),
    /** The app's open sockets stay open and nothing comes or goes any more. */
    halfDead: byHandle(pushed.halfDead),
    keepFile: files.keep,
    dropFile: files.drop,
    fail: http.fail,
    /** The next sends or replies, one failure each. */
    failSends: (...next: Parameters<typeof http.fail>[1][]): void => http.fail('send', ...next),
    expireTokens: tenant.expireTokens,
    /** HTTP connections are cut at once, and no long connection opens; open ones stay. */
    down: http.down,
    up: http.up,
    /** Resolves as soon as `check` holds; rejects when it does not within `limitMs`. */
    until: changes.until,
    async stop(): Promise<void> {
      pushed.stop()
      sockets.close()
      await stop()
    },
  }
}
