// Files on their way into a room and out of it again: bounded, their type read from their bytes alone.
import type { DatabaseSync } from 'node:sqlite'
import type { MediaPart } from '../../language/parts.ts'
import type { Prunable } from '../../store/prunable.ts'
import { lightly } from '../../store/transaction.ts'
import { ChannelError, type Download, type Downloaded } from '../channel.ts'
import { cleanName } from '../clean.ts'
import { type Files, idOf, longestFile, mostUnposted, refOf, type RoomFile } from './files.ts'
import { FileRefused } from './not-posted.ts'

export const fileLimits = {
  /** Of one file. */
  bytes: longestFile,
  /** Files of one message. */
  perMessage: 4,
  name: 120,
  /** Bytes of all files that no message carries yet. */
  unposted: 100_000_000,
}
/** So long a file waits for its message, ms. */
export const unpostedMs = 60 * 60_000
const pieceBytes = 512 * 1_024

/** Programs: no bot reads them, and nobody is to be sent one. */
const refusedTypes: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/vnd.microsoft.portable-executable',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-msi',
])
/** What a browser shows as a picture, and nothing else: SVG may hold a script. */
export const shownTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface Options {
  db: DatabaseSync
  files: Files
  /** Of all files of all rooms. */
  mostBytes: number
  now: () => number
  /** Throws when nothing may be acknowledged. */
  mayWrite?: () => void
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type Uploads = ReturnType<typeof makeUploads>

export function makeUploads({ db, files, mostBytes, now, mayWrite = () => {} }: Options) {
  /** The end of the file waits for the disk, and nothing is said of it before. */
  const putPiece = (n: number, i: number, body: Uint8Array): void => lightly(db, () => files.put(n, i, body))

  const write = <T>(work: () => T): T => {
    try {
      mayWrite()
      return work()
    } catch (cause) {
      if (cause instanceof FileRefused) throw cause
      throw new ChannelError('unavailable', 'the file could not be stored: try again later', { cause })
    }
  }

  const makeRoom = (): void => {
    files.sweep(now() - unpostedMs)
    const { files: waiting, bytes } = files.unposted()
    if (waiting >= mostUnposted || bytes >= fileLimits.unposted) throw new FileRefused('filesFull')
    // What was sent within the hour stays, whoever sends more.
    while (files.total() > mostBytes - fileLimits.bytes && files.dropOldest(now() - unpostedMs));
    if (files.total() > mostBytes - fileLimits.bytes) throw new FileRefused('filesFull')
  }

  return {
    /** Resolves when the file is stored. Rejects with a FileRefused, a ChannelError, or with what the body fails with. */
    async take(room: string, name: string, body: Bytes): Promise<RoomFile> {
      const file = write(() => {
        makeRoom()
        return files.begin(room, nameOf(name), now())
      })
      try {
        const whole = await inPieces(body, (i, piece) => write(() => putPiece(file.n, i, piece)))
        write(() => files.finish(file.n, whole))
        return { ...file, room, ...whole }
      } catch (error) {
        files.drop(file.n)
        throw error
      }
    },
    find: (room: string, id: string): RoomFile | undefined => {
      const file = files.find(id)
      return file?.room === room ? file : undefined
    },
    /** Piece by piece, as the reader takes it. */
    stream: ({ n }: RoomFile): ReadableStream<Uint8Array<ArrayBuffer>> => {
      let i = 0
      return new ReadableStream({
        pull(to) {
          const piece = files.piece(n, i)
          i += 1
          if (piece) to.enqueue(piece)
          else to.close()
        },
      })
    },
    /** Rejects with a ChannelError. */
    download({ part: { ref }, group, most }: Download): Downloaded {
      const file = files.find(idOf(ref) ?? '')
      if (!file || group !== `web:${file.room}`) throw new ChannelError('permanent', 'the file is not here any more')
      if (file.bytes > most)
        throw new ChannelError('permanent', `the file has ${file.bytes} bytes, ${most} are allowed`)
      const pieces: Uint8Array[] = []
      for (let piece = files.piece(file.n, 0); piece; piece = files.piece(file.n, pieces.length)) pieces.push(piece)
      return { bytes: Buffer.concat(pieces), ...(file.mime && { mime: file.mime }) }
    },
    /** Files that no message came for, as after a crash: they go by an age of their own. */
    unposted: {
      table: 'room_file',
      neededMs: Infinity,
      step: () => files.sweep(now() - unpostedMs),
      oldest: () => undefined,
      again: () => undefined,
    } satisfies Prunable,
  }
}

export function partOf(file: RoomFile): MediaPart {
  const { name, mime, bytes } = file
  return { kind: kindOf(mime), ref: refOf(file), name, ...(mime && { mime }), bytes }
}

function kindOf(mime: string): MediaPart['kind'] {
  if (shownTypes.has(mime)) return 'image'
  return mime.startsWith('audio/') ? 'audio' : mime.startsWith('video/') ? 'video' : 'file'
}

/** The last part of a path, within bounds; its ending stays. */
function nameOf(given: string): string {
  const name = cleanName(given.split(/[/\\]/).at(-1) ?? '') || 'file'
  if (name.length <= fileLimits.name) return name
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, fileLimits.name - ending.length)}${ending}`.toWellFormed()
}

async function inPieces(
  body: Bytes,
  put: (i: number, piece: Uint8Array) => void,
): Promise<{ bytes: number; mime: string }> {
  let piece = new Uint8Array(pieceBytes)
  let filled = 0
  let pieces = 0
  let bytes = 0
  let mime = ''
  const flush = async (): Promise<void> => {
    const full = piece.subarray(0, filled)
    if (pieces === 0) mime = await typeOf(full)
    put(pieces, full)
    pieces += 1
    filled = 0
    piece = new Uint8Array(pieceBytes)
  }
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > fileLimits.bytes) throw new FileRefused('fileTooLarge')
    for (let from = 0; from < chunk.length;) {
      const some = chunk.subarray(from, from + pieceBytes - filled)
      piece.set(some, filled)
      filled += some.length
      from += some.length
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      if (filled === pieceBytes) await flush()
    }
  }
  if (bytes === 0) throw new FileRefused('fileEmpty')
  if (filled > 0) await flush()
  return { bytes, mime }
}

/** Throws a FileRefused. */
async function typeOf(head: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  // What it cannot read has no type.
  const type = await fileTypeFromBuffer(head).catch(() => undefined)
  if (type && refusedTypes.has(type.mime)) throw new FileRefused('fileRefused')
  return type?.mime ?? ''
}
