// A tiny agent network on loopback: inboxes with a cursor, late acknowledgements, and troubles on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listening } from '../../world/loopback.ts'

interface Letter {
  msg_id: string
  group: string
  sender: { id: string; name: string; agent: boolean }
  content: string
  timestamp: number
  metadata?: { reply_to?: string; key?: string }
}

type Trouble = { status: number; retryAfter?: number } | 'cut' | 'silent'

const agents = new Map([
  ['iris', 'Iris'],
  ['rex', 'Rex'],
])

export const idOf = (agent: string): string => `${agent}.agents.example`

export async function acpNetwork() {
  const letters: Letter[] = []
  const cursors = new Map([...agents.keys()].map((agent) => [agent, 0]))
  const troubles: Trouble[] = []
  const removed = new Set<string>()
  const open = new Set<IncomingMessage>()
  let isHanging = false
  let held: { by: string[]; gone: Promise<void> } | undefined
  const server = createServer((request, response) => {
    open.add(request)
    response.on('close', () => open.delete(request))
    void serve(request, response)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://network')
    const [, what = '', agent = '', ack] = pathname.split('/')
    const name = agents.get(agent)
    if (name === undefined || removed.has(agent)) return answer(response, 404, {})
    const seen = cursors.get(agent) ?? 0
    if (what === 'agents') return answer(response, 200, { id: idOf(agent), name })
    if (what === 'sent') {
      const mine = letters.filter(({ sender, metadata }) => sender.id === idOf(agent) && metadata?.key !== undefined)
      return answer(
        response,
        200,
        mine.filter(({ metadata }) => metadata?.key === searchParams.get('key')),
      )
    }
    if (what === 'inbox' && ack === undefined) {
      const batch = letters.slice(seen, seen + Number(searchParams.get('limit')))
      return answer(response, 200, { letters: batch, cursor: seen + batch.length })
    }
    const body = (await json(request)) as { cursor: number; target: string; text: string; metadata: Letter['metadata'] }
    if (what === 'inbox') {
      cursors.set(agent, body.cursor)
      return answer(response, 200, {})
    }
    held?.by.push(agent)
    await held?.gone
    const trouble = troubles.shift()
    if (trouble === 'silent') return void (isHanging = true)
    if (typeof trouble === 'object') return answer(response, trouble.status, {}, trouble.retryAfter)
    if (body.target !== 'lab') return answer(response, 404, {})
    const sender = { id: idOf(agent), name, agent: true }
    const letter = put({ group: 'lab', sender, content: body.text, timestamp: Date.now(), ...pick(body.metadata) })
    if (trouble === 'cut') return void request.socket.destroy()
    answer(response, 200, { msg_id: letter.msg_id })
  }

  function put(letter: Omit<Letter, 'msg_id'>): Letter {
    const placed = { ...letter, msg_id: `letter-${letters.length + 1}` }
    letters.push(placed)
    return placed
  }

  const { url, stop } = await listening(server)
  return {
    url,
    stop,
    letters: letters as readonly Letter[],
    says: (
      who: string,
      content: string,
      { ts = Date.now(), replyTo }: { ts?: number; replyTo?: string } = {},
    ): string =>
      put({
        group: 'lab',
        sender: { id: `${who}.people.example`, name: who, agent: false },
        content,
        timestamp: ts,
        ...(replyTo !== undefined && { metadata: { reply_to: replyTo } }),
      }).msg_id,
    isAcknowledged: (id: string, agent: string): boolean =>
      letters.findIndex(({ msg_id }) => msg_id === id) < (cursors.get(agent) ?? 0),
    /** The inboxes are read again from this message on. */
    rewind(id: string): void {
      const place = letters.findIndex(({ msg_id }) => msg_id === id)
      for (const [agent, cursor] of cursors) cursors.set(agent, Math.min(cursor, place))
    },
    /** The network does not know the agent any more. */
    remove: (agent: string): void => void removed.add(agent),
    /** Posts are under way for a long time, until they are let go; `by`: whose. */
    hold(): { by: readonly string[]; letGo: () => void } {
      const by: string[] = []
      let letGo = () => {}
      held = { by, gone: new Promise((resolve) => void (letGo = resolve)) }
      return { by, letGo }
    },
    /** Meets the next post. */
    trouble: (next: Trouble): void => void troubles.push(next),
    isHanging: (): boolean => isHanging,
    isIdle: (): boolean => open.size === 0,
  }
}

const pick = (metadata: Letter['metadata']) => (metadata ? { metadata } : {})

function answer(response: ServerResponse, status: number, body: object, retryAfter?: number): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
  response.end(JSON.stringify(body))
}
