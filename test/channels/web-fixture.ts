// A web channel with two rooms on a database in memory, for the tests beside this file.
import { DatabaseSync } from 'node:sqlite'
import type { Hono } from 'hono'
import type { InboundMessage, Intake, OutboundReply } from '../../src/channels/channel.ts'
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import { makeWebRoutes } from '../../src/channels/web/routes.ts'
import { makeWebChannel } from '../../src/channels/web/web-channel.ts'
import { makeHttp } from '../../src/http/app.ts'

export const bots = [
  { id: 'iris', name: 'Iris', aliases: ['小研'], role: 'research assistant' },
  { id: 'rex', name: 'Rex', aliases: ['小审', 'c++ (dev)'], role: 'code reviewer' },
]

export const at = 1_000_000

interface Change {
  now?: () => number
  mostFileBytes?: number
  mayWrite?: () => void
  token?: string
}

export function makeWeb(db = new DatabaseSync(':memory:'), { token, ...change }: Change = {}) {
  const taken: InboundMessage[][] = []
  const errors: unknown[] = []
  const verdicts: BotVerdict[] = []
  const listeners = new Map<(verdict: BotVerdict) => void, string>()
  const channel = makeWebChannel({
    db,
    rooms: [
      { id: 'lobby', title: 'Lobby', bots: ['iris', 'rex'] },
      { id: 'den', title: 'Den', bots: ['iris'] },
    ],
    members: () => bots,
    now: () => at,
    onError: (error) => errors.push(error),
    ...change,
  })
  const app = makeHttp({
    host: '127.0.0.1',
    ...(token && { token }),
    health: () => ({ status: 'ok' }),
    routes: makeWebRoutes({
      channel,
      subscribeVerdicts: (group, listener) => {
        listeners.set(listener, group)
        return () => listeners.delete(listener)
      },
      recentVerdicts: (group, limit) => (group === 'web:lobby' ? verdicts.slice(-limit) : []),
    }),
  })
  const intake: Intake = async (messages) => void taken.push(messages)
  const tell = (verdict: BotVerdict) => {
    for (const listener of listeners.keys()) listener(verdict)
  }
  return { db, channel, app, taken, errors, verdicts, listeners, intake, tell }
}

export const makeVerdict = (turn: number, reason = ''): BotVerdict => ({
  bot: 'rex',
  turn,
  at,
  gate: 'decide',
  outcome: 'skip',
  why: 'modelDeclines',
  messages: ['m1'],
  reason,
})

export const makeReply = (change: Partial<OutboundReply> = {}): OutboundReply => ({
  key: 'web:lobby/iris/1',
  expiresAt: Number.MAX_SAFE_INTEGER,
  group: 'web:lobby',
  bot: 'iris',
  text: 'A Welch test.',
  type: 'short',
  replyTo: 'm1',
  meta: { model: 'rehearsal', rehearsal: true },
  ...change,
})

export const signal = () => new AbortController().signal

export const get = async (app: Hono, path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { host: 'localhost:7171', ...headers } })

export const post = async (app: Hono, body: unknown, { room = 'lobby', headers = {} } = {}) =>
  app.request(`/api/rooms/${room}/messages`, {
    method: 'POST',
    headers: { host: 'localhost:7171', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
  })
