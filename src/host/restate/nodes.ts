// Calls through Restate's ingress, by the first node that answers: made again under the same key, a call is taken once.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, HttpCallError, Opts, SendOpts } from './sdk.ts'

interface Call {
  service: string
  key: string
  handler: string
  parameter: unknown
}

/** A cluster that loses a leader stands still for about two seconds. */
const longestMs = 30_000
const pauseMs = 100
/** A room's turn waits for its memory, and for others before it. */
const timeoutMs = 20_000

export function makeNodes(urls: readonly string[]) {
  const clients = urls.map((url) => connect({ url }))
  let current = 0

  async function byAny<T>(ask: (client: (typeof clients)[number]) => Promise<T>): Promise<T> {
    const end = performance.now() + longestMs
    for (;;) {
      const tried = current
      try {
        const client = clients[tried % clients.length]
        if (!client) throw new TypeError('no node of the cluster is named')
        // oxlint-disable-next-line no-await-in-loop -- the next node is asked when this one fails
        return await ask(client)
      } catch (error) {
        if (!isOfNode(error) || performance.now() > end) throw error
        // Others may have seen it, too.
        if (current === tried) current += 1
        // oxlint-disable-next-line no-await-in-loop -- that is the pause
        await wait(pauseMs)
      }
    }
  }

  return {
    /** Rejects when no node has answered in half a minute: whether the room took it is not known then. */
    call<T>(call: Call): Promise<T> {
      const opts = Opts.from<unknown, T>({ idempotencyKey: randomUUID(), timeout: timeoutMs })
      return byAny((client) => client.call<unknown, T>({ ...call, opts }))
    },
    /** Resolves once a node has taken it, whenever it is done. */
    async send(call: Call): Promise<void> {
      const opts = SendOpts.from({ idempotencyKey: randomUUID(), timeout: timeoutMs })
      await byAny((client) => client.send({ ...call, opts }))
    },
  }
}

/** The node's fault, or nobody's: another one may answer. What a room answers is final. */
const isOfNode = (error: unknown): boolean =>
  !(error instanceof HttpCallError) || error.status === 408 || error.status === 429 || error.status >= 502
