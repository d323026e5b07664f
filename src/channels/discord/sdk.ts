// One bot on Discord through the parts of discord.js for calls and for the gateway, the only file that imports them.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { DiscordAPIError, HTTPError, RateLimitError, REST } from '@discordjs/rest'
import {
  type SessionInfo,
  SimpleShardingStrategy,
  WebSocketManager,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
} from '@discordjs/ws'
import { EnvHttpProxyAgent, fetch, type RequestInit } from 'undici'
import { leadsToLoopback } from '../../config/loopback.ts'
import { TooLargeError } from '../channel.ts'
import type { Call, DiscordApp, ListenHooks } from './app.ts'
import { hasProxy } from '../proxy.ts'
import { readBounded } from '../read-bounded.ts'
import { isOfCdn } from './cdn.ts'
import type { Addresses } from './config.ts'
import { closedForGood, DiscordError, refusalError } from './errors.ts'
import { makeGatewayWay } from './gateway-way.ts'

export interface AppOptions extends Addresses {
  token: string
  log: { debug(fields: Record<string, unknown>, text: string): void }
  timeoutMs?: number
}

/** GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT: nothing else is heard. */
const intents = 1 | (1 << 9) | (1 << 12) | (1 << 15)
const version = '10'
/** Closing with another code than 1000 keeps the session for a while. */
const keepsSession = 4200
const brokenTooOften = 3
const closeMs = 3_000

