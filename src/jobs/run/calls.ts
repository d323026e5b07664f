// A model's calls of tools as the chart and the tape have them: counted, digested, and refused where they cannot be made.
import type { CallRef, TapeEntry } from '../../../machines/agent/children.ts'
import { estimateTokens } from '../../language/tokens.ts'
import type { ChatAnswer, ToolCall } from '../../llm/model.ts'
import type { Registry } from '../../tools/registry.ts'
import { type Heard, nothingDropped } from '../../tools/hooks/tighten.ts'
import type { LineCall } from './line-calls.ts'
import { handoffToolName } from './tape-tools.ts'

/** Of a row that keeps a call. */
export interface CallBody {
  tool: string
  /** As the model knows it: results go back under this. */
  wire: string
  name: string
  arguments: string
  isCut?: true
  /** The model wrote it as a line of its text, which stands in the message of the step. */
  isLine?: true
  /** Id of the last message of the talk that the model had before it; kept where a summary may follow from the call. */
  talkUntil?: string
  /** A hook dropped it: why, for the model. */
  dropped?: string
}

/** Of a row that keeps what a model said, or which messages of the talk a run is for. */
export interface MessageBody {
  role: 'assistant' | 'user'
  text?: string
  messages?: string[]
}

export interface CalledTools {
  calls: CallRef[]
  entries: TapeEntry[]
  grown: number
}

/** Step `step` of a run: what the model said beside its calls, and the calls. */
export function calledIn(
  registry: Registry,
  answer: ChatAnswer,
  {
    run,
    step,
    tools,
    talkUntil,
    lines = [],
    heard = nothingDropped,
  }: {
    run: string
    step: number
    tools: readonly string[]
    talkUntil?: string | undefined
    lines?: readonly LineCall[]
    heard?: Heard
  },
): CalledTools {
  const said: TapeEntry[] =
    answer.text === ''
      ? []
      : [message(run, String(step), { role: 'assistant', text: answer.text }, estimateTokens(answer.text))]
  const all: readonly (ToolCall & Partial<LineCall>)[] = [...lines, ...(answer.calls ?? [])]
  const made = all.map((call, n) => {
    const id = `${step}.${n}`
    const isLine = call.line !== undefined
    const read = call.isCut ? undefined : registry.readCall(call.name, call.arguments, tools)
    const tool = read?.tool?.name ?? registry.find(call.name)?.name ?? call.name
    const notRead = read ? ('refused' in read ? read.refused : undefined) : 'malformed'
    const dropped = heard.dropped.get(n)
    const refused = dropped ? 'byHook' : call.isForPeople ? 'notByText' : notRead
    const ref: CallRef = {
      id,
      tool,
      effect: read?.tool?.effect ?? 'read',
      ...(read?.tool?.lasts && { lasts: true as const }),
      digest: read?.digest ?? `cut ${id}`,
      ...(refused && { refused }),
    }
    const body: CallBody = {
      tool,
      wire: isLine ? `line_${step}_${n}` : call.id,
      name: call.name,
      arguments: call.arguments,
      ...(call.isCut && { isCut: true }),
      ...(isLine && { isLine: true }),
      ...(dropped && { dropped: dropped.reason }),
      ...(tool === handoffToolName && talkUntil !== undefined && { talkUntil }),
    }
    const tokens = estimateTokens(`${call.name} ${call.arguments}`) + framing
    return { ref, entry: { run, id, kind: 'tool_call', body, tokens } satisfies TapeEntry }
  })
  const entries = [...said, ...made.map(({ entry }) => entry)]
  return {
    calls: made.map(({ ref }) => ref),
    entries,
    grown: entries.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

export const message = (run: string, id: string, body: MessageBody, tokens: number): TapeEntry => ({
  run,
  id,
  kind: 'message',
  body,
  tokens,
})

/** What the protocol adds to a call, and to a result. */
const framing = 12
