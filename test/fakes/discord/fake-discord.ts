// Discord as a hostile fake on loopback: its HTTP API, its gateway and its store of files, with troubles on demand.
import { createServer } from 'node:http'
import { listening } from '../../world/loopback.ts'
import { gatewaySide } from './gateway-side.ts'
import { httpSide, type Trouble } from './http-side.ts'
import { makeServer } from './server.ts'

export interface FakeOptions {
  people?: readonly string[]
  bots: readonly { handle: string; name: string }[]
  /** ms */
  heartbeatMs?: number
  /** So many posts in a channel in so many ms; else none is refused. */
  posts?: { most: number; perMs: number }
  /** Where it says that its gateway is, at first and for a session that goes on; else here. */
  gateways?: { first: string; resume: string }
}

export type FakeDiscord = Awaited<ReturnType<typeof fakeDiscord>>

export async function fakeDiscord({
  people = ['Ann', 'Bo'],
  bots,
  heartbeatMs = 40_000,
  posts,
  gateways,
}: FakeOptions) {
  const server = makeServer({ people, bots })
  const http = httpSide(server, posts)
  const web = createServer((request, response) => void http.serve(request, response))
  const { url, port, stop } = await listening(web)
  const here = `ws://127.0.0.1:${port}`
  const gateway = gatewaySide(server, { web, url: gateways?.resume ?? here, heartbeatMs })
  http.at(url, gateways?.first ?? here)
  server.onEvent(gateway.emit)

  return {
    url,
    apiRoot: `${url}/api`,
    cdn: `${url}/cdn`,
    token: (bot: string): string => server.userOf(bot).token ?? '',
    idOf: (who: string): string => server.userOf(who).id,
    roleOf: (bot: string): string => server.roleOf(bot),
    guild: server.guild,
    channel: server.channel,
    thread: server.thread,
    direct: server.direct,
    say: server.say,
    edit: server.edit,
    unfurl: server.unfurl,
    remove: server.remove,
    messages: server.messages,
    find: server.find,
    putFile: http.putFile,
    /** Meets the next request of this kind. */
    trouble: (kind: 'post' | 'history' | 'any', trouble: Trouble): void => http.trouble(kind, trouble),
    calls: http.calls,
    typingIn: server.typingIn,
    refuseIntents: (bot: string): void => void (server.userOf(bot).isWithoutContent = true),
    allowIntents: (bot: string): void => void (server.userOf(bot).isWithoutContent = false),
    resetToken: (bot: string): void => void (server.userOf(bot).token = `reset-${bot}`),
    forbid: server.forbid,
    mute: server.mute,
    leave: server.leave,
    join: server.join,
    isHanging: http.isHanging,
    isIdle: (): boolean => http.open() === 0 && gateway.open() === 0,
    ...gateway.controls,
    /** The event of a message comes once more. */
    redeliver(id: string): void {
      const message = server.find(id)
      if (message) server.tell('MESSAGE_CREATE', message.channel_id, server.shown(message))
    },
    async stop(): Promise<void> {
      http.letGo()
      await gateway.stop()
      await stop()
    },
  }
}
