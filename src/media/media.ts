// What messages carry, read where a reply needs it: fetched from its channel once, bounded in bytes, time and memory.
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import type { MediaPart } from '../language/parts.ts'
import { longest, mostBytes } from './limits.ts'
import { type FileText, readBytes } from './read-bytes.ts'
import { type ReducedPicture, reducePicture } from './reduce-picture.ts'
import { isUnread, type Unread, UnreadError } from './unread.ts'

/** A part of a message, and for whom it is read. */
export interface Carried {
  group: string
  bot: string
  /** Id of the message, and which of its parts it is. */
  message: string
  index: number
  part: MediaPart
}

/** What was said in a recording. */
export interface Transcript {
  text: string
  /** What it cost. */
  tokens: number
}

export interface SentRecording {
  bytes: Uint8Array
  /** With the extension that goes with its content. */
  name: string
  /** Of which nobody told: by its bytes. */
  seconds: number
}

export interface MediaSources {
  /** Rejects where the channel does not give them. */
  download: (
    what: { group: string; bot: string; message: string; part: MediaPart & { ref: string }; most: number },
    signal: AbortSignal,
  ) => Promise<{ bytes: Uint8Array; mime?: string }>
  /** Absent: nothing is configured for it. */
  transcribe?: ((recording: SentRecording, signal: AbortSignal) => Promise<Transcript>) | undefined
  /** Why something was not read, for the log. */
  failed?: (what: Carried, error: unknown) => void
}

/** Nothing of it rejects. */
export interface Media {
  picture: (what: Carried, signal: AbortSignal) => Promise<ReducedPicture | Unread>
  file: (what: Carried, signal: AbortSignal) => Promise<FileText | Unread>
  /** Absent: recordings stay what their channel tells of them. `mayCost`: throws to keep the bytes from leaving. */
  recording?: (what: Carried, signal: AbortSignal, mayCost: (tokens: number) => void) => Promise<Transcript | Unread>
  stop: () => void
}

interface Fetched {
  bytes: Uint8Array
  charset?: string
}

type Read = ReducedPicture | FileText | Transcript | Unread
type Work = (signal: AbortSignal) => Promise<Read>

/** At once: fetched from channels until they are read, taken apart, and transcribed. What waits has no bytes yet. */
const atOnce = { downloads: 4, reading: 2, recordings: 4 }
const mostWaiting = 100
const kept = { entries: 200, bytes: 32_000_000, ms: 10 * 60_000, unreadMs: 60_000 }

/** Bytes of a second of speech, as telephones record it and at most, and tokens that a second is counted as. */
const speech = { bytes: 3_000, mostBytes: 40_000, tokens: 15 }

/** What a recording is likely to cost: where its endpoint does not count in tokens, too. */
export const transcriptTokens = (seconds: number): number => Math.ceil(seconds * speech.tokens)

/** Its sender says how long it is: its bytes say how short it cannot be. */
export const secondsOf = ({ seconds, bytes = 0 }: Pick<MediaPart, 'seconds' | 'bytes'>): number =>
  seconds === undefined ? Math.ceil(bytes / speech.bytes) : Math.max(seconds, Math.ceil(bytes / speech.mostBytes))

