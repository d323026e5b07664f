// The client of servers that speak OpenAI's API: it tries once, by our own connections, and says no more of us than the key.
import type { OpenAI } from 'openai'
import { openConnections } from './exchange.ts'

interface Server {
  baseUrl: string
  apiKey?: string | undefined
  /** OpenAI's own is told OPENAI_ORG_ID and OPENAI_PROJECT_ID, which the client would send to whoever serves. */
  provider?: string
}

/** `openai` and `undici` take a while to load, and a service that only listens never needs them. */
export async function openClient({ provider, baseUrl, apiKey }: Server, send: unknown): Promise<OpenAI> {
  const [{ default: Client }] = await Promise.all([import('openai'), openConnections()])
  return new Client({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    maxRetries: 0,
    logLevel: 'off',
    fetch: send as typeof fetch,
    ...(provider !== 'openai' && { organization: null, project: null }),
  })
}
