// The line to one server: opened, its tools listed, one of them called; all of it bounded, and nothing given to the server that it may ask for.
import type { Client, Transport } from '@modelcontextprotocol/client'
import type { McpServerConfig } from '../../config/mcp.ts'
import { endOf, NewestOnly, newestRevision, speaksNewestOnly, wordsOf } from './revisions.ts'
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

/** Rejects with a LineError. A server is spoken to as most are; one that knows nothing but the newest revision says so. */
export async function connectServer(server: McpServerConfig, told: LineTold, limits = usual): Promise<ServerLine> {
  try {
    return await openLine(server, told, limits)
  } catch (error) {
    if (!(error instanceof NewestOnly)) throw error
    return openLine(server, told, limits, newestRevision)
  }
}

/** `newest`: the revision without `initialize` that it is asked for. Rejects with a LineError, or with NewestOnly. */
async function openLine(
  server: McpServerConfig,
  told: LineTold,
  { connectMs, listMs, pingMs }: Limits,
  newest?: string,
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
    {
      capabilities: {},
      inputRequired: { autoFulfill: false },
      listMaxPages: most.pages,
      ...(newest !== undefined && { versionNegotiation: { mode: { pin: newest } } }),
    },
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
    if (newest === undefined && !why && speaksNewestOnly(error)) {
      await close()
      throw new NewestOnly()
    }
    const end = endOf(error, reach.kind)
    // It says more than that the line has ended, which the library sees to by itself.
    if (end.permanent) why = undefined
    ended(end)
    await close()
  }
  if (why) throw new LineError(why)
  isOpen = true
  let calls = 0

  /** After an answer that did not come. */
  async function checkAlive(): Promise<void> {
    try {
      await (newest === undefined ? client.ping({ timeout: pingMs }) : client.discover({ timeout: pingMs }))
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
