// One bot's stream to its server: who may hear the password, and what its breaks and refusals mean.
import { randomUUID } from 'node:crypto'
import { type Client, client, type Element, xml } from '@xmpp/client'
import { leadsToLoopback } from '../../config/loopback.ts'
import { ChannelError, type Line } from '../channel.ts'
import { makeAlive } from './alive.ts'
import { answerDisco } from './caps.ts'
import { bareOf, ns } from './names.ts'
import { useScram } from './scram.ts'
import type { Timers } from '../timers.ts'
import { cut, readWhole } from './socket.ts'

export interface Account {
  /** Bare. */
  jid: string
  password: string
  /** `xmpp://host:port`, or `xmpps://host:port` */
  service: string
  /** Absent: that of the service. One on an account: the server ends the older stream when a newer one takes it. */
  resource?: string
}

export interface Session {
  send(stanza: Element): Promise<void>
  /** Rejects with a ChannelError. */
  ask(iq: Element): Promise<Element>
  close(): Promise<void>
}

interface SessionEvents {
  timers: Timers
  /** How long the server may be silent before it is asked whether it is there, and then before it counts as gone, ms. */
  silenceMs: number
  /** A new stream: rooms must be entered. */
  opened(session: Session): void
  /** The same stream goes on; nothing was missed. */
  resumed(): void
  stanza(stanza: Element): void
  broke(): void
  line: Line
}

const askTimeoutMs = 10_000
/** How long a stream may take to say good-bye. */
const closeMs = 1_000
/** A stream that falls sooner than that, and again, is not mended at once any more. */
const shortMs = 10_000
const maxShort = 3
const usualResource = 'chime'

/** Opens the stream in the background; a broken one is mended by the client until the line's timeout ends. */
export function openSession(
  { jid, password, service, resource = usualResource }: Account,
  events: SessionEvents,
): Session {
  const [username = '', domain = ''] = jid.split('@')
  // A password goes over a plain connection to this machine alone.
  const mayBePlain = leadsToLoopback(service)
  let isClosed = false
  let hasOpened = false
  const connection: Client = client({
    service,
    domain,
    resource,
    async credentials(authenticate, mechanisms, _, entity) {
      const isSafe = entity.isSecure()
      if (!isSafe && !mayBePlain)
        throw new ChannelError('permanent', `${domain} offers no TLS: no password is sent`, {
          line: { code: 'noTls', numbers: { domain } },
        })
      await authenticate({ username, password }, mechanisms[0], xml('user-agent', { id: randomUUID() }))
    },
  })
  answerDisco(connection)
  readWhole(connection)
  useScram(connection)

  const down = (error: unknown) => {
    if (!isClosed) events.line.down(troubleOf(error))
  }
  const alive = makeAlive({
    timers: events.timers,
    silenceMs: events.silenceMs,
    ask: () => void session.ask(ping(domain)).catch(() => {}),
    dead: () => cut(connection.socket),
  })
  const session: Session = {
    async send(stanza) {
      try {
        await connection.send(stanza)
      } catch (cause) {
        throw new ChannelError('unavailable', 'the stream to the XMPP server is broken', { cause })
      }
    },
    async ask(iq) {
      try {
        return await connection.iqCaller.request(iq, askTimeoutMs)
      } catch (cause) {
        throw refusal(cause)
      }
    },
    async close() {
      isClosed = true
      alive.stop()
      connection.reconnect.stop()
      const { socket, status } = connection
      if (status === 'offline') return
      // A server that does not answer would keep it open, and one that is not reached would for ever.
      if (status !== 'online') cut(socket)
      const late = setTimeout(() => cut(socket), closeMs)
      await connection.stop().catch(() => {})
      clearTimeout(late)
      connection.reconnect.stop()
      cut(socket)
      if (connection.socket !== socket) cut(connection.socket)
    },
  }
  let stoodSince = 0
  let short = 0
  const stands = () => {
    stoodSince = events.timers.now()
    alive.start()
  }
  const opened = () => {
    if (isClosed) return
    hasOpened = true
    if (bareOf(connection.jid?.toString() ?? '') !== jid)
      return down(
        new ChannelError('permanent', `the server calls the bot ${connection.jid?.bare().toString()}: not ${jid}`, {
          line: { code: 'otherAddress', numbers: { found: connection.jid?.bare().toString() ?? '', jid } },
        }),
      )
    stands()
    events.opened(session)
  }
  // What is sent while stream management begins is counted by one side alone, and would be sent twice after a resume.
  let isManaged = false
  let isBeginning = false
  connection.on('nonza', (element) => {
    if (element.name === 'stream:features') isManaged = element.getChild('sm', ns.sm) !== undefined
    if (!isBeginning || !(element.is('enabled', ns.sm) || element.is('failed', ns.sm))) return
    isBeginning = false
    setImmediate(opened)
  })
  connection.on('online', () => {
    isBeginning = isManaged
    if (!isManaged) opened()
  })
  connection.streamManagement.on('resumed', () => {
    if (isClosed) return
    stands()
    events.resumed()
  })
  connection.on('element', alive.heard)
  connection.on('stanza', (stanza) => {
    if (!isClosed) events.stanza(stanza)
  })
  // The server has ended the stream: it may leave the connection to the bot.
  connection.on('close', () => {
    if (!isClosed) cut(connection.socket)
  })
  connection.on('disconnect', () => {
    alive.stop()
    if (isClosed) return
    if (!hasOpened)
      return down(
        new ChannelError('unavailable', 'the server closed the stream before the login', {
          line: { code: 'closedBeforeLogin' },
        }),
      )
    events.broke()
    short = events.timers.now() - stoodSince < shortMs ? short + 1 : 0
    if (short < maxShort) return events.line.reconnecting('the connection broke', { code: 'connectionBroke' })
    down(new ChannelError('unavailable', 'the connection breaks again and again', { line: { code: 'breaksAgain' } }))
  })
  connection.on('error', (error) => {
    const isFinal = troubleOf(error).permanent
    // Two that throw each other out would do so for ever.
    if (isFinal) connection.reconnect.stop()
    if (!hasOpened || isFinal) down(error)
  })
  // Its rejection is told as an error, too.
  connection.start().catch(down)
  return session
}

