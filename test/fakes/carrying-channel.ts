// A channel over HTTP whose messages carry things: a test hands them in, gives their bytes, and reads what was posted.
import { setTimeout as pause } from 'node:timers/promises'
import { type Channel, ChannelError, type InboundMessage } from '../../src/channels/channel.ts'

export default function makeChannel({ url }: { url: string }): Channel {
  const ending = new AbortController()
  const call = async (path: string, body?: object, signal = ending.signal): Promise<Response> => {
    const response = await fetch(new URL(path, url), {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal,
    })
    if (!response.ok) throw new ChannelError('permanent', `the chat answered ${response.status}`)
    return response
  }
  return {
    name: 'carrying',
    identify: async (bot) => bot,
    async start(intake) {
      const listen = async (): Promise<void> => {
        while (!ending.signal.aborted) {
          // oxlint-disable-next-line no-await-in-loop -- one look after the other
          const messages = (await (await call('/messages')).json()) as InboundMessage[]
          // oxlint-disable-next-line no-await-in-loop
          if (messages.length > 0) await intake(messages)
          // oxlint-disable-next-line no-await-in-loop
          await pause(10, undefined, { signal: ending.signal })
        }
      }
      void listen().catch(() => undefined)
    },
    send: async (reply) => (await (await call('/posts', reply)).json()) as { id: string },
    async download({ part }, signal) {
      const response = await call(`/bytes/${encodeURIComponent(part.ref)}`, undefined, signal)
      return { bytes: new Uint8Array(await response.arrayBuffer()), mime: response.headers.get('content-type') ?? '' }
    },
    stop: async () => ending.abort(),
  }
}
