// Events over long connections: a random one of an app, again when the acknowledgement is late, lost or a failure.
import type { WebSocket } from 'ws'
import { decodeFrame, encodeFrame } from './frames.ts'
import { envelopeOf, type Hook, posts, signed } from './webhook.ts'
import type { App } from './world.ts'

export interface PushTimes {
  ackTimeoutMs: number
  /** Waits before the second, third, … try; none is left: the event is lost. */
  redeliverMs: readonly number[]
}

export interface Push {
  /** Handle. */
  app: string
  type: string
  /** Id of the message that it is about. */
  message?: string
  eventId: string
  /** From 1. */
  attempt: number
  /** Number of the connection that it went to, from 1. */
  connection?: number
  outcome: 'waiting' | 'acked' | 'failed' | 'unanswered' | 'unconnected'
}

export interface Event {
  type: string
  message?: string
  body: object
}

interface Connection {
  number: number
  socket: WebSocket
  pinged: boolean
  dead: boolean
  /** What came before the first ping: the client would lose it. */
  held: Uint8Array[]
}

const frameBytes = 400

type Options = PushTimes & { random: () => number; clientConfig: object; changed: () => void }

export function pushes({ ackTimeoutMs, redeliverMs, random, clientConfig, changed }: Options) {
  const log: Push[] = []
  const connections = new Map<string, Set<Connection>>()
  const waiting = new Map<number, (ok: boolean) => void>()
  const timers = new Set<NodeJS.Timeout>()
  const hooks = new Map<string, Hook>()
  const acksToDrop = new Map<string, number>()
  let made = { connections: 0, frames: 0, events: 0 }
  let doubled = false
  let stopped = false

  const of = (app: App): Set<Connection> => connections.get(app.handle) ?? new Set()

  function later(ms: number, then: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
      changed()
    }, ms)
    timers.add(timer)
    return timer
  }

  function attempt(app: App, event: Event, eventId: string, n: number): void {
    if (stopped) return
    const push: Push = {
      app: app.handle,
      type: event.type,
      ...(event.message !== undefined && { message: event.message }),
      eventId,
      attempt: n,
      outcome: 'waiting',
    }
    log.push(push)
    const settle = (outcome: Push['outcome']): void => {
      push.outcome = outcome
      const wait = redeliverMs[n - 1]
      if (outcome !== 'acked' && wait !== undefined) later(wait, () => attempt(app, event, eventId, n + 1))
    }
    const hook = hooks.get(app.handle)
    if (hook) {
      const told = {
        type: event.type,
        eventId,
        appId: app.appId,
        token: hook.verificationToken ?? '',
        event: event.body,
      }
      void postTo(hook, told, settle)
      return
    }
    const open = [...of(app)]
    const connection = open[Math.floor(random() * open.length)]
    if (!connection) return settle('unconnected')
    push.connection = connection.number
    const seq = (made.frames += 1)
    const timer = later(ackTimeoutMs, () => {
      waiting.delete(seq)
      settle('unanswered')
    })
    waiting.set(seq, (ok) => {
      timers.delete(timer)
      clearTimeout(timer)
      settle(ok ? 'acked' : 'failed')
    })
    for (const frame of framesOf(app, event, eventId, seq)) give(connection, frame)
  }

  async function postTo(
    hook: Hook,
    told: Parameters<typeof envelopeOf>[0],
    settle: (outcome: Push['outcome']) => void,
  ) {
    settle((await posts(hook, signed(envelopeOf(told), hook), ackTimeoutMs)) ? 'acked' : 'failed')
    changed()
  }

  function give(connection: Connection, frame: Uint8Array): void {
    if (connection.dead) return
    if (connection.pinged) connection.socket.send(frame)
    else connection.held.push(frame)
  }

  function heard(app: App, connection: Connection, bytes: Uint8Array): void {
    if (connection.dead) return
    const frame = decodeFrame(bytes)
    if (frame.method === 1) return acknowledged(app, frame.seq, frame.payload)
    if (frame.headers['type'] !== 'ping') return
    connection.pinged = true
    give(
      connection,
      encodeFrame({
        ...frame,
        headers: { type: 'pong' },
        payload: new TextEncoder().encode(JSON.stringify(clientConfig)),
      }),
    )
    for (const held of connection.held.splice(0)) give(connection, held)
  }

  function acknowledged(app: App, seq: number, payload: string): void {
    const drop = acksToDrop.get(app.handle) ?? 0
    if (drop > 0) return void acksToDrop.set(app.handle, drop - 1)
    const settle = waiting.get(seq)
    waiting.delete(seq)
    settle?.((JSON.parse(payload) as { code: number }).code === 200)
  }

  return {
    /** Every try, in order. */
    log,
    connections: (app: App): number => of(app).size,
    connect(app: App, socket: WebSocket): void {
      const connection: Connection = {
        number: (made.connections += 1),
        socket,
        pinged: false,
        dead: false,
        held: [],
      }
      connections.set(app.handle, of(app).add(connection))
      socket.on('message', (bytes: Uint8Array) => {
        heard(app, connection, bytes)
        changed()
      })
      socket.on('error', () => undefined)
      socket.on('close', () => {
        of(app).delete(connection)
        changed()
      })
      changed()
    },
    push(app: App, event: Event): void {
      if (app.events && !app.events.has(event.type)) return
      for (let copy = 0; copy < (doubled ? 2 : 1); copy += 1) attempt(app, event, `event-${(made.events += 1)}`, 1)
    },
    /** Each event from now on goes out twice, under two event ids. */
    deliverTwice(on: boolean): void {
      doubled = on
    },
    /** From now on the app's events are posted there. */
    postTo: (app: App, hook: Hook): void => void hooks.set(app.handle, hook),
    dropAcks(app: App, count: number): void {
      acksToDrop.set(app.handle, count)
    },
    disconnect(app: App): void {
      for (const { socket } of of(app)) socket.terminate()
    },
    halfDead(app: App): void {
      for (const connection of of(app)) connection.dead = true
    },
    stop(): void {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      for (const set of connections.values()) for (const { socket } of set) socket.terminate()
    },
  }
}

/** A long event goes out in slices. */
function framesOf(app: App, event: Event, eventId: string, seq: number): Uint8Array[] {
  const told = envelopeOf({ type: event.type, eventId, appId: app.appId, event: event.body })
  const bytes = new TextEncoder().encode(JSON.stringify(told))
  const sum = Math.ceil(bytes.length / frameBytes)
  return Array.from({ length: sum }, (_, i) =>
    encodeFrame({
      seq,
      log: seq,
      service: 2,
      method: 1,
      headers: {
        type: 'event',
        message_id: `frame-${eventId}-${seq}`,
        sum: String(sum),
        seq: String(i),
        trace_id: `trace-${seq}`,
      },
      payload: bytes.subarray(i * frameBytes, (i + 1) * frameBytes),
    }),
  )
}
