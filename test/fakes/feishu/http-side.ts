// The HTTP side: finds the call, checks token, scope and rate, has it carried out, and fails on demand.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Answer, type Failure, refused, tooMany } from './answers.ts'
import { type fileCalls, giveFile } from './files.ts'
import { type Limit, slidingWindows } from './limits.ts'
import type { Call, messageCalls } from './message-calls.ts'
import { needed } from './scopes.ts'
import type { tenantCalls } from './tenant-calls.ts'
import type { App } from './world.ts'

const routes = [
  ['POST /open-apis/auth/v3/tenant_access_token/internal', 'token'],
  ['POST /callback/ws/endpoint', 'endpoint'],
  ['GET /open-apis/bot/v3/info', 'info'],
  ['POST /open-apis/im/v1/messages', 'send'],
  ['GET /open-apis/im/v1/messages', 'history'],
  ['GET /open-apis/im/v1/messages/:message', 'read'],
  ['GET /open-apis/im/v1/messages/:message/resources/:key', 'resource'],
  ['PUT /open-apis/im/v1/messages/:message', 'edit'],
  ['POST /open-apis/im/v1/messages/:message/reply', 'reply'],
  ['POST /open-apis/im/v1/messages/:message/reactions', 'react'],
  ['DELETE /open-apis/im/v1/messages/:message/reactions/:reaction', 'unreact'],
  ['GET /open-apis/im/v1/chats', 'chats'],
  ['GET /open-apis/im/v1/chats/:chat', 'chat'],
  ['GET /open-apis/im/v1/chats/:chat/members', 'members'],
  ['GET /open-apis/im/v1/chats/:chat/members/bots', 'bots'],
] as const

export type CallName = (typeof routes)[number][1]

const scopesOf: Partial<Record<CallName, readonly string[]>> = {
  send: needed.send,
  reply: needed.send,
  edit: needed.send,
  read: needed.read,
  history: needed.read,
  resource: needed.read,
  react: needed.react,
  unreact: needed.react,
  chats: needed.chat,
  chat: needed.chat,
  members: needed.members,
  bots: needed.members,
}

export interface Called {
  /** Handle; none when the token or the app is unknown. */
  app?: string
  name: CallName
  at: number
  /** 0: it was cut or left without an answer. */
  http: number
  code: number | undefined
}

type Options = {
  messages: ReturnType<typeof messageCalls>
  tenant: ReturnType<typeof tenantCalls>
  files: ReturnType<typeof fileCalls>
  /** Of one app to one call. */
  callLimits: readonly Limit[]
  changed: () => void
}

export function httpSide({ messages, tenant, files, callLimits, changed }: Options) {
  const log: Called[] = []
  const failures = new Map<CallName, Failure[]>()
  const rates = slidingWindows(callLimits)
  let isDown = false

  const server: Server = createServer((request, response) => {
    if (isDown) request.socket.destroy()
    else handle(request, response).catch((error: unknown) => void response.writeHead(500).end(String(error)))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const found = find(request.method ?? '', url.pathname)
    if (!found) return void response.writeHead(404).end('404 page not found')
    const body = bodyOf(await text(request))
    const at = Date.now()
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const app = tenant.holder(token, at)
    const { name } = found
    const failure = failures.get(name)?.shift() ?? (name === 'reply' ? failures.get('send')?.shift() : undefined)
    const answer =
      failure && !failure.done
        ? undefined
        : answerTo(name, app, { path: found.path, query: url.searchParams, body, at }, request)
    const code = answer ? (answer.body as { code?: number }).code : failure?.code
    const http = failure?.done ? 0 : (answer?.http ?? failure?.http ?? 200)
    log.push({ ...(app && { app: app.handle }), name, at, http, code })
    if (failure?.done === 'cut') request.socket.destroy()
    else if (answer?.file) giveFile(response, answer.file)
    else if (failure?.done !== 'silent') reply(response, http, answer?.body ?? failedBody(failure))
    changed()
  }

  function answerTo(name: CallName, app: App | undefined, call: Omit<Call, 'app'>, request: IncomingMessage): Answer {
    if (name === 'token') return tenant.token(call.body, call.at)
    if (name === 'endpoint') return tenant.endpoint(call.body, request.headers.host ?? '')
    if (!app) return refused(99991663, 'Invalid access token for authorization. Please make a test attempt.')
    if (!rates.take(`${app.handle} ${name}`, call.at)) return tooMany()
    const scopes = scopesOf[name]
    if (scopes && !scopes.some((scope) => app.scopes.has(scope)))
      return refused(99991672, `Access denied. One of the following scopes is required: [${scopes.join(', ')}].`)
    return { ...tenant, ...messages, ...files }[name]({ ...call, app })
  }

  return {
    server,
    /** Every call, in order. */
    log,
    /** The next calls of this name, one failure each; those of `send` meet replies too. */
    fail(name: CallName, ...next: Failure[]): void {
      failures.set(name, [...(failures.get(name) ?? []), ...next])
    },
    down(): void {
      isDown = true
    },
    up(): void {
      isDown = false
    },
    isDown: (): boolean => isDown,
  }
}

function find(method: string, pathname: string): { name: CallName; path: Record<string, string> } | undefined {
  const parts = pathname.split('/')
  for (const [route, name] of routes) {
    const [verb, pattern = ''] = route.split(' ')
    const wanted = pattern.split('/')
    const fits = wanted.length === parts.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])
    if (verb === method && fits) {
      const path = wanted.flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), parts[i] ?? '']] : []))
      return { name, path: Object.fromEntries(path) as Record<string, string> }
    }
  }
  return undefined
}

function bodyOf(raw: string): Record<string, unknown> {
  try {
    return (JSON.parse(raw) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

const failedBody = (failure: Failure | undefined): object | string =>
  failure?.code === undefined
    ? '<html>upstream trouble</html>'
    : { code: failure.code, msg: `failed with ${failure.code}` }

function reply(response: ServerResponse, http: number, body: object | string): void {
  const isPage = typeof body === 'string'
  response.writeHead(http, {
    'content-type': isPage ? 'text/html' : 'application/json; charset=utf-8',
    ...(!isPage && 'code' in body && body.code === 99991400 && { 'x-ogw-ratelimit-reset': '1' }),
  })
  response.end(isPage ? body : JSON.stringify(body))
}
