// Tools, their calls and their results as OpenAI's protocol writes them.
import type { OpenAI } from 'openai'
import { longestOnWire, wireName, withWireSigns } from '../language/wire-name.ts'
import type { ChatMessage, OfferedTool, ToolCall } from './model.ts'

const wireId = (id: string): string => withWireSigns(id).slice(-longestOnWire.id) || '_'

export const wireTools = (tools: readonly OfferedTool[]): OpenAI.ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name: wireName(name), description, parameters },
  }))

/** Without its pictures. */
export function wireMessage({
  role,
  content,
  calls = [],
  callId = '',
}: ChatMessage): OpenAI.ChatCompletionMessageParam {
  if (role === 'tool') return { role, tool_call_id: wireId(callId), content }
  if (role !== 'assistant' || calls.length === 0) return { role, content }
  return { role, content: content === '' ? null : content, tool_calls: calls.map(wireCall) }
}

const wireCall = (call: ToolCall): OpenAI.ChatCompletionMessageFunctionToolCall => ({
  id: wireId(call.id),
  type: 'function',
  function: { name: wireName(call.name), arguments: wireArguments(call.arguments) },
})

/**
 * vLLM, SGLang and llama.cpp read the arguments of earlier calls and refuse a whole conversation for some that are no object:
 * those are told as a text in one, in their first 500 signs.
 */
export function wireArguments(text: string): string {
  if (text.trim() === '') return '{}'
  return isJsonObject(text) ? text : JSON.stringify({ malformed: text.slice(0, longestMalformed).toWellFormed() })
}

const longestMalformed = 500

function isJsonObject(text: string): boolean {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}

/** As a server sent them: some send an object where the protocol has a text. */
export function argumentText(sent: unknown): string {
  if (typeof sent === 'string') return sent
  return typeof sent === 'object' && sent !== null ? JSON.stringify(sent) : ''
}
