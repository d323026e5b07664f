// What lies between the library and a server's line: counts what comes that nobody asked for.
import type { Transport } from '@modelcontextprotocol/client'
import type { Meter } from './meter.ts'

/** Answers to what was asked are free, each once. `flooded` is told of the first message that is too much; it goes no further. */
export function meteredTransport(inner: Transport, meter: Meter, flooded: () => void): Transport {
  const asked = new Set<unknown>()
  let isFlooded = false
  const onmessage: Transport['onmessage'] = (message, extra) => {
    if (isFlooded) return
    const isAnswer = !('method' in message) && asked.delete(message.id)
    if (isAnswer || meter.message()) outer.onmessage?.(message, extra)
    else {
      isFlooded = true
      flooded()
    }
  }
  const outer: Transport = {
    start() {
      Object.assign(inner, {
        onclose: () => outer.onclose?.(),
        onerror: (error: Error) => outer.onerror?.(error),
        onmessage,
      })
      return inner.start()
    },
    send(message, options) {
      if ('method' in message && 'id' in message) asked.add(message.id)
      return inner.send(message, options)
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
  }
  return outer
}
