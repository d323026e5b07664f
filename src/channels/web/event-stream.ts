// Server-sent events of one room for one browser: a cursor into the room, so a slow reader costs no memory.
import type { SSEMessage, SSEStreamingApi } from 'hono/streaming'
import type { BotVerdict, RoomEdit, RoomEvents, RoomMessage } from './contract.ts'
import type { WebChannel } from './web-channel.ts'

export type { BotVerdict } from './contract.ts'

/** Calls the listener with each verdict of a group; returns how to stop that. */
export type SubscribeVerdicts = (group: string, listener: (verdict: BotVerdict) => void) => () => void

const heartbeatMs = 15_000
const messagesAtOnce = 20
/** Verdicts, and reactions that are off, kept for a reader: beyond them it is disconnected and may resume. */
const maxVerdicts = 256

interface Options {
  channel: Pick<WebChannel, 'changes' | 'watch'>
  room: string
  /** Messages, and their other words, after this seq, stored ones first. */
  after: number
  subscribe: SubscribeVerdicts
  /** Ends the connection at once, whether the reader reads or not. */
  disconnect: () => void
}

/**
 * Events `message` and `edited` (id = seq), `removed` (a reaction) and `verdict` as they happen; a comment every 15 s.
 * A reader that takes nothing between two heartbeats, or falls 256 verdicts behind, is disconnected.
 */
export async function tellRoom(
  stream: SSEStreamingApi,
  { channel, room, after, subscribe, disconnect }: Options,
): Promise<void> {
  const verdicts: BotVerdict[] = []
  /** Ids of reactions that are off again. */
  const removed: string[] = []
  let cursor = after
  /** Writes that the reader has not taken. */
  let waiting = 0
  let stalled = false
  let isOver = false
  let goOn = (): void => {}

  const write = async (written: Promise<unknown>): Promise<void> => {
    waiting += 1
    await written
    waiting -= 1
    stalled = false
  }
  const event = (message: SSEMessage) => write(stream.writeSSE(message))
  const release = (): void => {
    isOver = true
    goOn()
    for (const cleanup of cleanups.splice(0)) cleanup()
  }
  const close = (): void => {
    if (isOver) return
    release()
    disconnect()
  }
  const beat = (): void => {
    if (waiting === 0) void write(stream.write(': still here\n\n'))
    else if (stalled) close()
    else stalled = true
  }
  const addVerdict = (verdict: BotVerdict): void => {
    if (verdicts.length >= maxVerdicts) return close()
    verdicts.push(verdict)
    goOn()
  }
  const addRemoved = (id: string): void => {
    if (removed.length >= maxVerdicts) return close()
    removed.push(id)
    goOn()
  }
  const heartbeat = setInterval(beat, heartbeatMs).unref()
  const cleanups: (() => void)[] = [
    () => clearInterval(heartbeat),
    channel.watch(room, { changed: () => goOn(), removed: addRemoved, close }),
    subscribe(`web:${room}`, addVerdict),
  ]
  stream.onAbort(release)

  try {
    await write(stream.write('retry: 2000\n\n'))
    // oxlint-disable-next-line no-unmodified-loop-condition -- it ends when the reader is gone
    while (!isOver) {
      const messages = channel.changes(room, { after: cursor, limit: messagesAtOnce })
      const gone = messages.length === 0 ? removed.shift() : undefined
      const verdict = messages.length === 0 && gone === undefined ? verdicts.shift() : undefined
      /* oxlint-disable no-await-in-loop -- at the reader's pace */
      for (const message of messages) {
        if (isOver) return
        cursor = message.seq
        await event({ id: String(message.seq), ...toldOf(message) })
      }
      if (gone !== undefined) await event({ event: 'removed', data: JSON.stringify({ id: gone }) })
      else if (verdict) await event({ event: 'verdict', data: JSON.stringify(verdict) })
      else if (messages.length === 0) await new Promise<void>((resolve) => (goOn = resolve))
      /* oxlint-enable no-await-in-loop */
    }
  } catch {
    // Whoever stores a message or tells a verdict must not suffer from what fails here.
    close()
  }
}

const toldOf = (change: RoomMessage | RoomEdit): SSEMessage =>
  'edits' in change
    ? { event: 'edited', data: JSON.stringify({ id: change.edits, text: change.text } satisfies RoomEvents['edited']) }
    : { event: 'message', data: JSON.stringify(change) }
