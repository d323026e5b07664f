// The HTTP API and the store of files: nonces, buckets, pages of history, addresses that expire, and troubles.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FakeMessage, FakeServer, FakeUser } from './server.ts'

/** `cut`: it is done, and nobody hears so; `unanswered`: the same, and one waits; `silent`: nothing is done; `body`: as it stands. */
export type Trouble =
  | { status: number; code?: number; retryAfter?: number; isGlobal?: boolean; body?: string }
  | 'cut'
  | 'unanswered'
  | 'silent'

interface Post {
  content?: string
  nonce?: string
  enforce_nonce?: boolean
  message_reference?: { message_id: string; fail_if_not_exists?: boolean }
  allowed_mentions?: { parse?: string[]; users?: string[]; replied_user?: boolean }
}

export interface FakeCall {
  bot: string
  method: string
  path: string
  status: number
}

export function httpSide(server: FakeServer, posts: { most: number; perMs: number } | undefined) {
  const troubles: { kind: 'post' | 'history' | 'any'; trouble: Trouble }[] = []
  const calls: FakeCall[] = []
  const files = new Map<string, { bytes: Uint8Array; mime: string; announced?: number }>()
  const buckets = new Map<string, { left: number; until: number }>()
  const waiting = new Set<ServerResponse>()
  const hanging = new Set<ServerResponse>()
  let base = ''
  let gateway = ''

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    waiting.add(response)
    response.on('close', () => {
      waiting.delete(response)
      hanging.delete(response)
    })
    const { pathname, searchParams } = new URL(request.url ?? '/', base)
    const body = await text(request).catch(() => '')
    if (pathname.startsWith('/cdn/')) return file(response, pathname, searchParams)
    const user = server.byToken((request.headers.authorization ?? '').replace(/^Bot /, ''))
    const path = pathname.replace('/api/v10', '')
    const method = request.method ?? ''
    const call = { bot: user?.handle ?? '', method, path, status: 0 }
    calls.push(call)
    const answer = (status: number, json: unknown, headers: Record<string, string> = {}): void => {
      call.status = status
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(status === 204 ? undefined : typeof json === 'string' ? json : JSON.stringify(json))
    }
    if (!user) return answer(401, { message: '401: Unauthorized', code: 0 })
    const isPost = method === 'POST' && /^\/channels\/\d+\/messages$/.test(path)
    const isHistory = method === 'GET' && /^\/channels\/\d+\/messages$/.test(path)
    const at = troubles.findIndex(
      ({ kind }) => kind === 'any' || (kind === 'post' && isPost) || (kind === 'history' && isHistory),
    )
    const trouble = at === -1 ? undefined : troubles.splice(at, 1)[0]?.trouble
    if (trouble === 'silent') return void hanging.add(response)
    if (typeof trouble === 'object') {
      const { status, code = 0, retryAfter, isGlobal, body: raw } = trouble
      const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      return answer(
        status,
        raw ?? {
          message: 'trouble',
          code,
          ...(retryAfter !== undefined && { retry_after: retryAfter, global: isGlobal }),
        },
        { ...wait, ...(isGlobal && { 'x-ratelimit-global': 'true' }) },
      )
    }
    if (isPost && posts) {
      const full = limit(`${user.handle} ${path}`, posts)
      if (full !== undefined)
        return answer(
          429,
          { message: 'You are being rate limited.', retry_after: full / 1000, global: false },
          { 'retry-after': String(full / 1000), 'x-ratelimit-scope': 'user' },
        )
    }
    const [status, json] = route(user, method, path, searchParams, body)
    if (trouble === 'cut') return void request.socket.destroy()
    if (trouble === 'unanswered') return void hanging.add(response)
    answer(status, json)
  }

  function limit(bucket: string, { most, perMs }: { most: number; perMs: number }): number | undefined {
    const now = Date.now()
    const known = buckets.get(bucket)
    const open = known && known.until > now ? known : { left: most, until: now + perMs }
    buckets.set(bucket, open)
    if (open.left === 0) return open.until - now
    open.left -= 1
    return undefined
  }

  function route(
    user: FakeUser,
    method: string,
    path: string,
    query: URLSearchParams,
    body: string,
  ): [number, unknown] {
    const noChannel: [number, unknown] = [404, { message: 'Unknown Channel', code: 10003 }]
    const noMessage: [number, unknown] = [404, { message: 'Unknown Message', code: 10008 }]
    if (path === '/users/@me') return [200, server.shownUser(user)]
    if (path === '/users/@me/guilds') return [200, server.isIn(user.handle) ? [{ id: server.guild, name: 'Lab' }] : []]
    if (path === '/applications/@me')
      return [200, { id: user.id, name: user.name, flags: user.isWithoutContent ? 0 : 1 << 19 }]
    if (path === '/gateway/bot')
      return [
        200,
        {
          url: gateway,
          shards: 1,
          session_start_limit: { total: 1000, remaining: 999, reset_after: 60_000, max_concurrency: 1 },
        },
      ]
    if (path === `/guilds/${server.guild}/roles`) return [200, server.shownGuild().roles]
    if (path.startsWith(`/guilds/${server.guild}/members/`)) return [200, server.memberOf(user.handle)]
    const [, id = '', rest = ''] = /^\/channels\/(\d+)(.*)$/.exec(path) ?? []
    const channel = server.channelOf(id)
    if (!channel || (channel.between && !channel.between.includes(user.handle))) return noChannel
    if (rest === '' && method === 'GET' && !server.isForbidden(id))
      return [200, { ...server.shownChannel(channel), ...(!channel.between && { guild_id: server.guild }) }]
    if (server.isForbidden(id)) return [403, { message: 'Missing Access', code: 50001 }]
    if (rest === '/typing') {
      server.typed(user.handle, id)
      return [204, '']
    }
    if (rest === '/messages')
      return method === 'POST' ? post(user, id, JSON.parse(body) as Post) : [200, page(id, query)]
    const [, message = '', sign] = /^\/messages\/(\d+)(?:\/reactions\/(.+)\/@me)?$/.exec(rest) ?? []
    const found = server.find(message)
    if (found?.channel_id !== id) return noMessage
    if (sign === undefined && method === 'PATCH') {
      if (found.author.handle !== user.handle)
        return [403, { message: 'Cannot edit a message authored by another user', code: 50005 }]
      server.edit(message, (JSON.parse(body) as Post).content ?? '')
      return [200, server.shown(found)]
    }
    if (sign === undefined) return [200, signed(server.shown(found))]
    const emoji = decodeURIComponent(sign)
    if (!/^\p{RGI_Emoji}$/v.test(emoji)) return [400, { message: 'Unknown Emoji', code: 10014 }]
    found.reactions = found.reactions.filter((each) => each.by !== user.handle || each.emoji !== emoji)
    if (method === 'PUT') found.reactions.push({ by: user.handle, emoji })
    return [204, '']
  }

  function post(user: FakeUser, channel: string, given: Post): [number, unknown] {
    const {
      content = '',
      nonce,
      enforce_nonce: isOnce,
      message_reference: reference,
      allowed_mentions: allowed = {},
    } = given
    if (content.trim() === '') return [400, { message: 'Cannot send an empty message', code: 50006 }]
    if (content.length > 2_000) return [400, { message: 'Invalid Form Body', code: 50035 }]
    if (nonce !== undefined && nonce.length > 25) return [400, { message: 'Invalid Form Body', code: 50035 }]
    const known = isOnce
      ? server.messages(channel).find((each) => each.author === user && each.nonce === nonce)
      : undefined
    if (known) return [200, { ...server.shown(known), nonce }]
    const rung = Array.from(content.matchAll(/<@!?(\d+)>/g), ([, id = '']) => id).filter((id) =>
      allowed.users?.includes(id),
    )
    const made = server.post({
      channel_id: channel,
      author: user,
      content: content.trim(),
      at: Date.now(),
      mentions: rung.map((id) => server.userOf(id)),
      isToAll: allowed.parse === undefined || allowed.parse.includes('everyone'),
      more: {},
      allowed,
      ...(nonce !== undefined && { nonce }),
      ...(reference && { reference: reference.message_id }),
    })
    return [200, { ...server.shown(made), nonce }]
  }

  function page(channel: string, query: URLSearchParams): unknown[] {
    const [before, after] = [query.get('before'), query.get('after')]
    const most = Number(query.get('limit') ?? 50)
    const all = server
      .messages(channel)
      .filter(({ id }) => (before ? BigInt(id) < BigInt(before) : true) && (after ? BigInt(id) > BigInt(after) : true))
    const chosen: FakeMessage[] = after ? all.slice(0, most) : all.slice(-most)
    return chosen.toReversed().map((each) => signed(server.shown(each)))
  }

  /** Files have an address that is good for a while. */
  function signed(message: Record<string, unknown>): Record<string, unknown> {
    return JSON.parse(
      JSON.stringify(message).replaceAll('SIGNED', `?ex=${(Date.now() + 60_000).toString(16)}`),
    ) as Record<string, unknown>
  }

  function file(response: ServerResponse, path: string, query: URLSearchParams): void {
    const found = files.get(path)
    const isGood = parseInt(query.get('ex') ?? '', 16) > Date.now() || path.includes('/stickers/')
    if (!found || !isGood) {
      response.writeHead(404)
      return void response.end('This content is no longer available.')
    }
    response.writeHead(200, {
      'content-type': found.mime,
      ...(found.announced && { 'content-length': found.announced }),
    })
    response.end(found.bytes)
  }

  return {
    serve,
    at(url: string, gatewayUrl: string): void {
      base = url
      gateway = gatewayUrl
    },
    trouble: (kind: 'post' | 'history' | 'any', trouble: Trouble): void => void troubles.push({ kind, trouble }),
    calls: calls as readonly FakeCall[],
    /** Returns its address; where `SIGNED` stands in it, the API writes how long it is good for. */
    putFile(name: string, bytes: Uint8Array, mime: string): string {
      files.set(`/cdn/${name}`, { bytes, mime })
      return `${base}/cdn/${name}SIGNED`
    },
    isHanging: (): boolean => hanging.size > 0,
    open: (): number => waiting.size,
    letGo: (): void => {
      for (const response of hanging) response.destroy()
    },
  }
}
