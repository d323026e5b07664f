// The gateway through a proxy: the library hands its WebSocket no agent, so it connects to a relay on this machine, which has one.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Agent, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { proxyAgent } from '../proxy.ts'

/** By HTTPS_PROXY and NO_PROXY; never for this machine, and never for `ws:`, which no proxy is asked to hand on. */
export function makeGatewayWay(environment: Readonly<Record<string, string | undefined>>) {
  let relay: Promise<Relay> | undefined
  let opened: Relay | undefined
  const agentFor = (url: string): Agent | undefined =>
    url.startsWith('wss:') ? proxyAgent(url, environment) : undefined
  return {
    /** Before the first connection to an address. */
    async open(url: string): Promise<void> {
      const agent = agentFor(url)
      if (agent) opened = await (relay ??= openRelay(agent))
    },
    /** The address that the library connects to. */
    to: (url: string): string => (opened && agentFor(url) ? opened.prefix + encoded(url) : url),
    /** The address that such a one stands for. */
    from: (url: string): string =>
      opened && url.startsWith(opened.prefix) ? decoded(url.slice(opened.prefix.length)) : url,
    /** Why the last connection did not come about, for people. */
    trouble: (): string | undefined => opened?.trouble(),
    async stop(): Promise<void> {
      await (await relay)?.stop()
    },
  }
}

interface Relay {
  /** Ends in a key that nobody else on this machine knows, and a slash. */
  prefix: string
  trouble(): string | undefined
  stop(): Promise<void>
}

async function openRelay(agent: Agent): Promise<Relay> {
  const key = `/${randomUUID()}/`
  const sockets = new Set<Duplex>()
  let trouble: string | undefined
  const server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', (asked, near) => {
    sockets.add(near)
    near.on('close', () => sockets.delete(near)).on('error', () => undefined)
    const refuse = (reason: string): void => {
      trouble = reason
      near.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
    }
    const target = targetOf(asked, key)
    if (!target) return refuse('it is asked for something that is no gateway')
    const { host: _, ...headers } = asked.headers
    const onward = request(target, { agent, headers })
    near.on('close', () => onward.destroy())
    onward.on('error', (error) => refuse(`through the proxy: ${reasonOf(error)}`))
    onward.on('response', ({ statusCode }) => {
      onward.destroy()
      refuse(`the gateway answered ${statusCode}`)
    })
    onward.on('upgrade', (answer, far, head) => {
      trouble = undefined
      near.write(headOf(answer))
      far.unshift(head)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const)
        pipeline(from, to).catch(() => undefined)
    })
    onward.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    prefix: `ws://127.0.0.1:${port}${key}`,
    trouble: () => trouble,
    async stop() {
      for (const socket of sockets) socket.destroy()
      agent.destroy()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const encoded = (url: string): string => Buffer.from(url).toString('base64url')
const decoded = (text: string): string => Buffer.from(text, 'base64url').toString()

/** `/KEY/ADDRESS?v=10`, the address encoded. */
function targetOf({ url = '' }: IncomingMessage, key: string): URL | undefined {
  if (!url.startsWith(key)) return undefined
  const [address = '', query = ''] = url.slice(key.length).split('?', 2)
  const target = URL.parse(`${decoded(address)}?${query}`)
  return target?.protocol === 'wss:' ? new URL(target.href.replace(/^wss:/, 'https:')) : undefined
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []))
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n')
}

/** Without the proxy's address, which may bear a password. */
const reasonOf = (error: Error): string => error.message.replaceAll(/\bhttps?:\/\/\S+/g, 'it').slice(0, 200)
