// Server-sent events of the visualizer's feed for one page: pulled at the reader's pace, so a slow reader costs no memory.
import { roomOf } from '../room/key.ts'
import type { BoardRow, ConnectionRow, FeedEvents, FloorStep, TalkLine } from './contract.ts'
import { type Hub, jsonOf } from './hub.ts'

const flushEveryMs = 50
const heartbeatMs = 15_000
/** What one flush may hold: it bounds the bytes that wait for a reader. */
const happeningsAtOnce = 400
const rowsAtOnce = 400
/** Bytes written ahead of the reader. */
const aheadBytes = 64 * 1024

export interface FeedOptions {
  hub: Hub
  /** Whose steps are told, and the talk and the floor where it is; without it the board alone. */
  actor?: { key: string; group: string } | undefined
  /** Where the page was when it lost the connection. */
  lastId?: number | undefined
  /** Stored messages of a group, time order. */
  lines: (group: string, ids: readonly string[]) => TalkLine[]
  /** How the bots' lines stand. */
  connections?: (() => ConnectionRow[]) | undefined
  now: () => number
  /** Ends the connection at once, whether the reader reads or not. */
  disconnect: () => void
}

/**
 * Events as in FeedEvents. An id is told once everything before it has been: who resumes misses nothing, and may be told
 * a step twice. A comment every 15 s; a reader that takes nothing between two of them is disconnected.
 */
export function feedStream({
  hub,
  actor,
  lastId,
  lines,
  connections,
  now,
  disconnect,
}: FeedOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const cleanups: (() => void)[] = []
  const dirty = new Set(lastId === undefined ? hub.changed() : [])
  const room = actor && roomOf(actor.key)
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let cursor = lastId ?? hub.position()
  let isLineNews = connections !== undefined
  let flushedAt = -Infinity
  let stalled = false
  let closed = false
  let goOn = (): void => {}

  const write = (...pieces: string[]): void => controller.enqueue(inUtf8(pieces))
  const release = (): void => {
    closed = true
    for (const cleanup of cleanups.splice(0)) cleanup()
    goOn()
  }
  const close = (): void => {
    if (closed) return
    release()
    controller.close()
    disconnect()
  }

  /** Until `begin` calls back, or the reader is gone. */
  const pause = async (begin: (end: () => void) => () => void): Promise<void> => {
    let cancel = (): void => {}
    await new Promise<void>((resolve) => {
      goOn = resolve
      cancel = begin(resolve)
    })
    cancel()
  }

  /** Writes what there is to tell; false when that is nothing. */
  function flush(): boolean {
    const { happenings, cursor: next, missed } = hub.read(cursor, happeningsAtOnce)
    const events: string[][] = []
    if (missed > 0) {
      isLineNews = connections !== undefined
      for (const key of hub.changed(cursor)) dirty.add(key)
      events.push(event('gap', JSON.stringify({ missed } satisfies FeedEvents['gap'])))
    }
    const steps: string[] = []
    const said: string[] = []
    const floor: FloorStep[] = []
    for (const happening of happenings) {
      if ('connections' in happening) {
        isLineNews = connections !== undefined
        continue
      }
      if ('message' in happening) {
        if (happening.group === actor?.group) said.push(happening.message)
        continue
      }
      if ('floor' in happening) {
        if (happening.room === room) floor.push(happening.floor)
        continue
      }
      if ('listed' in happening) {
        for (const key of happening.listed) dirty.add(key)
        continue
      }
      dirty.add(happening.key)
      if (actor && happening.record.key === actor.key) steps.push(steps.length === 0 ? '[' : ',', jsonOf(happening))
    }
    cursor = next
    const rows = takeRows()
    if (rows.length > 0) events.push(event('board', JSON.stringify(rows)))
    if (isLineNews && connections) events.push(event('connections', JSON.stringify(connections())))
    isLineNews = false
    if (steps.length > 0) events.push(event('steps', ...steps, ']'))
    if (floor.length > 0) events.push(event('floor', JSON.stringify(floor)))
    if (actor && said.length > 0) events.push(event('talk', JSON.stringify(lines(actor.group, said))))
    const last = events.pop()
    if (!last) return false
    write(...events.flat(), dirty.size === 0 ? `id: ${cursor}\n` : '', ...last)
    flushedAt = performance.now()
    stalled = false
    return true
  }

  function takeRows(): BoardRow[] {
    const keys = [...dirty.values().take(rowsAtOnce)]
    for (const key of keys) dirty.delete(key)
    return keys.flatMap((key) => hub.row(key) ?? [])
  }

  async function pull(): Promise<void> {
    try {
      for (;;) {
        // oxlint-disable no-await-in-loop -- one flush after the other
        if (!isLineNews && dirty.size === 0 && cursor === hub.position()) await pause(hub.next)
        const rest = flushEveryMs - (performance.now() - flushedAt)
        if (rest > 0 && !closed) await pause(later(rest))
        // oxlint-enable no-await-in-loop
        if (closed || flush()) return
      }
    } catch {
      close()
    }
  }

  const beat = (): void => {
    if ((controller.desiredSize ?? 0) > 0) write(': still here\n\n')
    else if (stalled) close()
    else stalled = true
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(given) {
        controller = given
        const heartbeat = setInterval(beat, heartbeatMs).unref()
        cleanups.push(() => clearInterval(heartbeat))
        const hello: FeedEvents['hello'] = { position: cursor, now: now() }
        write('retry: 2000\n\n', ...event('hello', JSON.stringify(hello)))
      },
      pull,
      cancel: release,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: aheadBytes }),
  )
}

const event = (name: keyof FeedEvents, ...json: string[]): string[] => [`event: ${name}\ndata: `, ...json, '\n\n']

/** Written in place: at thousands of records a second, joining them first would double the garbage. */
function inUtf8(pieces: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))
  let end = 0
  for (const piece of pieces) end += bytes.write(piece, end)
  return bytes
}

const later =
  (ms: number) =>
  (end: () => void): (() => void) => {
    const timer = setTimeout(end, ms).unref()
    return () => clearTimeout(timer)
  }
