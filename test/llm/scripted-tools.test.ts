// A loop of calls against a scripted server over HTTP: what it says depends on the conversation alone.
import { expect, test } from 'vitest'
import type { ChatMessage, OfferedTool } from '../../src/llm/model.ts'
import { inSteps } from '../fakes/scripted-tools.ts'
import { messages, modelAt, provider, request } from './calls.ts'

const tools: OfferedTool[] = ['fs.read', 'bash'].map((name) => ({ name, description: '', parameters: {} }))

test('it reads, fails, mends and answers, and the same request gets the same answer again', async () => {
  const server = await provider(
    inSteps(
      {
        text: 'Let me look.',
        calls: [
          ['fs.read', { path: 'a' }],
          ['fs.read', { path: 'b' }],
        ],
      },
      ({ results }) => ({ calls: [['bash', `{"command":"diff ${results.join(' ')}"`]] }),
      ({ results: [error = ''] }) => ({ calls: [['bash', { command: error.includes('malformed') ? 'cmp' : 'ls' }]] }),
      ({ results }) => `They differ: ${results.join()}`,
    ),
  )
  const model = modelAt(server.baseUrl)
  const results: Record<string, string> = { a: '1', b: '2' }
  const conversation: ChatMessage[] = [...messages]
  const said: unknown[] = []
  for (let step = 0; step < 4; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    const { text, calls = [] } = await model.ask(request({ messages: conversation, tools }))
    said.push([text, ...calls.map((call) => `${call.id} ${call.name} ${call.arguments}`)])
    conversation.push({ role: 'assistant', content: text, calls })
    for (const call of calls) {
      const [path = ''] = /(?<="path":")\w/.exec(call.arguments) ?? []
      const content = results[path] ?? (call.arguments.endsWith('}') ? 'byte 1' : 'malformed arguments')
      conversation.push({ role: 'tool', content, callId: call.id })
    }
  }
  expect(said).toEqual([
    ['Let me look.', 'call_0_0 fs.read {"path":"a"}', 'call_0_1 fs.read {"path":"b"}'],
    ['', 'call_1_0 bash {"command":"diff 1 2"'],
    ['', 'call_2_0 bash {"command":"cmp"}'],
    ['They differ: byte 1'],
  ])
  const again = await model.ask(request({ messages: conversation.slice(0, 2), tools }))
  expect(again).toMatchObject({ text: 'Let me look.', finish: 'tool_calls', tokens: 42 })
})