export function openMedia({ download, transcribe, failed = () => undefined }: MediaSources): Media {
  const ending = new AbortController()
  const downloads = bulkhead(atOnce.downloads, mostWaiting)
  const reading = bulkhead(atOnce.reading, mostWaiting)
  const recordings = bulkhead(atOnce.recordings, mostWaiting)
  const known = new LRUCache<string, Read, { what: Carried; work: Work }>({
    max: kept.entries,
    maxSize: kept.bytes,
    sizeCalculation: sizeOf,
    ttl: kept.ms,
    // Whoever asks while it is under way waits for the same one.
    async fetchMethod(_key, _stale, { context: { what, work }, options }) {
      const read = await settled(what, work)
      if (isUnread(read)) options.ttl = read.unread === 'unpaid' ? 1 : kept.unreadMs
      return read
    },
  })

  async function settled(what: Carried, work: Work): Promise<Read> {
    try {
      return await work(ending.signal)
    } catch (error) {
      failed(what, error)
      if (error instanceof UnreadError) return { unread: error.why }
      return { unread: isBulkheadRejectedError(error) ? 'late' : 'gone' }
    }
  }

  /** `signal` ends the waiting alone: others may wait for the same. */
  async function once<R extends Read>(
    what: Carried,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<R | Unread>,
  ) {
    const { group, message, index, part } = what
    if (part.ref === undefined) return { unread: 'gone' } as const
    const key = JSON.stringify([group, message, index, part.ref, part.kind])
    const read = known.fetch(key, { context: { what, work } })
    return (await unlessAborted(read, signal)) as R | Unread
  }

  /** `read` belongs to it: the bytes of what is fetched and waits to be read would add up. */
  async function fetched<R>(
    what: Carried,
    most: number,
    signal: AbortSignal,
    read: (given: Fetched) => Promise<R>,
  ): Promise<R> {
    const { ref, bytes: announced = 0 } = what.part
    if (ref === undefined) throw new UnreadError('gone')
    if (announced > most) throw new UnreadError('tooLarge')
    return downloads.execute(async () => read(await fetchNow(what, ref, most, signal)), signal)
  }

  async function fetchNow({ part, ...what }: Carried, ref: string, most: number, signal: AbortSignal) {
    const late = AbortSignal.any([signal, AbortSignal.timeout(longest.download)])
    const { group, bot, message } = what
    const came = await unlessAborted(download({ group, bot, message, part: { ...part, ref }, most }, late), late)
    if (isUnread(came)) throw new UnreadError('late')
    const { bytes, mime } = came
    if (bytes.length > most) throw new UnreadError('tooLarge')
    if (bytes.length === 0) throw new UnreadError('empty')
    const [, charset] = /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(mime ?? '') ?? []
    return { bytes, ...(charset !== undefined && { charset }) }
  }

  return {
    picture: (what, signal) =>
      once(what, signal, (whole) =>
        fetched(what, mostBytes.picture, whole, ({ bytes }) => reading.execute(() => reducePicture(bytes), whole)),
      ),
    file: (what, signal) =>
      once(what, signal, async (whole) => {
        const read = await fetched(what, mostBytes.file, whole, (given) =>
          reading.execute(() => readBytes({ ...given, as: 'file' }, whole), whole),
        )
        return 'extension' in read ? { unread: 'wrongKind' as const } : read
      }),
    ...(transcribe && {
      recording: (what: Carried, signal: AbortSignal, mayCost: (tokens: number) => void) =>
        once<Transcript>(what, signal, (whole) =>
          recordings.execute(async () => {
            const { bytes, read } = await fetched(what, mostBytes.voice, whole, async (given) => ({
              ...given,
              read: await reading.execute(() => readBytes({ bytes: given.bytes, as: 'recording' }, whole), whole),
            }))
            if (isUnread(read)) return read
            if (!('extension' in read)) return { unread: 'wrongKind' }
            const seconds = secondsOf({ ...what.part, bytes: bytes.length })
            try {
              mayCost(transcriptTokens(seconds))
            } catch (cause) {
              throw new UnreadError('unpaid', { cause })
            }
            return transcribe({ bytes, name: `recording.${read.extension}`, seconds }, whole)
          }, whole),
        ),
    }),
    stop: () => ending.abort(),
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | Unread> {
  const { promise, resolve } = Promise.withResolvers<Unread>()
  const late = (): void => resolve({ unread: 'late' })
  if (signal.aborted) late()
  signal.addEventListener('abort', late, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', late)
  }
}

function sizeOf(read: Read): number {
  if ('bytes' in read) return read.bytes.length
  return 'text' in read ? 1 + 2 * read.text.length : 1
}
