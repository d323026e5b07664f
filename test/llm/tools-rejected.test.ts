// A server that takes no tools: it is told as that, costs nothing, and nobody is asked again without them behind one's back.
import { describe, expect, test } from 'vitest'
import { guardModel, listModels } from '../../src/llm/model-list.ts'
import type { OfferedTool } from '../../src/llm/model.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { speaks } from '../fakes/scripted-tools.ts'
import { failureOf, messages, modelAt, mostOfTry, provider, request } from './calls.ts'
import { failure, json, says } from './fake-provider.ts'

const tools: OfferedTool[] = [{ name: 'fs.read', description: '', parameters: { type: 'object' } }]
const withTools = (over: Parameters<typeof request>[0] = {}) => request({ tools, ...over })

describe('it is told, with the words of the server', () => {
  test.each([
    [400, 'registry.ollama.ai/library/gemma3:latest does not support tools'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [404, 'No endpoints found that support tool use. To learn more about provider routing, visit our docs'],
    [500, 'tools param requires --jinja flag'],
    [500, 'Unsupported param: tools'],
    [400, 'Function calling is not enabled for models/gemma-3-27b-it'],
    [400, 'Unrecognized request argument supplied: tools'],
    [422, '1 validation error: body.tools: Extra inputs are not permitted'],
    [400, 'This model doesn’t support function calling'],
    [501, 'tool calls are not implemented'],
  ])('%i %s', async (status, said) => {
    const server = await provider(failure(status, said), says('without tools'))
    const cause = await modelAt(server.baseUrl)
      .ask(withTools())
      .catch((error: unknown) => error)
    const host = new URL(server.baseUrl).host
    expect(cause).toMatchObject({
      kind: 'failed',
      why: 'toolsRejected',
      numbers: { server: 'openai', host, model: 'm', status },
      reason: `${status} ${said}`,
      tokens: 0,
      isServers: true,
      message: `openai at ${host} takes none of the tools on offer for m (${status}): choose a model that calls tools, or allow the bot none: “${status} ${said}”`,
    })
    expect(server.bodies).toHaveLength(1)
  })

  test('for what it says of one of them by its parameter, too', async () => {
    const error = { message: "Invalid schema for function 'fs_read'", param: 'tools[0].function.parameters' }
    const server = await provider(json(400, { error }))
    expect(await failureOf(modelAt(server.baseUrl).ask(withTools()))).toMatchObject({ kind: 'failed', tokens: 0 })
  })

  test('in Chinese as well', () => {
    const numbers = { server: 'openai', host: 'a:1', model: 'm', status: 400 }
    expect(whyText({ why: 'toolsRejected', numbers }, 'zh')).toBe(
      'a:1 不接受给 m 的工具（400）：换会调用工具的模型，或不给机器人工具',
    )
  })
})

describe('what is something else stays so', () => {
  test.each([
    [400, "messages[3]: role 'tool' must follow a message with tool_calls, unknown id"],
    [400, 'Tool call validation failed: attempted to call tool rm which was not in request.tools'],
    [400, 'the value of x is not supported'],
  ])('%i %s', async (status, said) => {
    const server = await provider(failure(status, said))
    const { port } = new URL(server.baseUrl)
    const found = (await failureOf(modelAt(server.baseUrl).ask(withTools()))) as { message: string }
    expect(found.message).toMatch(`openai at 127.0.0.1:${port} rejected the request (400)`)
  })

  test('calls that a server could not read have been paid for', async () => {
    const error = { message: 'Failed to call a function: not supported', code: 'tool_use_failed' }
    const server = await provider(json(400, { error }))
    const { tokens } = (await failureOf(modelAt(server.baseUrl).ask(withTools()))) as { tokens: number }
    expect(tokens).toBeGreaterThan(mostOfTry)
  })

  test('a request without tools is not turned away for them', async () => {
    const server = await provider(failure(400, 'this model does not support tools'))
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({
      message: expect.stringContaining('rejected the request (400)'),
    })
  })

  test('a setting that does not go with tools is given up first', async () => {
    const complaint = "Function tools with reasoning_effort are not supported: use 'minimal'"
    const server = await provider(failure(400, complaint), says('ok'))
    expect(await modelAt(server.baseUrl).ask(withTools())).toMatchObject({ text: 'ok' })
    expect(server.bodies.map((body) => [body['reasoning_effort'], body['tools'] !== undefined])).toEqual([
      ['none', true],
      ['minimal', true],
    ])
  })
})

describe('of a list of models', () => {
  const listAt = (...servers: { baseUrl: string }[]) =>
    listModels(servers.map(({ baseUrl }) => guardModel(modelAt(baseUrl), () => undefined)))

  test('the next one is asked, with the tools, and its calls come back; the first is asked again the next time', async () => {
    const first = await provider(failure(400, 'm does not support tools'))
    const second = await provider(speaks(() => ({ calls: [['fs.read', { path: 'a' }]] })))
    const list = listAt(first, second)
    const asked = withTools({ reservedTokens: 5_000 })
    const expected = { by: 'm', calls: [{ id: 'call_0_0', name: 'fs.read', arguments: '{"path":"a"}' }], tokens: 42 }
    for (let n = 0; n < 4; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await list.ask(asked)).toMatchObject(expected)
    }
    expect([first.bodies.length, second.bodies.length]).toEqual([4, 4])
  })

  test('where none takes them, the last one’s words are told', async () => {
    const none = [await provider(failure(400, 'no support for tools')), await provider(failure(400, 'unknown: tools'))]
    expect(
      await listAt(...none)
        .ask(withTools())
        .catch((error: unknown) => error),
    ).toMatchObject({
      why: 'toolsRejected',
      tokens: 0,
      tried: [{ model: 'm', why: 'toolsRejected' }],
    })
  })

  test('what a try with tools may have cost counts them', async () => {
    const first = await provider((response) => void response.writeHead(500).end('{}'))
    const second = await provider(says('here'))
    const many = Array.from({ length: 20 }, (_, i) => ({ ...tools[0], name: `tool${i}` }) as OfferedTool)
    const { tokens = 0 } = await listAt(first, second).ask(request({ tools: many, messages, reservedTokens: 9_000 }))
    expect(tokens).toBeGreaterThan(mostOfTry + 20 * 15)
  })
})
