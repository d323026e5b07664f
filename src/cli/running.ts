// Asks whether a Chime is already serving where the configuration says.
import { z } from 'zod'
import type { Config } from '../config/config.ts'

export interface Running {
  url: string
  node: string
  halted: number
}

const patienceMs = 3_000
const healthSchema = z.object({ status: z.enum(['ok', 'degraded']), node: z.string(), halted: z.number().catch(0) })
const anyHost: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The service that answers GET /health at the configured address; undefined when none does. */
export async function runningService({ host, port }: Config['channels']['web']): Promise<Running | undefined> {
  const reachable = anyHost[host] ?? host
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
    return { url, ...healthSchema.parse(await answer.json()) }
  } catch {
    return undefined
  }
}