/** Nothing is asked of the platform before the first call. */
export function openApp({ token, log, timeoutMs = 10_000, ...addresses }: AppOptions): DiscordApp {
  const hide = (text: string) => text.replaceAll(token, '***')
  const http = makeFetch(addresses.apiRoot)
  const rest = new REST({
    api: addresses.apiRoot,
    version,
    timeout: timeoutMs,
    // Who sends waits by its own rules, and tries again by its own rules.
    retries: 0,
    rejectOnRateLimit: () => true,
    offset: 0,
    makeRequest: async (url, { method, headers: told, body: sent, signal }) => {
      const answer = await http(url, { method, headers: told, body: sent, signal } as RequestInit)
      const { bytes } = await readBounded(answer.body, longestAnswer)
      const { status, statusText } = answer
      const headers = new Headers([...answer.headers])
      const isEmpty = [204, 205, 304].includes(status)
      // The library reads what is called JSON, even where nothing is.
      if (isEmpty) headers.delete('content-type')
      const body = isEmpty ? null : new Uint8Array(bytes)
      return new Response(body, { status, statusText, headers })
    },
  }).setToken(token)

  const call: Call = async (method, path, { query, body, signal } = {}) => {
    try {
      // After a refusal of the token the library forgets it.
      return await rest.setToken(token)[method](path, {
        ...(query && { query: new URLSearchParams(query) }),
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      })
    } catch (error) {
      throw asDiscordError(error, hide)
    }
  }
  /** Of this bot: the library's own store is one for all bots of the process. */
  const session: { info: SessionInfo | null } = { info: null }

  return {
    call,
    listen: (hooks) => openLine({ token, rest, addresses, session, timeoutMs, hooks, hide, log }),
    async file(url, most, signal) {
      if (!isOfCdn(url, addresses.cdn)) throw new DiscordError('permanent', 'the file is not in Discord’s own store')
      const answer = await makeFetch(url)(url, { signal, redirect: 'error' }).catch((error: unknown) => {
        throw asDiscordError(error, hide)
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        throw refusalError('the file cannot be read', { status: answer.status })
      }
      const { bytes, isCut } = await readBounded(answer.body, most)
      if (isCut) throw new TooLargeError(most)
      const mime = answer.headers.get('content-type')?.split(';', 1)[0]
      return { bytes, ...(mime && { mime }) }
    },
  }
}

/** Bytes: a page of a hundred messages. */
const longestAnswer = 8 * 1_048_576

/** By HTTPS_PROXY, HTTP_PROXY and NO_PROXY; never for this machine. */
function makeFetch(address: string) {
  const dispatcher =
    leadsToLoopback(address) || !hasProxy(process.env) ? undefined : (proxies ??= new EnvHttpProxyAgent())
  return (url: string, init: RequestInit) => fetch(url, { ...init, ...(dispatcher && { dispatcher }) })
}
let proxies: EnvHttpProxyAgent | undefined

interface LineOptions {
  token: string
  rest: REST
  addresses: Addresses
  session: { info: SessionInfo | null }
  timeoutMs: number
  hooks: ListenHooks
  hide: (text: string) => string
  log: AppOptions['log']
}

function openLine({ token, rest, addresses, session, timeoutMs, hooks, hide, log }: LineOptions) {
  const { gateway } = addresses
  const way = makeGatewayWay(process.env)
  let isStopped = false
  let isUp = false
  let breaks = 0
  let hasFailed = false
  const fail = (error: DiscordError): void => {
    isUp = false
    if (!isStopped && !hasFailed) hooks.onError(error)
    hasFailed = true
  }
  class Manager extends WebSocketManager {
    override async fetchGatewayInformation(force?: boolean) {
      const told = await super.fetchGatewayInformation(force)
      const url = gateway ?? told.url
      if (!isStopped) await way.open(url)
      return { ...told, url: way.to(url) }
    }
  }
  const manager = new Manager({
    token,
    intents,
    rest: rest.setToken(token),
    version,
    shardCount: 1,
    shardIds: [0],
    handshakeTimeout: timeoutMs,
    helloTimeout: timeoutMs,
    readyTimeout: timeoutMs,
    buildStrategy: (its) => new Guarded(its),
    retrieveSessionInfo: () => session.info && { ...session.info, resumeURL: way.to(session.info.resumeURL) },
    updateSessionInfo(_, info) {
      // A line that did not come up again is closed by us: the next one takes up its session.
      if (info === null && isStopped && !isUp) return
      session.info = info && { ...info, resumeURL: gateway ?? way.from(info.resumeURL) }
    },
  })
  const up = (): void => {
    isUp = true
    breaks = 0
    if (!isStopped) hooks.onReady()
  }
  manager.on(WebSocketShardEvents.Ready, up)
  manager.on(WebSocketShardEvents.Resumed, up)
  manager.on(WebSocketShardEvents.Closed, ({ code }) => {
    isUp = false
    if (isStopped) return
    const final = closedForGood(code)
    breaks += 1
    if (final) fail(final)
    // The library would try twice a second for ever.
    else if (breaks >= brokenTooOften) {
      const why = [code, way.trouble()].filter(Boolean).join(', ')
      fail(new DiscordError('unavailable', `the gateway closes again and again (${why})`))
    } else hooks.onReconnecting()
  })
  manager.on(WebSocketShardEvents.Dispatch, ({ data: { t, d } }) => {
    if (!isStopped) hooks.onEvent(t, d, !isUp)
  })
  // What is final is told by the code of the close.
  manager.on(WebSocketShardEvents.Error, ({ error }) => log.debug({}, `gateway: ${hide(error.message).slice(0, 300)}`))
  const begin = async (): Promise<void> => {
    await manager.fetchGatewayInformation()
    if (!isStopped) await manager.connect()
  }
  begin().catch((error: unknown) => {
    const why = way.trouble()
    fail(why ? new DiscordError('unavailable', `the gateway cannot be reached: ${why}`) : asDiscordError(error, hide))
  })
  return {
    async stop(): Promise<void> {
      const code = isUp ? 1000 : keepsSession
      isStopped = true
      // A connect that has just begun has something to close after that.
      await nextTurn()
      await Promise.race([manager.destroy({ code }), pause(closeMs, undefined, { ref: false })])
      await way.stop()
    },
  }
}

/** A frame that the library trips over costs the line: its own promise would end the process. */
class Guarded extends SimpleShardingStrategy {
  override async spawn(ids: number[]): Promise<void> {
    await super.spawn(ids)
    for (const shard of this['shards'].values()) {
      const reader = shard as unknown as { onMessage(data: unknown, isBinary: boolean): Promise<void> }
      const read = reader.onMessage.bind(shard)
      reader.onMessage = (data, isBinary) =>
        read(data, isBinary).catch(() =>
          shard.destroy({ reason: 'a frame cannot be read', recover: WebSocketShardDestroyRecovery.Reconnect }),
        )
    }
  }
}

/** Never keeps the failed request: its body is what somebody said, its headers hold the token. */
function asDiscordError(error: unknown, hide: (text: string) => string): DiscordError {
  if (error instanceof DiscordError) return error
  if (error instanceof RateLimitError) {
    const wait = Math.max(error.retryAfter, error.timeToReset, error.sublimitTimeout)
    const retryAfterMs = Math.min(Math.max(0, Math.ceil(wait)), longestWaitMs)
    return new DiscordError('rateLimited', `Discord wants ${error.global ? 'everything' : 'this'} slower`, {
      status: 429,
      retryAfterMs,
    })
  }
  if (error instanceof DiscordAPIError) {
    const code = Number(error.code)
    const said = 'message' in error.rawError ? error.rawError.message : ''
    return refusalError(hide(said), {
      status: error.status,
      ...(Number.isFinite(code) && { code }),
      ...waitOf(error.rawError),
    })
  }
  if (error instanceof HTTPError) return refusalError('no reason given', { status: error.status })
  // The library looks for a code in whatever stands there.
  if (error instanceof TypeError && error.cause === undefined)
    return new DiscordError('unavailable', 'Discord’s answer cannot be read')
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const why = cause instanceof Error ? `${message}: ${cause.message}` : message
  return new DiscordError('unavailable', `Discord cannot be reached: ${hide(why).slice(0, 300)}`)
}

const longestWaitMs = 10 * 60_000

/** Slow mode tells its wait in the body alone, in seconds. */
function waitOf(raw: object): { retryAfterMs?: number } {
  const seconds = Number((raw as { retry_after?: unknown }).retry_after)
  return seconds > 0 ? { retryAfterMs: Math.min(seconds * 1000, longestWaitMs) } : {}
}
