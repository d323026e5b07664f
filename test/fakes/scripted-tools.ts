// Answers that call tools, by script: what a server says to a conversation as it finds it in the request.
import type { ChatMessage, OfferedTool } from '../../src/llm/model.ts'
import { requestShape } from '../../src/llm/rehearsal-request.ts'
import { wireName } from '../../src/language/wire-name.ts'
import { type Answer, says } from '../llm/fake-provider.ts'

/** What a request says; tools have their names of the wire, `fs_read`. */
export interface Conversation {
  /** How often the model has called tools in it. */
  step: number
  messages: ChatMessage[]
  tools: OfferedTool[]
  /** Of the calls that were made last, in their order. */
  results: string[]
}

/** One answer: a text, calls by the house's names of tools, or both. Arguments that are a text are sent as they are. */
export interface Said {
  text?: string
  calls?: readonly (readonly [tool: string, args: unknown])[]
  /** `tool_calls` or `stop` unless it says so. */
  finish?: string
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

type Script = (conversation: Conversation) => Said | string

/** As the script says; the ids of its calls are `call_STEP_N`, both from 0. */
export const speaks =
  (script: Script): Answer =>
  (response, body) => {
    const conversation = readConversation(body)
    const answer = script(conversation)
    const { text = '', calls = [], finish, usage } = typeof answer === 'string' ? { text: answer } : answer
    const tool_calls = calls.map(([tool, args], n) => ({
      id: `call_${conversation.step}_${n}`,
      type: 'function',
      function: { name: wireName(tool), arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    }))
    const called = calls.length > 0
    const message = { role: 'assistant', content: called && text === '' ? null : text, ...(called && { tool_calls }) }
    const choice = { finish_reason: finish ?? (called ? 'tool_calls' : 'stop'), message }
    says(text, choice, usage && { usage })(response, body)
  }

/** One answer for each step of the conversation; the last one goes on for ever. */
export const inSteps = (...steps: (Said | string | Script)[]): Answer =>
  speaks((conversation) => {
    const step = steps[Math.min(conversation.step, steps.length - 1)] ?? ''
    return typeof step === 'function' ? step(conversation) : step
  })

export function readConversation(body: Record<string, unknown>): Conversation {
  const words = (body['messages'] as { content?: unknown }[]).map((message) => ({
    ...message,
    ...(Array.isArray(message.content) && { content: wordsOf(message.content as { text?: string }[]) }),
  }))
  const { messages, tools } = requestShape.parse({ ...body, stream: false, messages: words })
  const isStep = ({ calls = [] }: ChatMessage): boolean => calls.length > 0
  const last = messages.findLastIndex(isStep)
  const results = messages.slice(last + 1).filter(({ role }) => role === 'tool')
  return { step: messages.filter(isStep).length, messages, tools, results: results.map(({ content }) => content) }
}

/** Beside pictures. */
const wordsOf = (parts: readonly { text?: string }[]): string => parts.map(({ text = '' }) => text).join('')
