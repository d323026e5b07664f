// What was said in a recording, by an OpenAI-compatible endpoint: bounded in time and in what is read of its answer.
import type { OpenAI } from 'openai'
import { z } from 'zod'
import { type BoundedInit, boundedFetch } from './bounded-fetch.ts'
import { openClient } from './openai-client.ts'
import { withoutKey } from './redact.ts'

export interface TranscriptionAddress {
  /** Up to and with `/v1`. */
  baseUrl: string
  apiKey?: string
  model: string
}

export interface RecordingSent {
  bytes: Uint8Array
  name: string
  seconds: number
}

export interface Transcribed {
  text: string
  /** As the endpoint counts; where it counts seconds or nothing, what they are taken for. */
  tokens: number
}

const timeoutMs = 30_000
/** UTF-16 units: more is not said in a message. */
const longestText = 20_000
/** What endpoints know the same containers as. */
const extensions: Record<string, string> = { opus: 'ogg', oga: 'ogg', ogv: 'ogg', aac: 'm4a', m4v: 'mp4' }
/** An endpoint that counts more than so slow a recording could hold counts something else. Bytes of a second. */
const fewestBytes = 500
const leastMost = 2_000

const answerShape = z.object({
  text: z.string(),
  usage: z
    .object({ total_tokens: z.int().nonnegative().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/** `tokensOf`: what so many seconds are taken for. */
export function openTranscription(address: TranscriptionAddress, tokensOf: (seconds: number) => number) {
  let client: Promise<OpenAI> | undefined
  /** Rejects with an Error that holds no key. */
  return async ({ bytes, name, seconds }: RecordingSent, signal: AbortSignal): Promise<Transcribed> => {
    client ??= openClient(address, fetchForm)
    const expected = tokensOf(seconds)
    try {
      const file = new File(
        [new Uint8Array(bytes)],
        name.replace(/[^.]+$/, (each) => extensions[each] ?? each),
      )
      const { audio } = await client
      const answer: unknown = await audio.transcriptions.create(
        { file, model: address.model, response_format: 'json' },
        { signal, timeout: timeoutMs },
      )
      const { text, usage } = answerShape.parse(answer)
      const told = usage?.total_tokens
      const isTold = told !== undefined && told > 0 && told <= Math.max(leastMost, tokensOf(bytes.length / fewestBytes))
      return { text: text.slice(0, longestText).toWellFormed(), tokens: isTold ? told : expected }
    } catch (error) {
      const said = withoutKey(error instanceof Error ? error.message : String(error), address.apiKey)
      throw new Error(`the recording was not transcribed: ${said.slice(0, 300)}`, { cause: error })
    }
  }
}

/** A form is written down whole: it is bounded, and its length is told. */
async function fetchForm(
  url: string,
  init: Omit<BoundedInit, 'body'> & { body?: ConstructorParameters<typeof Response>[0] },
) {
  const { body, headers = new Headers(), ...rest } = init
  const form = new Response(body ?? null)
  const written = new Headers(headers)
  written.set('content-type', form.headers.get('content-type') ?? 'application/octet-stream')
  return boundedFetch(url, { ...rest, headers: written, body: new Uint8Array(await form.arrayBuffer()) })
}
