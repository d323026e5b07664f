// One call of a server's tool, as a model reads what came of it.
import type { Effect } from '../../../machines/agent/children.ts'
import { ToolError, type ToolContext } from '../tool.ts'
import { asData } from '../web/fetch.ts'
import { BusyError, type ServerLine } from './connect-server.ts'
import { LineError } from './line-end.ts'
import { wordsOf } from './revisions.ts'
import { readAnswer } from './result-text.ts'

interface Called {
  /** `mcp.files.search`. */
  tool: string
  /** As the server calls it. */
  name: string
  effect: Effect
  timeoutMs: number
  line: () => ServerLine | undefined
  /** Rejects where its server cannot say. */
  isOn: () => Promise<boolean>
}

/** Of the time of the call: that it took too long is told in our own words. */
const tellingMs = 500

const noLine = 'not done: its server is not connected now'

/** Rejects with a ToolError, or with the reason of the signal. */
export async function callTool(
  { tool, name, effect, timeoutMs, line, isOn }: Called,
  args: Record<string, unknown>,
  { signal, timeoutMs: mostMs }: Pick<ToolContext, 'signal' | 'timeoutMs'>,
): Promise<string> {
  const perhaps = effect === 'read' ? '' : ': it may have been done, look before you do it again'
  if (!line()) throw new ToolError(noLine)
  if (!(await isOn().catch(() => true)))
    throw new ToolError('not done: an operator has to look at how it is described now')
  signal.throwIfAborted()
  const open = line()
  if (!open) throw new ToolError(noLine)
  const most = Math.max(Math.min(timeoutMs, mostMs - tellingMs), 1)
  let answer: unknown
  try {
    answer = await open.call(name, args, { signal, timeoutMs: most })
  } catch (error) {
    signal.throwIfAborted()
    throw new ToolError(toldOf(error, most, perhaps, tool), { cause: error })
  }
  const read = readAnswer(answer)
  if (!read) throw new ToolError(`its server answered something that is no result${perhaps}`)
  const text = asData(tool, read.text)
  if (read.isError) throw new ToolError(text)
  return text
}

function toldOf(error: unknown, ms: number, perhaps: string, tool: string): string {
  if (error instanceof BusyError) return 'not done: its server has too much to do now'
  if (error instanceof LineError) return `the line to its server broke${perhaps}`
  const { code } = (error ?? {}) as { code?: unknown }
  // What the server itself says is data as well.
  if (typeof code === 'number') return asData(tool, `refused (${code}): ${wordsOf(error)}`)
  if (code === 'REQUEST_TIMEOUT') return `there was no answer within ${ms / 1_000} s${perhaps}`
  return `its server did not answer as it should${perhaps}`
}
