// The HTTP face: who may ask, what every answer carries, and where the routes hang.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { isLoopback } from '../config/loopback.ts'

interface Options {
  routes: Hono
  /** For programs that sign what they send: neither token nor Host and Origin rules stand before these. */
  signed?: Hono
  /** Asked of everybody but /health. Needed unless `host` is loopback. */
  token?: string
  /** The address the server binds. */
  host: string
  /** While it is starting, the code is 503: who divides the load sends nobody here yet. */
  health: () => { status?: string }
  /** The one page that may hold frames of another site. */
  framed?: { path: string; from: string }
  /** Told of what no route expected; the client gets a bare 500. */
  onError?: (error: unknown) => void
}

const cookieName = 'chime'
/** Of a Host header: the name, and the port. */
const hostHeader = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/

/** Errors are problem+json (RFC 9457). Throws when `host` is not loopback and there is no token. */
export function makeHttp({ routes, signed, token, host, health, framed, onError = () => {} }: Options): Hono {
  if (!isLoopback(host) && !token)
    throw new Error(`CHIME_TOKEN is missing: set it to listen on ${host}, or set CHIME_HOST to 127.0.0.1`)

  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof HTTPException) {
      // What is left of the body is not waited for.
      if (error.status === 413) c.header('connection', 'close')
      return problem(c, error.status, error.message, codeIn(error.cause))
    }
    // Whoever asked is gone in the middle of it: that is no failure of ours, and anybody may do it.
    if (isCutShort(c)) return problem(c, 400, 'the connection ended before the body did', { code: 'cutShort' })
    onError(error)
    return problem(c, 500, 'something failed here; the log says what', { code: 'failedHere' })
  })
  app.notFound((c) => problem(c, 404, 'nothing is here', { code: 'nothingHere' }))
  // The inner one has the first word, and a route before both.
  app.use(headers())
  if (framed) app.use(framed.path, headers([framed.from]))
  app.use(headIsBodyless)
  // The signature is the proof: a rebound name or a page of another site cannot make one.
  if (signed) app.route('/', signed)
  if (isLoopback(host)) app.use(loopbackOnly)
  app.use(sameOriginWrites)
  app.get('/health', (c) => {
    const said = health()
    return c.json(said, said.status === 'starting' ? 503 : 200, { 'cache-control': 'no-store' })
  })
  if (token) app.use(tokenRequired(token))
  app.route('/', routes)
  return app
}

function isCutShort({ env }: Context): boolean {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>
  return incoming !== undefined && incoming.destroyed && !incoming.complete
}

const headers = (frameSrc?: string[]): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(frameSrc && { frameSrc }),
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    // Plain HTTP on loopback is the usual case; a proxy with TLS adds its own.
    strictTransportSecurity: false,
    overwrite: false,
  })

/** Nobody reads a body that is not sent: a stream would wait for its reader for ever. */
const headIsBodyless: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}

/** A page of another site may have its name resolve to this machine (DNS rebinding): only the Host header tells. */
const loopbackOnly: MiddlewareHandler = async (c, next) => {
  const [, host = ''] = hostHeader.exec(c.req.header('host') ?? '') ?? []
  if (!isLoopback(host))
    throw new HTTPException(403, {
      message: 'this service answers to localhost only: set CHIME_HOST and CHIME_TOKEN to open it',
    })
  await next()
}

/** A page of another site may send neither before the service has said so, which it never does (CORS). */
const bodyTypes: ReadonlySet<string | undefined> = new Set(['application/json', 'application/octet-stream'])

/** Writes come from the own origin, or from a program that sends none, and are JSON or bytes. */
const sameOriginWrites: MiddlewareHandler = async (c, next) => {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) {
    const origin = c.req.header('origin')
    if (origin !== undefined && hostOf(origin) !== c.req.header('host')?.toLowerCase())
      throw new HTTPException(403, { message: 'the request comes from another origin', cause: { code: 'otherOrigin' } })
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (!bodyTypes.has(type)) throw new HTTPException(415, { message: 'send the body as application/json' })
  }
  await next()
}

/** `Authorization: Bearer`, else the cookie that a first visit with `?token=` sets. */
function tokenRequired(token: string): MiddlewareHandler {
  // The cookie proves knowledge of the token without carrying it.
  const cookie = createHmac('sha256', token).update('chime cookie').digest('base64url')
  return async (c, next) => {
    const asked = c.req.query('token')
    if (asked !== undefined && c.req.method === 'GET' && same(asked, token)) {
      setCookie(c, cookieName, cookie, { httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 30 * 86_400 })
      return c.redirect(withoutToken(c.req.url), 303)
    }
    const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const sent = getCookie(c, cookieName)
    if ((bearer !== undefined && same(bearer, token)) || (sent !== undefined && same(sent, cookie))) return next()
    c.header('www-authenticate', 'Bearer')
    return problem(c, 401, 'a token is needed: open the page with ?token=… or send Authorization: Bearer …', {
      code: 'tokenNeeded',
    })
  }
}

/** Constant time, whatever the lengths. */
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host
}

/** Path and query only, so that the redirect stays here; `//other.site` is made a path of ours. */
function withoutToken(href: string): string {
  const url = new URL(href)
  url.searchParams.delete('token')
  return `/${url.pathname.replace(/^[/\\]+/, '')}${url.search}`
}

/** What a program, or a page in another language, can tell it by. */
interface Code {
  code: string
  numbers?: Record<string, number | string>
}

/** Errors of the platform have codes, too: those are upper case. */
function codeIn(cause: unknown): Code | undefined {
  const { code, numbers } = (cause ?? {}) as Partial<Code>
  if (typeof code !== 'string' || !/^[a-z]+[a-zA-Z]*$/.test(code)) return undefined
  return { code, ...(numbers && { numbers }) }
}

function problem(c: Context, status: number, detail: string, code?: Code): Response {
  const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail, ...code })
  return c.newResponse(body, status as 500, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
}
