// A context that a tool is called with in tests: a workspace of its own, and nobody who stops it.
import { join } from 'node:path'
import { textIn, type Tool, type ToolContext } from '../../src/tools/tool.ts'
import { folder } from '../world/folders.ts'

/** Its workspace is not there yet, as before the first call; beside it lies what must not be reached. */
export function context(over: Partial<ToolContext> = {}): ToolContext & { beside: string } {
  const beside = folder({ 'secret.txt': 'not for models', 'secrets/': '' })
  return {
    place: { bot: 'iris', group: 'web:lobby', oneToOne: false },
    run: 'r1',
    call: 'r1 1.0',
    askers: ['ann'],
    workspace: join(beside, 'workspace'),
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    beside,
    ...over,
  }
}

/** What a call comes to, as a model reads it. */
export async function told(tool: Tool, args: Record<string, unknown>, given: ToolContext): Promise<string> {
  try {
    return textIn(await tool.run(tool.schema.strict().parse(args), given))
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}
