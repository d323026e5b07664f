// Tools, calls and results in a request: as OpenAI's protocol writes them, and such as strict servers take them.
import { describe, expect, test } from 'vitest'
import type { ChatMessage, OfferedTool, ToolCall } from '../../src/llm/model.ts'
import { messages, modelAt, provider, request } from './calls.ts'
import { says } from './fake-provider.ts'

const read: OfferedTool = {
  name: 'fs.read',
  description: 'Reads a file',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}

async function bodyOf(over: Parameters<typeof request>[0]) {
  const server = await provider(says('ok'))
  await modelAt(server.baseUrl).ask(request(over))
  return server.bodies[0]
}

/** The conversation after `calls` were made and answered. */
const after = (...calls: ToolCall[]): ChatMessage[] => [
  ...messages,
  { role: 'assistant', content: '', calls },
  ...calls.map(({ id }): ChatMessage => ({ role: 'tool', content: 'done', callId: id })),
]

const argumentsSent = async (text: string): Promise<unknown> => {
  const body = await bodyOf({ messages: after({ id: 'c1', name: 'fs.read', arguments: text }), tools: [read] })
  const [, , { tool_calls: [call] = [] } = {}] = (body?.['messages'] ?? []) as {
    tool_calls?: { function: { arguments: string } }[]
  }[]
  return call?.function.arguments
}

test.each([{}, { tools: [] }])(
  'a request without tools is the same, byte by byte, as it ever was: %j',
  async (over) => {
    const body = await bodyOf(over)
    expect(JSON.stringify(body)).toBe(
      '{"model":"m","max_tokens":60,"reasoning_effort":"none","messages":[{"role":"system","content":"Answer in JSON"},{"role":"user","content":"New (1):"}]}',
    )
  },
)

test('tools, calls and results stand in it, by the names that the protocol allows', async () => {
  const conversation: ChatMessage[] = [
    ...messages,
    {
      role: 'assistant',
      content: 'Let me look.',
      calls: [
        { id: '3.0', name: 'fs.read', arguments: '{"path":"a"}' },
        { id: '3.1', name: '读', arguments: '' },
      ],
    },
    { role: 'tool', content: 'It says a.', callId: '3.0' },
    { role: 'tool', content: '', callId: '3.1' },
    { role: 'user', content: 'And b?', blind: 'And b?' },
  ]
  expect(await bodyOf({ messages: conversation, tools: [read] })).toEqual({
    model: 'm',
    max_tokens: 60,
    reasoning_effort: 'none',
    tools: [
      {
        type: 'function',
        function: { name: 'fs_read', description: 'Reads a file', parameters: read.parameters },
      },
    ],
    messages: [
      ...messages,
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { id: '3_0', type: 'function', function: { name: 'fs_read', arguments: '{"path":"a"}' } },
          { id: '3_1', type: 'function', function: { name: '_', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: '3_0', content: 'It says a.' },
      { role: 'tool', tool_call_id: '3_1', content: '' },
      { role: 'user', content: 'And b?' },
    ],
  })
})

test('calls without a text are sent without one, and stay when no tool is on offer any more', async () => {
  const body = await bodyOf({ messages: after({ id: 'c1', name: 'fs.read', arguments: '{}' }) })
  expect(body).not.toHaveProperty('tools')
  expect(body?.['messages']).toEqual([
    ...messages,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'fs_read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
  ])
})

describe('arguments that a strict server would refuse the whole conversation for are told as a text in an object', () => {
  test.each([
    ['{"path": "a" }', '{"path": "a" }'],
    ['', '{}'],
    [' ', '{}'],
    ['{"path":', String.raw`{"malformed":"{\"path\":"}`],
    ['["a"]', String.raw`{"malformed":"[\"a\"]"}`],
    ['"a"', String.raw`{"malformed":"\"a\""}`],
    ['null', '{"malformed":"null"}'],
    [`${'x'.repeat(499)}😀`, `{"malformed":"${'x'.repeat(499)}\ufffd"}`],
  ])('%j', async (written, sent) => {
    expect(await argumentsSent(written)).toBe(sent)
  })
})
