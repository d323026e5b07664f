// Lines to real MCP servers, over a program's input and output and over HTTP, with short waits.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import type { McpReach, McpServerConfig } from '../../../src/config/mcp.ts'
import { connectServer, type Limits } from '../../../src/tools/mcp/connect-server.ts'
import type { LineEnd } from '../../../src/tools/mcp/line-end.ts'
import type { Manner } from '../../fakes/mcp/talk.ts'
import { folder } from '../../world/folders.ts'

const program = fileURLToPath(new URL('../../fakes/mcp/stdio-server.ts', import.meta.url))
export const quick: Limits = { connectMs: 5_000, listMs: 1_000, pingMs: 200 }

export const serverOf = (reach: McpReach, over: Partial<McpServerConfig> = {}): McpServerConfig => ({
  name: 'files',
  reach,
  read: ['search'],
  timeoutMs: 2_000,
  maxBytes: 100_000,
  secrets: [],
  ...over,
})

/** A program of this manner, and what it notes: ids of processes, and what it was asked. */
export function programOf(manner: Manner, env: Record<string, string> = {}) {
  const notes = join(folder(), 'notes')
  const lines = (): string[] => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [])
  const reach: McpReach = {
    kind: 'stdio',
    command: process.execPath,
    args: [program, manner, notes],
    env,
    cwd: folder(),
  }
  const pids = (): number[] => lines().flatMap((line) => (line.startsWith('pid ') ? [Number(line.slice(4))] : []))
  return {
    reach,
    lines,
    pids,
    /** It, and what it has started. */
    allGone: () =>
      vi.waitFor(
        () => {
          const left = pids().filter(isThere)
          if (pids().length < 2 || left.length > 0) throw new Error(`still there: ${left.join(', ')}`)
        },
        { timeout: 3_000, interval: 10 },
      ),
  }
}

/** What nobody has waited for yet is not there any more either. */
function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export async function lineTo(server: McpServerConfig, limits = quick) {
  const downs: LineEnd[] = []
  const down = Promise.withResolvers<LineEnd>()
  const changes: number[] = []
  const line = await connectServer(
    server,
    {
      down(end) {
        downs.push(end)
        down.resolve(end)
      },
      listChanged: () => void changes.push(downs.length),
    },
    limits,
  )
  onTestFinished(line.close)
  const call = (name: string, args: Record<string, unknown> = {}, timeoutMs = 2_000) =>
    line.call(name, args, { signal: new AbortController().signal, timeoutMs })
  return { ...line, call, down: down.promise, downs, changes }
}
