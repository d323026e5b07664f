// Reads a request of OpenAI's protocol, as far as a stand-in for a model looks at it.
import { z } from 'zod'
import type { ChatMessage } from './model.ts'

const callShape = z
  .object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })
  .transform(({ id, function: { name, arguments: text } }) => ({ id, name, arguments: text }))

const messageShape = z.union([
  z
    .object({ role: z.literal('assistant'), content: z.string().nullish(), tool_calls: z.array(callShape).min(1) })
    .transform(({ role, content, tool_calls: calls }): ChatMessage => ({ role, content: content ?? '', calls })),
  z
    .object({ role: z.literal('tool'), content: z.string(), tool_call_id: z.string() })
    .transform(({ role, content, tool_call_id: callId }): ChatMessage => ({ role, content, callId })),
  z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }),
])

const toolShape = z
  .object({
    type: z.literal('function'),
    function: z.object({
      name: z.string(),
      description: z.string().default(''),
      parameters: z.record(z.string(), z.unknown()).default({}),
    }),
  })
  .transform((tool) => tool.function)

/** Tools and calls have their names of the wire. */
export const requestShape = z.object({
  messages: z.array(messageShape).min(1),
  tools: z.array(toolShape).default([]),
  stream: z.literal(false).optional(),
})
