// A few answers of the platform on loopback, for the tests beside this file: each call is written down.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { loopback } from '../../world/loopback.ts'

export interface Asked {
  /** `GET /open-apis/…`, without the query. */
  call: string
  query: Record<string, string>
  body: unknown
  authorization: string | undefined
}

/** What the next calls get, token calls apart: `'silence'` never answers. */
export type Answer = { status?: number; headers?: Record<string, string>; body: unknown } | 'silence'

export async function openPlatform(answer: (asked: Asked, n: number) => Answer, token?: (n: number) => Answer) {
  const asked: Asked[] = []
  let tokens = 0
  const { url: base, stop } = await loopback(serve)

  function serve(request: IncomingMessage, response: ServerResponse, body: string) {
    const url = new URL(request.url ?? '/', 'http://platform')
    const call = `${request.method} ${url.pathname}`
    if (url.pathname.startsWith('/open-apis/auth/')) {
      tokens += 1
      const fresh = { body: { code: 0, tenant_access_token: `t-token-${tokens}`, expire: 7_200 } }
      return give(response, token?.(tokens) ?? fresh)
    }
    const one: Asked = {
      call,
      query: Object.fromEntries(url.searchParams),
      body: body === '' ? undefined : JSON.parse(body),
      authorization: request.headers.authorization,
    }
    asked.push(one)
    give(response, answer(one, asked.length))
  }

  return { url: base, asked, tokens: () => tokens, stop }
}

function give(response: ServerResponse, answer: Answer): void {
  if (answer === 'silence') return
  const { status = 200, headers = {}, body } = answer
  const isJson = typeof body === 'object'
  response.writeHead(status, { 'content-type': isJson ? 'application/json' : 'text/html', ...headers })
  response.end(isJson ? JSON.stringify(body) : String(body))
}
