// The bytes of a picture, a file or a recording: read as they come, and no more of them than are wanted.
import type { Readable } from 'node:stream'
import { type Downloaded, TooLargeError } from '../channel.ts'
import { readBounded } from '../read-bounded.ts'
import { answerOf, asFeishuError, type Hide, waitOf } from './answers.ts'
import type { ResourceRequest } from './app.ts'
import { FeishuError, refusalError } from './errors.ts'

/** The part of axios that is used here. */
export interface BytesHttp {
  request(config: {
    method: 'GET'
    url: string
    params: Record<string, string>
    headers: Record<string, string>
    responseType: 'stream'
    validateStatus: () => boolean
    signal: AbortSignal
  }): Promise<{ status: number; headers: Record<string, unknown>; data: Readable }>
}

interface Wanted extends ResourceRequest {
  /** Of the platform, without a slash at the end. */
  domain: string
  bearer: string
}

interface Limits {
  signal: AbortSignal
  /** For all of it. */
  timeoutMs: number
  hide: Hide
}

/** Rejects with a FeishuError, or a TooLargeError. What the other side announces is believed only where it says that it is too much. */
export async function download(
  http: BytesHttp,
  wanted: Wanted,
  { signal, timeoutMs, hide }: Limits,
): Promise<Downloaded> {
  const { domain, bearer, message, type, key, most } = wanted
  const late = AbortSignal.timeout(timeoutMs)
  const stop = AbortSignal.any([signal, late])
  try {
    const { status, headers, data } = await http.request({
      method: 'GET',
      url: `${domain}/open-apis/im/v1/messages/${encodeURIComponent(message)}/resources/${encodeURIComponent(key)}`,
      params: { type },
      headers: { authorization: `Bearer ${bearer}` },
      responseType: 'stream',
      validateStatus: () => true,
      signal: stop,
    })
    const mime = typeOf(headers)
    if (status !== 200 || isAnswer(mime, headers)) {
      const answer = answerOf(parsed(await read(data, longestAnswer)), hide)
      throw refusalError({ status, ...answer, ...waitOf(headers) })
    }
    if (Number(headers['content-length']) > most) {
      data.destroy()
      throw new TooLargeError(most)
    }
    const bytes = await read(data, most)
    if (bytes.length === 0) throw new FeishuError('permanent', 'Feishu keeps no bytes of this file: ask for it anew')
    return { bytes, ...(mime !== '' && { mime }) }
  } catch (error) {
    if (error instanceof FeishuError || error instanceof TooLargeError) throw error
    if (signal.aborted) throw new FeishuError('unavailable', 'the download was stopped')
    if (late.aborted) throw new FeishuError('unavailable', `the file did not come within ${timeoutMs} ms`)
    throw asFeishuError(error, hide)
  }
}

/** Of a refusal, bytes. */
const longestAnswer = 65_536

const typeOf = (headers: Record<string, unknown>): string =>
  String(headers['content-type'] ?? '')
    .split(';', 1)[0]
    ?.trim()
    .slice(0, 100) ?? ''

/** A file of JSON comes as an attachment, a refusal does not. */
const isAnswer = (mime: string, headers: Record<string, unknown>): boolean =>
  mime === 'application/json' && headers['content-disposition'] === undefined

async function read(body: Readable, most: number): Promise<Uint8Array> {
  const { bytes, isCut } = await readBounded(body, most)
  if (isCut) throw new TooLargeError(most)
  return bytes
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}
