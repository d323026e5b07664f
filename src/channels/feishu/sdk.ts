// One Feishu app through the official SDK, the only file that imports it: calls with a limit of time, one connection.
import {
  Client,
  DefaultCache,
  defaultHttpInstance,
  EventDispatcher,
  type HttpInstance,
  LoggerLevel,
  WSClient,
} from '@larksuiteoapi/node-sdk'
import type { FeishuApp, ListenHooks } from './app.ts'
import { answerOf, asFeishuError, type Hide, waitOf } from './answers.ts'
import { type Call, endpoints } from './endpoints.ts'
import { FeishuError, refusalError } from './errors.ts'
import { type PlatformClock, platformClock } from './platform-clock.ts'
import { TooLargeError } from '../channel.ts'
import { addressOf } from './config.ts'
import { type BytesHttp, download } from './download.ts'
import { type QuietLogger, quietLogger } from './quiet-logger.ts'
import { proxyAgent, straightTo } from '../proxy.ts'
import { unlessAborted } from '../waiting.ts'

export interface AppOptions {
  /** `cli_` and 16 hexadecimal digits. */
  appId: string
  appSecret: string
  /** `feishu`, `lark`, or where the platform is. */
  domain: string
  log: { debug(fields: Record<string, unknown>, text: string): void }
  timeoutMs?: number
}

/** Nothing is asked of the platform before the first call. Throws when the app id cannot be one. */
export function openApp({ appId, appSecret, domain, log, timeoutMs = 10_000 }: AppOptions): FeishuApp {
  if (!appIdForm.test(appId)) throw new Error(`${appId} is no Feishu app id: it is cli_ and 16 hexadecimal digits`)
  const address = addressOf(domain)
  const http = {
    timeout: timeoutMs,
    maxRedirects: 0,
    maxContentLength: longestAnswer,
    ...straightTo(address),
  }
  const hide = (text: string) => text.replaceAll(appSecret, '***').replaceAll(/\bt-[\w.-]{6,}/g, '***')
  const shared = {
    appId,
    appSecret,
    domain: address,
    logger: quietLogger(log, appId, hide),
    loggerLevel: LoggerLevel.warn,
  }
  const cache = new DefaultCache()
  const clock = platformClock()
  const httpInstance = instanceOf(http, { hide, clock }, thrown)
  const bytes = defaultHttpInstance.create({ ...http, maxContentLength: -1 }) as unknown as BytesHttp
  const client = new Client({ ...shared, cache, httpInstance })
  let overQuotaUntil = 0
  let token: Promise<unknown> | undefined

  // The SDK asks for a token in each of several calls at once; whoever comes second waits for the first.
  const ready = () =>
    (token ??= Promise.resolve(client.tokenManager.getTenantAccessToken({})).finally(() => (token = undefined)))

  // The token is fetched for others, too: whoever stops waiting leaves it to them.
  const once = async ({ optional: _, signal, ...request }: Call): Promise<unknown> => {
    await unlessAborted(ready(), signal)
    signal?.throwIfAborted()
    return client.request({ ...request, ...(signal && { signal }) })
  }

  const call = (request: Call): Promise<unknown> => calling(() => once(request), request.optional)

  const calling = async <T>(make: () => Promise<T>, isOptional = false): Promise<T> => {
    if (isOptional && performance.now() < overQuotaUntil)
      throw refusalError({ status: 200, code: 99991403, message: '' })
    try {
      const answer = await make().catch((error: unknown) => {
        if (!(error instanceof FeishuError && error.isStaleToken)) throw error
        cache.values.clear()
        return make()
      })
      overQuotaUntil = 0
      return answer
    } catch (error) {
      if (error instanceof TooLargeError) throw error
      const known = asFeishuError(error, hide)
      if (known.isOverQuota) overQuotaUntil = performance.now() + overQuotaMs
      throw known
    }
  }

  return {
    appId,
    get isOverQuota() {
      return performance.now() < overQuotaUntil
    },
    wallAhead: clock.wallAhead,
    ...endpoints(call),
    dispatcher(onEvent) {
      const dispatched = dispatcherOf({ ...shared, cache }, onEvent)
      // The SDK's own check reads the body anew, and is no proof.
      return async (event) => void (await dispatched.invoke(event, { needCheck: false }))
    },
    resource(resource, signal) {
      const limits = { signal, timeoutMs: timeoutMs * 3, hide }
      const make = async () => {
        const bearer = String(await unlessAborted(ready(), signal))
        return download(bytes, { ...resource, domain: address, bearer }, limits)
      }
      return calling(make, true)
    },
    listen: (hooks) =>
      openConnection({ ...shared, cache, httpInstance: instanceOf(http, { hide, clock }, failed) }, hooks, timeoutMs),
  }
}

