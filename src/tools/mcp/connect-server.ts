// The line to one server: opened, its tools listed, one of them called; all of it bounded, and nothing given to the server that it may ask for.
import type { Client, Transport } from '@modelcontextprotocol/client'
import type { McpServerConfig } from '../../config/mcp.ts'
import { unlessLate } from './unless-late.ts'
import { httpTransport } from './http-transport.ts'
import { type LineEnd, LineError } from './line-end.ts'
import { makeMeter } from './meter.ts'
import { meteredTransport } from './metered-transport.ts'
import { stdioTransport } from './stdio-transport.ts'

/** What is told of a line, until it is closed. */
export interface LineTold {
  /** Once. */
  down: (end: LineEnd) => void
  /** The server says that its tools are other ones. */
  listChanged: () => void
}

export interface ServerLine {
  /** As the server sent them, the first of them. Rejects with a LineError. */
  list: () => Promise<unknown[]>
  /** As the server sent it. Rejects with a LineError where the line is no more, with what the server said, or the signal's reason. */
  call: (
    name: string,
    args: Record<string, unknown>,
    of: { signal: AbortSignal; timeoutMs: number },
  ) => Promise<unknown>
  /** Resolves when nothing of it is left. */
  close: () => Promise<void>
}

export interface Limits {
  /** ms */
  connectMs: number
  listMs: number
  pingMs: number
}

const usual: Limits = { connectMs: 15_000, listMs: 10_000, pingMs: 5_000 }
const most = { pages: 10, tools: 200, calls: 8 }

/** Rejects with a LineError. */
export async function connectServer(
  server: McpServerConfig,
  told: LineTold,
  { connectMs, listMs, pingMs } = usual,
): Promise<ServerLine> {
  // It is large, and most services have no such server.
  const { Client: Made } = await import('@modelcontextprotocol/client')
  const { maxBytes, reach } = server
  const meter = makeMeter(maxBytes, () => performance.now())
  let why: LineEnd | undefined
  let isOpen = false
  let isClosed = false

  /** The first one tells why. */
  function ended(end: LineEnd): void {
    if (why) return
    why = { ...end, reason: server.secrets.reduce((text, secret) => text.replaceAll(secret, '…'), end.reason) }
    if (isOpen && !isClosed) told.down(why)
    void close()
  }

  const reading = { maxBytes, meter, ended }
  const inner: Transport =
    reach.kind === 'stdio'
      ? stdioTransport({ reach, ...reading })
      : await httpTransport({ reach, ...reading, timeoutMs: server.timeoutMs + listMs })
  const transport = meteredTransport(inner, meter, () =>
    ended({ reason: 'it floods: it says more than anybody asked for', permanent: false }),
  )
  // It may ask for nothing: no sampling, no roots, no elicitation.
  const client: Client = new Made(
    { name: 'chime', version: '1' },
    { capabilities: {}, inputRequired: { autoFulfill: false }, listMaxPages: most.pages },
  )
  Object.assign(client, { onclose: () => isOpen && ended({ reason: 'the line broke', permanent: false }) })
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    if (!isClosed) told.listChanged()
  })

  let closing: Promise<void> | undefined
  function close(): Promise<void> {
    isClosed = true
    closing ??= Promise.allSettled([client.close(), inner.close()]).then(() => undefined)
    return closing
  }

  try {
    await unlessLate(client.connect(transport, { timeout: connectMs }), connectMs)
  } catch (error) {
    ended(endOf(error, reach.kind))
    await close()
  }
  if (why) throw new LineError(why)
  isOpen = true
  let calls = 0

  /** After an answer that did not come. */
  async function checkAlive(): Promise<void> {
    try {
      await client.ping({ timeout: pingMs })
    } catch {
      ended({ reason: 'it does not answer any more', permanent: false })
    }
  }

  return {
    async list() {
      const tools: unknown[] = []
      let cursor: string | undefined
      try {
        for (let page = 0; page < most.pages && tools.length < most.tools; page += 1) {
          // oxlint-disable-next-line no-await-in-loop -- each page names the next one
          const answer = await client.request(
            { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
            { timeout: listMs },
          )
          tools.push(...answer.tools)
          cursor = answer.nextCursor
          if (cursor === undefined) break
        }
      } catch (error) {
        throw new LineError(why ?? { reason: `its tools could not be listed: ${wordsOf(error)}`, permanent: false }, {
          cause: error,
        })
      }
      return tools.slice(0, most.tools)
    },
    async call(name, args, { signal, timeoutMs }) {
      if (why) throw new LineError(why)
      if (calls >= most.calls) throw new BusyError()
      calls += 1
      try {
        return await client.request(
          { method: 'tools/call', params: { name, arguments: args } },
          { signal, timeout: timeoutMs },
        )
      } catch (error) {
        signal.throwIfAborted()
        if (why) throw new LineError(why, { cause: error })
        void checkAlive()
        throw error
      } finally {
        calls -= 1
      }
    },
    close,
  }
}

/** Nothing was called. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** What opening the line failed with, in words for the operator. */
function endOf(error: unknown, kind: 'stdio' | 'http'): LineEnd {
  const { message, code, status } = errorParts(error)
  if (kind === 'http') {
    if (message.includes('is not allowed'))
      return {
        reason: 'its address is not public: of this machine it is named as 127.0.0.1 or localhost',
        permanent: true,
      }
    if (status === 401 || status === 403)
      return { reason: `it answers ${status}: check its headers under mcp in chime.yaml`, permanent: true }
    if (status !== undefined) return { reason: `it answers ${status}`, permanent: false }
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return { reason: 'there is no host of this name', permanent: false }
  }
  return { reason: `it does not answer as an MCP server does: ${wordsOf(error)}`, permanent: false }
}

/** `status`: of HTTP, where the library tells. */
function errorParts(error: unknown): { message: string; code?: string; status?: number } {
  const { message = '', code, status, data } = (error ?? {}) as Record<string, unknown>
  const told = status ?? (data as { status?: unknown } | undefined)?.status
  return {
    message: String(message),
    ...(typeof code === 'string' && { code }),
    ...(typeof told === 'number' && { status: told }),
  }
}

const longestWords = 200
export const wordsOf = (error: unknown): string =>
  errorParts(error).message.replaceAll(/\s+/gu, ' ').slice(0, longestWords).toWellFormed()
