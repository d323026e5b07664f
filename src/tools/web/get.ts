// One GET over the web, bounded in time, bytes and redirects: the address of each host on the way is looked at as it is connected to.
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import zlib from 'node:zlib'
import { ToolError } from '../tool.ts'

export interface Ways {
  http: http.Agent
  https: https.Agent
}

export interface Wanted {
  url: string
  ways: Ways
  headers?: Record<string, string>
  /** Bytes: no more are read. */
  most: number
  redirects: number
  timeoutMs: number
}

export interface Got {
  /** After redirects. */
  url: string
  /** As the other side says, in small letters; empty: it says nothing. */
  type: string
  charset?: string
  bytes: Uint8Array
  isCut: boolean
}

/** Rejects with a ToolError that names the address as it was given and nothing that was found behind it, or with the signal's reason. */
export async function get(wanted: Wanted, signal: AbortSignal): Promise<Got> {
  const late = AbortSignal.timeout(wanted.timeoutMs)
  try {
    return await follow(addressOf(wanted.url), wanted, wanted.redirects, AbortSignal.any([signal, late]))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ToolError) throw error
    if (late.aborted)
      throw new ToolError(`there was no whole answer within ${wanted.timeoutMs / 1_000} s`, { cause: error })
    throw new ToolError(problemOf(error), { cause: error })
  }
}

/** Throws a ToolError for what is no address of the web. */
export function addressOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new ToolError('this is no address: it begins with https:// or http://')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ToolError(`only https and http are fetched, not ${url.protocol}//`)
  if (url.username !== '' || url.password !== '') throw new ToolError('an address with a user in it is not fetched')
  return url
}

async function follow(url: URL, wanted: Wanted, redirects: number, signal: AbortSignal): Promise<Got> {
  const response = await ask(url, wanted, signal)
  const { statusCode = 0, headers } = response
  try {
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      if (redirects === 0) throw new ToolError(`it leads further than ${wanted.redirects} redirects`)
      return await follow(addressOf(headers.location, url), wanted, redirects - 1, signal)
    }
    if (statusCode < 200 || statusCode >= 300) throw new ToolError(`the other side answered ${statusCode}`)
    const [, charset] = /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(headers['content-type'] ?? '') ?? []
    return {
      url: url.href,
      type: (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      ...(charset !== undefined && { charset }),
      ...(await read(unpacked(response, headers['content-encoding'] ?? '', signal), wanted.most)),
    }
  } finally {
    response.destroy()
  }
}

function ask(url: URL, { ways, headers = {} }: Wanted, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const isSecure = url.protocol === 'https:'
  const options = {
    agent: isSecure ? ways.https : ways.http,
    headers: { 'user-agent': 'Chime', 'accept-encoding': 'gzip, deflate, br', ...headers },
    signal,
  }
  const request = (isSecure ? https : http).get(url, options, resolve)
  request.on('error', reject)
  return promise
}

function unpacked(response: http.IncomingMessage, encoding: string, signal: AbortSignal): Readable {
  const unpacking = unpackers[encoding.trim().toLowerCase()]?.() ?? new PassThrough()
  // Whoever reads hears of it: what is read no further breaks off here.
  pipeline(response, unpacking, { signal }).catch(() => undefined)
  return unpacking
}

const flush = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const unpackers: Record<string, () => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress> = {
  gzip: () => zlib.createGunzip(flush),
  'x-gzip': () => zlib.createGunzip(flush),
  deflate: () => zlib.createInflate(flush),
  br: () => zlib.createBrotliDecompress(),
}

async function read(body: Readable, most: number): Promise<Pick<Got, 'bytes' | 'isCut'>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    pieces.push(piece.subarray(0, most - length))
    length += piece.length
    // Leaving the loop ends the stream.
    if (length > most) break
  }
  return { bytes: Buffer.concat(pieces), isCut: length > most }
}

/** What the filter says names the address behind a name, which is nobody's business. */
function problemOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (message.includes('is not allowed')) return 'it leads to an address that is not public: it is not fetched'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no host of this name'
  return 'it could not be fetched'
}