const appIdForm = /^cli_[0-9a-fA-F]{16}$/
const overQuotaMs = 3_600_000
/** Bytes, unpacked: a page of fifty messages of 30 KB each and more. */
const longestAnswer = 8 * 1_048_576
const pingTimeoutSeconds = 3

const heard = [
  'im.message.receive_v1',
  'im.message.updated_v1',
  'im.message.recalled_v1',
  'im.chat.member.bot.added_v1',
  'im.chat.member.bot.deleted_v1',
  'im.chat.member.user.added_v1',
  'im.chat.member.user.deleted_v1',
  'im.chat.updated_v1',
]

interface ConnectionOptions {
  appId: string
  appSecret: string
  domain: string
  logger: QuietLogger
  loggerLevel: LoggerLevel
  cache: DefaultCache
  httpInstance: HttpInstance
}

function openConnection(options: ConnectionOptions, hooks: ListenHooks, handshakeTimeoutMs: number) {
  let stopped = false
  // The SDK may still speak of a connection that nobody wants any more.
  const unlessStopped = (tell: () => void) => () => void (stopped || tell())
  const socket = new WSClient({
    ...options,
    agent: proxyAgent(options.domain, process.env),
    wsConfig: { pingTimeout: pingTimeoutSeconds },
    handshakeTimeoutMs,
    onReady: unlessStopped(hooks.onReady),
    onReconnected: unlessStopped(hooks.onReady),
    onReconnecting: unlessStopped(hooks.onReconnecting),
    onError: (error) => void (stopped || hooks.onError(connectionError(error))),
  })
  void socket.start({ eventDispatcher: dispatcherOf(options, hooks.onEvent) })
  return {
    stop() {
      stopped = true
      socket.close({ force: true })
    },
  }
}

function dispatcherOf(
  { logger, loggerLevel, cache }: Pick<ConnectionOptions, 'logger' | 'loggerLevel' | 'cache'>,
  onEvent: ListenHooks['onEvent'],
): EventDispatcher {
  const handlers = heard.map((type) => [type, (event: unknown) => onEvent(type, event)] as const)
  return new EventDispatcher({ logger, loggerLevel, cache }).register(Object.fromEntries(handlers))
}

type HttpConfig = Parameters<typeof defaultHttpInstance.create>[0]

/** An answer with a code other than 0 is a failure, whatever its status: `refused` makes an answer of it, or throws. */
function instanceOf(
  config: HttpConfig,
  { hide, clock }: Talking,
  refused: (error: FeishuError) => unknown,
): HttpInstance {
  const http = defaultHttpInstance.create(config)
  http.interceptors.response.use(
    ({ data, status, headers }) => {
      clock.heard(headers)
      const answer = answerOf(data, hide)
      return answer.code === 0 ? data : refused(refusalError({ status, ...answer, ...waitOf(headers) }))
    },
    (error: unknown) => refused(asFeishuError(error, hide)),
  )
  return http as HttpInstance
}

interface Talking {
  hide: Hide
  clock: PlatformClock
}

const thrown = (error: FeishuError): never => {
  throw error
}

/**
 * For the address of the long connection: every failure becomes an answer with a code and data. The SDK tells of those
 * only; others it would try again for ever, every two minutes and without a word.
 */
const failed = ({ code, kind, message }: FeishuError) => ({
  code: code === undefined || kind !== 'permanent' ? noCode : code,
  msg: message,
  data: {},
})
const noCode = -1

/** `pullConnectConfig failed: code=514, msg=…`, or that the tries are used up. */
function connectionError(error: Error): FeishuError {
  const [, code, message = ''] = /code=(-?\d+), msg=([\s\S]*)/.exec(error.message) ?? []
  const number = Number(code ?? noCode)
  const isPassing = number === noCode || number === busy || number === tooManyConnections
  return new FeishuError(isPassing ? 'unavailable' : 'permanent', message || error.message, { code: number })
}

const [busy, tooManyConnections] = [1, 1000040350]
