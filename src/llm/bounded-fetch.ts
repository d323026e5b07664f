// A fetch for model servers: answers are bounded in bytes and read in their charset, and no prompt goes to another origin.
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Cause, WhyKey } from '../../machines/group/verdicts/why.ts'
import { type Answered, type Asked, exchange, type Sending } from './exchange.ts'
import { flatRefusal } from './refusal-body.ts'

/** Bytes of an answer, before and after decompression: 30 000 tokens of thoughts have some 300 000. */
export const longestAnswer = 1_048_576
/** Of one that comes in events, each some hundred bytes for a word. */
export const longestStreamed = 8 * longestAnswer
/** Bytes of what a server says of a refusal: more of it is not read. */
const longestRefusal = 65_536
const mostRedirects = 3

/** The server answered, and the answer is not read. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
  readonly why: WhyKey
  readonly numbers: NonNullable<Cause['numbers']>
  constructor(why: WhyKey, numbers: NonNullable<Cause['numbers']>) {
    super(why)
    this.why = why
    this.numbers = numbers
  }
}

/** Where `sending` is given, its signal counts instead of `signal`. */
export interface BoundedInit {
  method?: string
  headers?: Headers
  body?: string | Uint8Array
  signal?: AbortSignal
  sending?: Sending
}

/**
 * Resolves with what is read of a Response, all of it come; a redirect that is not followed is one. Rejects with an UnusableAnswer, with undici's
 * error, or with the reason of the signal.
 */
export async function boundedFetch(input: string, init: BoundedInit = {}) {
  const { method = 'GET', headers, body = null, signal = new AbortController().signal } = init
  const asked = { url: new URL(input), method, headers: headers ? Object.fromEntries(headers) : {}, body }
  const sending = init.sending ?? { signal, isSent: false }
  const most = mostBytes(sending)
  const answered = await withinOrigin(asked, sending, most)
  const { status } = answered
  const said = await textOf(answered, most)
  const text = isOk(status) ? said : flatRefusal(said)
  return {
    status,
    ok: isOk(status),
    headers: readHeaders(answered),
    body: null,
    text: () => Promise.resolve(text),
    json: async () => JSON.parse(text) as unknown,
  }
}

/** What speaks of the bytes on the wire, which are unpacked by now. */
const ofTheWire: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding'])

/** As `openai` and this folder read them, names in small letters: a Headers would check and sort them for each call. */
const readHeaders = ({ headers }: Answered): Map<string, string> =>
  new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || ofTheWire.has(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

const isOk = (status: number): boolean => status >= 200 && status < 300
type Most = (status: number) => number
const mostBytes =
  ({ hear }: Sending): Most =>
  (status) =>
    isOk(status) ? (hear ? longestStreamed : longestAnswer) : longestRefusal

/** Follows what asks for the same request again at the same origin, and nothing else. */
async function withinOrigin(asked: Asked, sending: Sending, most: Most, followed = 0): Promise<Answered> {
  const answered = await exchange(asked, sending, most)
  const { status, headers } = answered
  if ((status !== 307 && status !== 308) || headers.location === undefined || followed === mostRedirects)
    return answered
  const url = URL.parse(headers.location, asked.url.href)
  return url?.origin === asked.url.origin ? withinOrigin({ ...asked, url }, sending, most, followed + 1) : answered
}

async function textOf({ status, headers, bytes, isCut }: Answered, most: Most): Promise<string> {
  const ok = isOk(status)
  const [encoding, ...further] = (headers['content-encoding'] ?? '').split(',').filter((each) => each.trim() !== '')
  if (further.length > 0) {
    throw new UnusableAnswer('compressedTwice', { times: 1 + further.length })
  }
  if (isCut && ok) throw tooLong(most(status))
  const whole = encoding === undefined ? bytes : await unpacked(bytes, encoding, longestAnswer)
  if (!whole && ok) throw tooLong(longestAnswer)
  return decoded((whole ?? new Uint8Array(0)).subarray(0, most(status)), headers['content-type'] ?? '', ok)
}

const tooLong = (maxBytes: number) => new UnusableAnswer('tooManyBytes', { maxBytes })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An answer that its charset cannot spell is refused: shown, it would be signs that nobody wrote. */
function decoded(bytes: Uint8Array, contentType: string, isAnswer: boolean): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(contentType) ?? []
  try {
    if (isAnswer && /^utf-?8$/i.test(charset)) return utf8.decode(bytes)
    return new TextDecoder(charset, { fatal: isAnswer }).decode(bytes)
  } catch {
    if (!isAnswer) return new TextDecoder().decode(bytes)
    throw new UnusableAnswer('wrongCharset', { charset })
  }
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.gunzip)
const inflate = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflate)
const inflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflateRaw)
const brotli = promisify<Uint8Array, zlib.BrotliOptions, Uint8Array>(zlib.brotliDecompress)
const zstd = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zlib.zstdDecompress)

/** Without its compression. Undefined: it has more than `most` bytes. Of an unknown encoding: the bytes as they are. An end that is missing is no error. */
async function unpacked(bytes: Uint8Array, encoding: string, most: number): Promise<Uint8Array | undefined> {
  try {
    return await unpack(bytes, encoding.trim().toLowerCase(), most)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

async function unpack(bytes: Uint8Array, encoding: string, maxOutputLength: number): Promise<Uint8Array> {
  const flushed = { maxOutputLength, finishFlush: Z_SYNC_FLUSH }
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return gunzip(bytes, flushed)
    case 'deflate':
      // Some servers leave out the header of zlib, which names method 8.
      return ((bytes[0] ?? 8) & 0x0f) === 8 ? inflate(bytes, flushed) : inflateRaw(bytes, flushed)
    case 'br':
      return brotli(bytes, { maxOutputLength, finishFlush: BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return zstd(bytes, { maxOutputLength, finishFlush: ZSTD_e_flush })
    default:
      return bytes
  }
}
