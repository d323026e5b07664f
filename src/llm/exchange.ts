// One request and the whole answer to it, over connections that stay open between requests.
import { type AgentOptions, globalAgent, type IncomingHttpHeaders } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dispatcher } from 'undici'

/** What a `fetch` is told of a try, and tells of it. */
export interface Sending {
  readonly signal: AbortSignal
  /** Part of a request may have been written to a connection. */
  isSent: boolean
  /** Told the bytes of an answer that is none of an error, as they come. */
  hear?: ((bytes: Uint8Array) => void) | undefined
}

export interface Asked {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

export interface Answered {
  status: number
  /** Names in small letters. */
  headers: IncomingHttpHeaders
  bytes: Uint8Array
  /** There was more: it is not read, and its connection is closed. */
  isCut: boolean
}

const ok = 200
/** Pieces in which an answer may come: each costs time, however small it is. */
const mostPieces = 10_000

let connections: Promise<Dispatcher> | undefined

/** Reads up to `mostBytes(status)`. Rejects with undici's error, or with the reason of the signal. */
export async function exchange(
  { url, method, headers, body }: Asked,
  sending: Sending,
  mostBytes: (status: number) => number,
): Promise<Answered> {
  const dispatcher = await openConnections()
  // Between two turns the loop reads its input: connections that were closed meanwhile are known by then, and not written to.
  await nextTurn()
  await nextTurn()
  const { signal } = sending
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  let underWay: Dispatcher.DispatchController | undefined
  const callOff = (): void => {
    reject(reasonOf(signal))
    underWay?.abort(reasonOf(signal))
  }
  signal.addEventListener('abort', callOff, { once: true })
  let head: Pick<Answered, 'status' | 'headers'> = { status: 0, headers: {} }
  let pieces: Uint8Array[] = []
  let length = 0
  const answer = (isCut: boolean): void => resolve({ ...head, bytes: Buffer.concat(pieces), isCut })
  dispatcher.dispatch(
    { origin: url.origin, path: url.pathname + url.search, method, headers, body },
    {
      // A connection stands, and the request is written to it next.
      onRequestStart(controller) {
        underWay = controller
        if (signal.aborted) return controller.abort(reasonOf(signal))
        sending.isSent = true
      },
      // Once more for each answer of the kind 1xx before the last one.
      onResponseStart(_controller, status, answered) {
        head = { status, headers: answered }
        pieces = []
        length = 0
      },
      onResponseData(controller, piece) {
        length += piece.length
        if (head.status === ok && head.headers['content-encoding'] === undefined) sending.hear?.(new Uint8Array(piece))
        // A copy: a piece may be part of a larger buffer.
        if (length <= mostBytes(head.status) && pieces.length < mostPieces) pieces.push(new Uint8Array(piece))
        else {
          answer(true)
          controller.abort(new Error('the rest of the answer is not read'))
        }
      },
      onResponseEnd: () => answer(false),
      onResponseError: (_controller, error) => reject(error),
    },
  )
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', callOff)
  }
}

const reasonOf = (signal: AbortSignal): Error => signal.reason as Error

/** `undici` takes a while to load: whoever has time for that calls this before the first request. */
export const openConnections = (): Promise<Dispatcher> => (connections ??= open())

/** How long a request may take is for its signal to say. */
async function open(): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici')
  const options = { headersTimeout: 0, bodyTimeout: 0 }
  // Node was told by NODE_USE_ENV_PROXY or --use-env-proxy to go by HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
  const { proxyEnv } = (globalAgent as unknown as { options: AgentOptions }).options
  return proxyEnv ? new EnvHttpProxyAgent(options) : new Agent(options)
}

/** Ends with the caller's signal or after `ms`, whichever comes first. `done` must be called. */
export function beginSending(caller: AbortSignal, ms: number) {
  const controller = new AbortController()
  const sending: Sending = { signal: controller.signal, isSent: false }
  let isLate = false
  const callOff = (): void => controller.abort()
  const endTime = (): void => {
    isLate = true
    controller.abort()
  }
  if (caller.aborted) callOff()
  else if (ms <= 0) endTime()
  caller.addEventListener('abort', callOff, { once: true })
  const timer = setTimeout(endTime, Math.max(0, ms))
  return {
    sending,
    /** Its time was over before it was done. */
    isLate: (): boolean => isLate,
    done(): void {
      clearTimeout(timer)
      caller.removeEventListener('abort', callOff)
    },
  }
}
