// The rehearsal calls the tools that a line literally says, and quotes what they answered: a loop can be tried without a model.
import { describe, expect, test } from 'vitest'
import { openModel } from '../../src/llm/client.ts'
import type { ChatMessage, OfferedTool, ToolCall } from '../../src/llm/model.ts'
import { promptTokens } from '../../src/language/tokens.ts'
import { rehearseNow } from '../../src/llm/rehearsal.ts'
import { startRehearsal } from '../../src/llm/rehearsal-server.ts'
import { replyPrompt } from '../../src/prompt/reply-prompt.ts'
import { said } from '../prompt/iris.ts'
import { baseOf, messagesOf, styles, talkIn } from '../prompt/prompts-of.ts'
import { request } from './calls.ts'

const tools: OfferedTool[] = ['fs.read', 'web.fetch'].map((name) => ({ name, description: '', parameters: {} }))

const reply = (text: string, style: (typeof styles)[number] = 'compact'): ChatMessage[] => {
  const policy = { type: 'short', maxChars: 500, markdown: false } as const
  const parts = replyPrompt({ ...baseOf(style), policy, targets: [] })
  return messagesOf(parts, talkIn(style, { batch: [said(1, 'Cleo', text)] }, { allowance: 400 }))
}

const asked = (messages: ChatMessage[], offered = tools) => rehearseNow(request({ messages, tools: offered }))

/** The conversation goes on with these calls and results. */
const went = (text: string, results: string[], ...steering: string[]): ChatMessage[] => {
  const calls = results.map((_, i): ToolCall => ({ id: `call_${i + 1}`, name: 'fs.read', arguments: '{}' }))
  return [
    ...reply(text),
    { role: 'assistant', content: '', calls },
    ...results.map((content, i): ChatMessage => ({ role: 'tool', content, callId: `call_${i + 1}` })),
    ...steering.map((content): ChatMessage => ({ role: 'user', content })),
  ]
}

describe.each(styles)('in a prompt of style %s', (style) => {
  test('a line that says a call makes it', () => {
    const messages = reply('Iris, please $fs.read {"path":"notes.txt"} now', style)
    expect(asked(messages)).toMatchObject({
      text: '',
      finish: 'tool_calls',
      calls: [{ id: 'call_1', name: 'fs.read', arguments: '{"path":"notes.txt"}' }],
    })
  })
})

test('several calls are made at once, objects within objects and all; one that is no JSON goes as it is', () => {
  const line = '$fs.read {"a":{"b":"}"}} and $web_fetch {"url": http} $fs.read {}'
  expect(asked(reply(line)).calls).toEqual([
    { id: 'call_1', name: 'fs.read', arguments: '{"a":{"b":"}"}}' },
    { id: 'call_2', name: 'web.fetch', arguments: '{"url": http}' },
    { id: 'call_3', name: 'fs.read', arguments: '{}' },
  ])
})

test.each([
  ['a tool that is not on offer', '$bash {"command":"ls"}', tools],
  ['a name alone', 'what does $fs.read do?', tools],
  ['a request without tools', '$fs.read {"path":"a"}', []],
])('%s is answered by text, the same as ever', (_what, line, offered) => {
  const { calls, text } = asked(reply(line), offered)
  expect(calls).toBeUndefined()
  expect(text).toBe(rehearseNow(request({ messages: reply(line) })).text)
})

describe('results are quoted', () => {
  test.each([
    ['read it for me', ['It says  hello.'], '(rehearsal) The result: “It says hello.”'],
    ['Rex，请看 $fs.read {"path":"one two three"}', ['你好'], '（排练）结果：“你好”'],
    ['请读一下文件', ['你好'], '（排练）结果：“你好”'],
    ['read both', ['one', 'two'], '(rehearsal) The result: “one”, “two”'],
    ['read it', ['x'.repeat(500)], `(rehearsal) The result: “${'x'.repeat(200)}…”`],
    ['read it', [''], '(rehearsal) The result: “”'],
  ])('%s', (line, results, text) => {
    expect(asked(went(line, results))).toMatchObject({ text, finish: 'stop' })
    expect(asked(went(line, results), [])).toMatchObject({ text })
  })

  test('unless somebody asks for another call meanwhile', () => {
    expect(asked(went('read it', ['one'], 'and $web.fetch {"url":"u"}')).calls).toEqual([
      { id: 'call_2', name: 'web.fetch', arguments: '{"url":"u"}' },
    ])
    expect(asked(went('$fs.read {}', ['one'], 'thanks')).text).toBe('(rehearsal) The result: “one”')
  })
})

test('over HTTP it is the same, with a usage that counts tools, calls and results, below what is held', async () => {
  const server = await startRehearsal()
  try {
    const model = openModel({ provider: 'rehearsal', baseUrl: server.baseUrl, model: 'rehearsal' })
    const line = '$fs.read {"path":"a"}'
    const plain = await model.ask(request({ messages: reply(line) }))
    const first = await model.ask(request({ messages: reply(line), tools }))
    expect(first.calls).toEqual([{ id: 'call_1', name: 'fs.read', arguments: '{"path":"a"}' }])
    const messages = went(line, ['It says hello.'])
    const second = await model.ask(request({ messages, tools }))
    expect(second.text).toBe('(rehearsal) The result: “It says hello.”')
    const counted = [plain, first, second].map(({ promptTokens: ofPrompt = 0 }) => ofPrompt)
    expect(counted).toEqual(counted.toSorted((a, b) => a - b))
    expect(new Set(counted).size).toBe(3)
    expect(counted[2]).toBeLessThanOrEqual(promptTokens(messages, tools))
  } finally {
    await server.stop()
  }
})
