// Server-sent events of one room for one browser: a cursor into the room, so a slow reader costs no memory.
import type { BotVerdict } from './contract.ts'
import type { WebChannel } from './web-channel.ts'

export type { BotVerdict } from './contract.ts'

/** Calls the listener with each verdict of a group; returns how to stop that. */
export type SubscribeVerdicts = (group: string, listener: (verdict: BotVerdict) => void) => () => void

const heartbeatMs = 15_000
const messagesAtOnce = 20
/** Bytes written ahead of the reader, and verdicts kept for it: beyond them it is disconnected and may resume. */
const aheadBytes = 64 * 1024
const maxVerdicts = 256

interface Options {
  channel: Pick<WebChannel, 'list' | 'watch'>
  room: string
  /** Messages after this seq, stored ones first. */
  after: number
  subscribe: SubscribeVerdicts
  /** Ends the connection at once, whether the reader reads or not. */
  disconnect: () => void
}

/**
 * Events `message` (id = seq), `removed` (a reaction) and `verdict` as they happen; a comment every 15 s.
 * A reader that takes nothing between two heartbeats, or falls 256 verdicts behind, is disconnected.
 */
export function eventStream({ channel, room, after, subscribe, disconnect }: Options): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const verdicts: BotVerdict[] = []
  const cleanups: (() => void)[] = []
  let controller: ReadableStreamDefaultController<Uint8Array>
  let cursor = after
  let stalled = false
  let closed = false

  const write = (text: string) => controller.enqueue(encoder.encode(text))
  const hasRoom = () => !closed && (controller.desiredSize ?? 0) > 0
  const release = () => {
    closed = true
    for (const cleanup of cleanups.splice(0)) cleanup()
  }
  const close = () => {
    if (closed) return
    release()
    controller.close()
    disconnect()
  }

  const flush = () => {
    stalled = false
    while (hasRoom()) {
      const messages = channel.list(room, { after: cursor, limit: messagesAtOnce })
      for (const message of messages) {
        cursor = message.seq
        write(`id: ${message.seq}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`)
      }
      const verdict = messages.length === 0 ? verdicts.shift() : undefined
      if (verdict) write(`event: verdict\ndata: ${JSON.stringify(verdict)}\n\n`)
      else if (messages.length === 0) return
    }
  }
  // Whoever stores a message or tells a verdict must not suffer from what fails here.
  const flushIfRoom = () => {
    try {
      if (hasRoom()) flush()
    } catch {
      close()
    }
  }
  const beat = () => {
    if (hasRoom()) write(': still here\n\n')
    else if (stalled) close()
    else stalled = true
  }
  // Whoever misses it sees the reaction until the room is read anew.
  const tellRemoved = (id: string) => {
    if (hasRoom()) write(`event: removed\ndata: ${JSON.stringify({ id })}\n\n`)
  }
  const addVerdict = (verdict: BotVerdict) => {
    if (verdicts.length >= maxVerdicts) return close()
    verdicts.push(verdict)
    flushIfRoom()
  }

  return new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
        const heartbeat = setInterval(beat, heartbeatMs).unref()
        cleanups.push(
          () => clearInterval(heartbeat),
          channel.watch(room, { changed: flushIfRoom, removed: tellRemoved, close }),
          subscribe(`web:${room}`, addVerdict),
        )
        write('retry: 2000\n\n')
      },
      pull: flushIfRoom,
      cancel: release,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: aheadBytes }),
  )
}
