// Calls of tools in an answer: what is read of them, what is cut or dropped, and what is no answer at all.
import { describe, expect, test } from 'vitest'
import type { ChatMessage, ChatRequest, OfferedTool } from '../../src/llm/model.ts'
import { failureOf, messages, modelAt, provider, request } from './calls.ts'
import { says } from './fake-provider.ts'

const tool = (name: string): OfferedTool => ({ name, description: '', parameters: { type: 'object' } })
const tools = [tool('fs.read'), tool('web.fetch')]

const call = (id: unknown, name: unknown = 'fs_read', args: unknown = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

interface Answered {
  content?: string | null
  finish?: string
  over?: Partial<ChatRequest>
}

async function answered(sent: unknown, { content = null, finish = 'tool_calls', over = {} }: Answered = {}) {
  const message = { role: 'assistant', content, tool_calls: sent }
  const server = await provider(says('', { finish_reason: finish, message }))
  return modelAt(server.baseUrl).ask(request({ tools, ...over }))
}

const callsIn = async (...given: Parameters<typeof answered>) => (await answered(...given)).calls

test('calls come back by the names of the house, in their order, with their arguments as they were written', async () => {
  const sent = [call('c1', 'fs_read', '{"path":"a" }'), call('c2', 'web.fetch', 'http://a'), call('c3', 'rm', '')]
  expect(await answered(sent)).toEqual({
    text: '',
    calls: [
      { id: 'c1', name: 'fs.read', arguments: '{"path":"a" }' },
      { id: 'c2', name: 'web.fetch', arguments: 'http://a' },
      { id: 'c3', name: 'rm', arguments: '' },
    ],
    finish: 'tool_calls',
    model: 'served-model',
    tokens: 42,
    promptTokens: 40,
  })
})

test('an answer without calls is one as it ever was, and so are calls that a model writes as text', async () => {
  const plain = { finish: 'stop', model: 'served-model', tokens: 42, promptTokens: 40 }
  expect(await answered([], { content: 'hello', finish: 'stop' })).toEqual({ text: 'hello', ...plain })
  expect(await answered(null, { content: '<tool_call>{}</tool_call>', finish: 'stop' })).toEqual({
    text: '<tool_call>{}</tool_call>',
    ...plain,
  })
})

test('the text beside calls is what was said aloud', async () => {
  expect(await answered([call('c1')], { content: '<think>hm</think>I look.' })).toMatchObject({ text: 'I look.' })
  expect(await answered([call('c1')], { content: '<think>hm' })).toMatchObject({ text: '' })
})

test.each([undefined, []])('where no tool is on offer (%j), a call is refused', async (none) => {
  const over = none && { tools: none }
  const server = await provider(says('', { message: { content: 'hello', tool_calls: [call('c1')] } }))
  expect(await failureOf(modelAt(server.baseUrl).ask(request(over)))).toEqual({
    kind: 'unparsable',
    message: 'the model called a tool where none was offered',
    tokens: 42,
  })
})

describe('what is no call is left out', () => {
  test.each([[null], [7], ['fs_read'], [{}], [{ function: null }], [{ id: 'c', type: 'custom', custom: {} }]])(
    '%j',
    async (broken) => {
      expect(await callsIn([broken, call('c1')])).toEqual([{ id: 'c1', name: 'fs.read', arguments: '{}' }])
      const server = await provider(says(null, { message: { content: null, tool_calls: [broken] } }))
      expect(await failureOf(modelAt(server.baseUrl).ask(request({ tools })))).toMatchObject({
        kind: 'unparsable',
        message: 'the model answered with nothing',
      })
    },
  )
})

test('arguments that a server sends as an object are a text, and what is no text is none', async () => {
  const sent = [{ path: 'a' }, null, 7].map((args, i) => call(`c${i}`, 'fs_read', args))
  expect((await callsIn(sent))?.map((each) => each.arguments)).toEqual(['{"path":"a"}', '', ''])
})

test('names are cut and cleaned; no name is an empty one', async () => {
  const names = ['x'.repeat(1_000), ' f\u0000s\u202e\n ', null, { a: 1 }]
  const sent = names.map((name, i) => call(`c${i}`, name))
  expect((await callsIn(sent))?.map(({ name }) => name)).toEqual(['x'.repeat(64), 'f s', '', ''])
})

describe('ids', () => {
  test('that are missing, said twice, too long or of other signs are made anew', async () => {
    const ids = ['a', 'a', undefined, null, 7, '', 'x'.repeat(41), 'a.b', 'call_2', 'x'.repeat(40), '读']
    const read = (await callsIn(ids.map((id) => call(id))))?.map(({ id }) => id) ?? []
    expect([read[0], read[9], new Set(read).size]).toEqual(['a', 'x'.repeat(40), ids.length])
    expect(read.filter((id) => !/^[\w-]{1,40}$/.test(id))).toEqual([])
  })

  test('that stand in the conversation already are not given again', async () => {
    const calls = ['call_1', 'call_2', 'call_0'].map((id) => ({ id, name: 'fs.read', arguments: '{}' }))
    const before: ChatMessage[] = [...messages, { role: 'assistant', content: '', calls }]
    const read = await callsIn([call('call_0'), call(undefined)], { over: { messages: before } })
    expect(read?.map(({ id }) => id)).toEqual(['call_4', 'call_5'])
  })
})

describe('there are bounds', () => {
  test('sixteen calls are read, the rest is dropped', async () => {
    const sent = Array.from({ length: 5_000 }, (_, i) => call(`c${i}`))
    expect((await callsIn(sent))?.map(({ id }) => id)).toEqual(sent.slice(0, 16).map(({ id }) => id))
  })

  test('64 KB of arguments are read, of all calls together; what is cut says so', async () => {
    const args = JSON.stringify({ text: '字'.repeat(10_000) })
    const read = (await callsIn(['a', 'b', 'c', 'd'].map((id) => call(id, 'fs_read', args)))) ?? []
    expect(read.map((each) => [each.arguments === args, each.isCut])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, true],
      [false, true],
    ])
    expect(read.reduce((sum, each) => sum + Buffer.byteLength(each.arguments), 0)).toBeLessThanOrEqual(65_536 + 2)
    expect(() => JSON.parse(read[2]?.arguments ?? '') as unknown).toThrow(SyntaxError)
  })

  test('the last call of an answer that was cut is cut, whatever can be read of it', async () => {
    const { calls, finish } = await answered([call('a'), call('b')], { finish: 'length' })
    expect([finish, calls?.map(({ isCut }) => isCut)]).toEqual(['length', [undefined, true]])
    const many = Array.from({ length: 17 }, (_, i) => call(`c${i}`))
    expect((await callsIn(many, { finish: 'length' }))?.some(({ isCut }) => isCut)).toBe(false)
  })

  test('a cut call is no thought: the next one gets no more tokens for it', async () => {
    const message = { role: 'assistant', content: null, tool_calls: [call('a')] }
    const server = await provider(says('', { finish_reason: 'length', message }))
    const model = modelAt(server.baseUrl)
    await model.ask(request({ tools, reservedTokens: 9_000 }))
    expect(model.thoughtTokens?.()).toBe(0)
  })
})

describe('a key of the server makes an answer none', () => {
  const escaped = Array.from('sk-very-secret', (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
    '',
  )
  test.each([
    ['in arguments', call('a', 'fs_read', '{"path":"sk-very-secret"}')],
    ['spaced', call('a', 'fs_read', '{"path":"s k - v e r y - s e c r e t"}')],
    ['by the numbers of its signs', call('a', 'fs_read', `{"path":"${escaped}"}`)],
    ['in a name', call('a', 'sk-very-secret')],
  ])('%s', async (_where, leaking) => {
    const server = await provider(says('', { message: { content: 'hello', tool_calls: [call('b'), leaking] } }))
    expect(await failureOf(modelAt(server.baseUrl).ask(request({ tools })))).toEqual({
      kind: 'refused',
      message: 'the answer holds the key of its server',
      tokens: 42,
    })
  })

  test('an id is no place for one', async () => {
    const sent = [call('sk-very-secret'), call('c2')]
    expect(await failureOf(answered(sent))).toMatchObject({ kind: 'refused' })
  })
})
