// A server at an address: every address is looked at as it is connected to, and no answer is longer than may be.
import http from 'node:http'
import https from 'node:https'
import type { FetchLike, Transport } from '@modelcontextprotocol/client'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { leadsToLoopback } from '../../config/loopback.ts'
import type { McpReach } from '../../config/mcp.ts'
import type { Ways } from '../web/get.ts'
import type { LineEnd, Reading } from './line-end.ts'

interface Options extends Reading {
  reach: Extract<McpReach, { kind: 'http' }>
  /** Of one request but for the standing one, ms. */
  timeoutMs: number
  ended: (end: LineEnd) => void
}

/** A line that is lost is tried again by its chart. */
const reconnectionOptions = {
  maxRetries: 1,
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 5_000,
  reconnectionDelayGrowFactor: 2,
}

export async function httpTransport({ reach, ended, ...reading }: Options): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  return new StreamableHTTPClientTransport(new URL(reach.url), {
    fetch: boundedFetch({ ...reading, ways: waysTo(reach.url), ended }),
    requestInit: { headers: reach.headers },
    reconnectionOptions,
    // Headers may hold a key.
    redirectPolicy: 'same-origin',
  })
}

/** What is not public is reached only where the configuration itself names this machine. */
const waysTo = (url: string): Ways =>
  leadsToLoopback(url)
    ? { http: new http.Agent(), https: new https.Agent() }
    : { http: new RequestFilteringHttpAgent(), https: new RequestFilteringHttpsAgent() }

type Bounds = Omit<Options, 'reach'> & { ways: Ways }

/** Follows no redirect: the library does, and only to the same origin. */
function boundedFetch({ ways, maxBytes, meter, timeoutMs, ended }: Bounds): FetchLike {
  return async (address, init = {}) => {
    const url = new URL(address)
    const method = init.method ?? 'GET'
    // The standing request hears what the server says by itself; the others end.
    const late = method === 'GET' ? [] : [AbortSignal.timeout(timeoutMs)]
    const signal = AbortSignal.any([...late, ...(init.signal ? [init.signal] : [])])
    const response = await ask(url, { ways, method, headers: new Headers(init.headers), body: init.body, signal })
    const { statusCode = 0, headers } = response
    const isBare = statusCode === 204 || statusCode === 304
    if (isBare) response.resume()
    const stop = (reason: string): Error => {
      ended({ reason, permanent: false })
      return new Error(reason)
    }
    async function* counted(): AsyncGenerator<Uint8Array> {
      let length = 0
      for await (const piece of response as AsyncIterable<Uint8Array>) {
        length += piece.length
        if (method !== 'GET' && length > maxBytes) throw stop(`it sent a message of more than ${maxBytes} bytes`)
        if (!meter.bytes(piece.length)) throw stop('it floods: it wrote more than can be read')
        yield piece
      }
    }
    return new Response(isBare ? null : ReadableStream.from(counted()), {
      status: statusCode,
      headers: Object.entries(headers).flatMap(([name, value = '']) =>
        (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one]),
      ),
    })
  }
}

interface Asked {
  ways: Ways
  method: string
  headers: Headers
  body: RequestInit['body']
  signal: AbortSignal
}

function ask(url: URL, { ways, method, headers, body, signal }: Asked): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const isSecure = url.protocol === 'https:'
  const sent = Object.fromEntries(headers.entries())
  const agent = isSecure ? ways.https : ways.http
  const request = (isSecure ? https : http).request(
    url,
    { method, agent, headers: { 'user-agent': 'Chime', ...sent, 'accept-encoding': 'identity' }, signal },
    resolve,
  )
  request.on('error', reject)
  request.end(typeof body === 'string' ? body : undefined)
  return promise
}
