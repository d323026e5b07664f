// What is kept of a prompt that goes on after calls of tools: its beginning, and of the rest the newest, within a bound.
import type { ChatMessage, OfferedTool, ToolCall } from '../llm/model.ts'
import type { AskedMessage, CallRecord, MadeCall } from './contract.ts'

/** UTF-16 units of all that follows the first call, and of each text in it. */
const ofConversation = { most: 40_000, each: 4_000 }
const ofAnswer = { most: 20_000, each: 4_000 }
const ofTools = { most: 20_000, each: 2_000 }

/** Without secrets, and cut to so many UTF-16 units. */
type Shown = (text: string, most?: number) => string

/** What talk and task stand in is kept whole, as of a call without tools. */
export function keptPrompt(messages: readonly ChatMessage[], shown: Shown): Pick<CallRecord, 'prompt' | 'leftOut'> {
  const begin = messages.findIndex(({ role }) => role === 'assistant' || role === 'tool')
  const head = begin < 0 ? messages : messages.slice(0, begin)
  const rest = messages.slice(head.length)
  const names = new Map(rest.flatMap(({ calls = [] }) => calls.map(({ id, name }) => [id, name])))
  const part = partOf(shown, ofConversation)
  const newest: AskedMessage[] = []
  for (const message of rest.toReversed()) {
    if (part.isFull()) break
    const { role, content, calls = [], callId = '' } = message
    newest.unshift({
      role,
      content: part.take(content),
      ...(calls.length > 0 && { calls: calls.map((call) => madeCall(call, part.take)) }),
      ...(role === 'tool' && { tool: part.take(names.get(callId) ?? '') }),
    })
  }
  const leftOut = rest.length - newest.length
  return {
    prompt: [...head.map(({ role, content }) => ({ role, content: shown(content) })), ...newest],
    ...(leftOut > 0 && { leftOut }),
  }
}

export function keptTools(tools: readonly OfferedTool[], shown: Shown): NonNullable<CallRecord['tools']> {
  const { take } = partOf(shown, ofTools)
  return tools.map(({ name, description, parameters }) => ({
    name,
    description: take(description),
    parameters: take(JSON.stringify(parameters)),
  }))
}

export function keptCalls(calls: readonly ToolCall[], shown: Shown): MadeCall[] {
  const { take } = partOf(shown, ofAnswer)
  return calls.map((call) => madeCall(call, take))
}

const madeCall = (call: ToolCall, take: (text: string) => string): MadeCall => ({
  name: take(call.name),
  arguments: take(call.arguments),
  ...(call.isCut && { isCut: true }),
})

function partOf(shown: Shown, { most, each }: { most: number; each: number }) {
  let left = most
  return {
    take(text: string): string {
      const kept = shown(text, Math.min(each, left))
      left = Math.max(0, left - kept.length)
      return kept
    },
    isFull: () => left === 0,
  }
}
