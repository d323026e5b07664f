// The gateway: sessions that are resumed, heartbeats that are answered or not, and whatever a broken one sends.
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { FakeServer } from './server.ts'

interface Session {
  id: string
  bot: string
  events: { s: number; t: string; d: unknown }[]
  socket: WebSocket | undefined
}

const [dispatch, heartbeat, identify, resume, reconnect, invalid, hello, ack] = [0, 1, 2, 6, 7, 9, 10, 11]
const contentIntent = 1 << 15
const firstClose = 4000

interface Options {
  web: Server
  url: string
  heartbeatMs: number
}

export function gatewaySide(server: FakeServer, { web, url, heartbeatMs }: Options) {
  const sockets = new WebSocketServer({ server: web })
  const sessions: Session[] = []
  const seen = { identified: 0, resumed: 0, heartbeats: 0 }
  let isDeaf = false
  let isRefusing = false

  const send = (socket: WebSocket, payload: object): void => socket.send(JSON.stringify(payload))
  const push = (session: Session, t: string, d: unknown): void => {
    const event = { s: session.events.length + 1, t, d }
    session.events.push(event)
    if (session.socket) send(session.socket, { op: dispatch, ...event })
  }
  const linesOf = (bot: string): Session[] => sessions.filter((each) => each.bot === bot && each.socket !== undefined)

  sockets.on('connection', (socket) => {
    if (isRefusing) return socket.close(1011)
    let session: Session | undefined
    send(socket, { op: hello, d: { heartbeat_interval: heartbeatMs } })
    socket.on('message', (raw: Buffer) => {
      const { op, d } = JSON.parse(String(raw)) as { op: number; d: Record<string, unknown> }
      if (op === heartbeat) {
        seen.heartbeats += 1
        if (!isDeaf) send(socket, { op: ack })
      } else if (op === identify) session = identified(socket, d) ?? session
      else if (op === resume) session = resumed(socket, d) ?? session
    })
    socket.on('close', (code: number) => {
      if (!session || session.socket !== socket) return
      session.socket = undefined
      // Who says good-bye ends the session.
      if (code === 1000 || code === 1001) sessions.splice(sessions.indexOf(session), 1)
    })
  })

  function identified(socket: WebSocket, d: Record<string, unknown>): Session | undefined {
    seen.identified += 1
    const user = server.byToken(String(d['token']))
    if (!user || (user.isWithoutContent && (Number(d['intents']) & contentIntent) !== 0)) {
      socket.close(user ? 4014 : 4004)
      return undefined
    }
    const session: Session = { id: `session-${sessions.length}-${Math.random()}`, bot: user.handle, events: [], socket }
    sessions.push(session)
    push(session, 'READY', {
      v: 10,
      user: server.shownUser(user),
      guilds: [{ id: server.guild, unavailable: true }],
      session_id: session.id,
      resume_gateway_url: url,
      application: { id: user.id, flags: 0 },
    })
    push(session, 'GUILD_CREATE', { ...server.shownGuild(), members: [server.memberOf(user.handle)] })
    return session
  }

  function resumed(socket: WebSocket, d: Record<string, unknown>): Session | undefined {
    const session = sessions.find(({ id }) => id === d['session_id'])
    if (!session || server.byToken(String(d['token']))?.handle !== session.bot) {
      send(socket, { op: invalid, d: false })
      return undefined
    }
    seen.resumed += 1
    session.socket = socket
    for (const event of session.events.filter(({ s }) => s > Number(d['seq']))) send(socket, { op: dispatch, ...event })
    push(session, 'RESUMED', {})
    return session
  }

  return {
    emit: (to: readonly string[], type: string, data: unknown): void => {
      for (const session of sessions) if (to.includes(session.bot)) push(session, type, data)
    },
    open: (): number => sockets.clients.size,
    controls: {
      seen: seen as Readonly<typeof seen>,
      lines: (bot: string): number => linesOf(bot).length,
      /** The line is gone without a word; the session stays. */
      cutLine: (bot: string): void => linesOf(bot).forEach(({ socket }) => socket?.terminate()),
      closeLine: (bot: string, code = firstClose): void => linesOf(bot).forEach(({ socket }) => socket?.close(code)),
      askToReconnect: (bot: string): void =>
        linesOf(bot).forEach(({ socket }) => socket && send(socket, { op: reconnect, d: null })),
      /** What was said since is in no session any more. */
      forgetSessions(bot: string): void {
        for (const session of sessions.filter((each) => each.bot === bot)) {
          sessions.splice(sessions.indexOf(session), 1)
          if (session.socket) send(session.socket, { op: invalid, d: false })
        }
      },
      dropHeartbeats: (is: boolean): void => void (isDeaf = is),
      refuseLines: (is: boolean): void => void (isRefusing = is),
      /** An event, whatever it says. */
      push: (bot: string, type: string, data: unknown): void =>
        linesOf(bot).forEach((session) => push(session, type, data)),
      /** Not even an event. */
      raw: (bot: string, text: string): void => linesOf(bot).forEach(({ socket }) => socket?.send(text)),
    },
    async stop(): Promise<void> {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise<void>((resolve) => sockets.close(() => resolve()))
    },
  }
}