export const ping = (to: string): Element => xml('iq', { type: 'get', to }, xml('ping', { xmlns: ns.ping }))

/** A stanza error (RFC 6120, 8.3) in the channel's words. */
export function refusal(cause: unknown): ChannelError {
  if (cause instanceof ChannelError) return cause
  const { name, condition, type } = cause as { name?: string; condition?: string; type?: string }
  if (name !== 'StanzaError' || condition === undefined)
    return new ChannelError('unavailable', 'the XMPP server did not answer', { cause })
  return stanzaError(condition, type)
}

export function stanzaError(condition: string, type = 'cancel'): ChannelError {
  const reason = `the XMPP server refused: ${condition}`
  // No condition tells how long.
  if (tooFast.has(condition)) return new ChannelError('rateLimited', reason, { retryAfterMs: 1_000 })
  return new ChannelError(type === 'wait' || passing.has(condition) ? 'unavailable' : 'permanent', reason)
}

const tooFast: ReadonlySet<string> = new Set(['policy-violation', 'resource-constraint'])
/** Of one who is not in the room, or of a server that is not there. */
const passing: ReadonlySet<string> = new Set([
  'not-acceptable',
  'remote-server-not-found',
  'remote-server-timeout',
  'recipient-unavailable',
  'internal-server-error',
])

function troubleOf(error: unknown): Parameters<Line['down']>[0] {
  if (error instanceof ChannelError)
    return { reason: error.message, permanent: error.kind === 'permanent', ...error.line }
  const { name, condition, code, message } = error as {
    name?: string
    condition?: string
    code?: string
    message?: string
  }
  if (condition === 'conflict')
    return {
      reason: 'another program has taken the account: two Chimes must not run with the same one',
      permanent: true,
      code: 'accountTaken',
    }
  const said = code ?? condition ?? message ?? ''
  if (name !== 'SASLError')
    return { reason: `no stream to the XMPP server: ${said}`, permanent: false, code: 'noStream', numbers: { said } }
  const numbers = { said: condition ?? message ?? '' }
  if (condition === 'temporary-auth-failure')
    return { reason: `the XMPP server refused: ${condition}`, permanent: false, code: 'serverRefused', numbers }
  const next = 'check the jid and the password in channels.xmpp.accounts'
  return {
    reason: `the XMPP server refused the login: ${numbers.said}; ${next}`,
    permanent: true,
    code: 'loginRefused',
    numbers,
  }
}
