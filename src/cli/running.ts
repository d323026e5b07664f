// Asks whether a Chime is already serving where the configuration says.
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { onOneLine } from '../terminal/terminal-text.ts'
import { boundedFetch } from '../llm/bounded-fetch.ts'

export type Running = z.infer<typeof healthSchema> & { url: string }

const timeoutMs = 3_000
const longestText = 500
const count = z.number().catch(0)
// Whoever answers there may be somebody else.
const text = z.string().transform((given) => onOneLine(given.slice(0, longestText)))
const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'starting']),
  node: z.string(),
  halted: count,
  storeLost: z.boolean().catch(false),
  postsRefused: z.boolean().catch(false),
  channelsDown: count,
  failedLines: count,
  /** By what failed: how often since the start, and with what the last time. */
  failures: z.record(text, z.object({ count: z.number(), error: text })).catch({}),
})
const anyHost: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The service that answers GET /health at the configured address; undefined when none does. */
export async function runningService({ host, port }: Config['channels']['web']): Promise<Running | undefined> {
  const reachable = anyHost[host] ?? host
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  try {
    const answer = await boundedFetch(`${url}/health`, { signal: AbortSignal.timeout(timeoutMs) })
    return { url, ...healthSchema.parse(await answer.json()) }
  } catch {
    return undefined
  }
}
