// The chat behind the carrying channel: what people send there, the bytes of it, and what bots posted.
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { loopback } from '../world/loopback.ts'

/** Bytes by their address; a promise keeps them back, for ever if it likes. */
export async function carryingChat(bytes: Record<string, Uint8Array | Promise<Uint8Array>>) {
  const waiting: InboundMessage[] = []
  const posts: { text: string; replyTo: string }[] = []
  const fetched: string[] = []
  let said = 0
  const { url, stop } = await loopback(async (request, response, body) => {
    const path = request.url ?? ''
    if (path === '/messages') return response.end(JSON.stringify(waiting.splice(0)))
    if (path === '/posts') {
      posts.push(JSON.parse(body) as { text: string; replyTo: string })
      return response.end(JSON.stringify({ id: `p${posts.length}` }))
    }
    const ref = decodeURIComponent(path.replace('/bytes/', ''))
    fetched.push(ref)
    const found = await bytes[ref]
    return found ? response.end(found) : response.writeHead(404).end()
  })
  onTestFinished(stop)
  return {
    posts,
    fetched,
    says(text: string, over: Partial<InboundMessage> = {}): string {
      const id = `m${(said += 1)}`
      const sender = { id: 'ann', name: 'Ann', bot: false }
      waiting.push({ id, group: 'carrying:lab', ts: Date.now(), sender, text, ...over })
      return id
    },
    channels: {
      modules: [
        { name: 'carrying', path: fileURLToPath(new URL('./carrying-channel.ts', import.meta.url)), options: { url } },
      ],
    },
  }
}
