// Pictures in a request: sent to models that see, held and settled with it, and left out for those that turn them away.
import { describe, expect, test } from 'vitest'
import { pictureTokens, promptTokens } from '../../src/language/tokens.ts'
import { openModel } from '../../src/llm/client.ts'
import type { ChatMessage } from '../../src/llm/model.ts'
import { failureOf, provider, request } from './calls.ts'
import { failure, says } from './fake-provider.ts'

const url = 'data:image/jpeg;base64,/9j/4AAQSkZJRg=='
const messages: ChatMessage[] = [
  { role: 'system', content: 'You are Iris' },
  { role: 'user', content: 'What is it? Picture 1', blind: 'What is it? Unseen', pictures: [{ url, tokens: 765 }] },
]

const seeing = (baseUrl: string, vision = true) => openModel({ provider: 'openai', baseUrl, model: 'm', vision })

const shown = {
  role: 'user',
  content: [
    { type: 'text', text: 'What is it? Picture 1' },
    { type: 'image_url', image_url: { url } },
  ],
}
const unseen = { role: 'user', content: 'What is it? Unseen' }
const asked = (bodies: Record<string, unknown>[]) => bodies.map((body) => (body['messages'] as unknown[]).at(-1))

test('a model that sees gets them behind the words', async () => {
  const server = await provider(says('a cat'))
  expect(await seeing(server.baseUrl).ask(request({ messages }))).toMatchObject({ text: 'a cat' })
  expect(asked(server.bodies)).toEqual([shown])
})

test('a model that does not gets the words for it, and the answer says so', async () => {
  const server = await provider(says('I cannot see it'))
  const model = seeing(server.baseUrl, false)
  expect(model.sees?.()).toBe(false)
  expect(await model.ask(request({ messages }))).toMatchObject({ blind: true })
  expect(asked(server.bodies)).toEqual([unseen])
})

describe('a server that takes none', () => {
  test.each([
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [400, 'messages[1]: unknown variant `image_url`, expected `text` at line 1 column 92'],
    [400, "'messages.1.content' must be a string"],
    [422, 'Input should be a valid string'],
    [400, 'At most 0 image(s) may be provided in one prompt.'],
    [404, 'No endpoints found that support image input'],
    [500, 'image input is not supported - hint: you may need to provide the mmproj'],
  ])('with %i, %j is asked again without, and never with one again', async (status, message) => {
    const server = await provider(failure(status, message), says('ok'))
    const model = seeing(server.baseUrl)
    const told: number[] = []
    const answer = await model.ask(request({ messages, mayCost: (tokens) => told.push(tokens) }))
    expect(answer).toMatchObject({ text: 'ok', blind: true, tokens: 42 })
    const most = promptTokens(messages) + 60
    expect(told).toEqual([most, 0, most])
    expect(model.sees?.()).toBe(false)
    await model.ask(request({ messages }))
    expect(asked(server.bodies)).toEqual([shown, unseen, unseen])
  })

  test('of these gets others the next time', async () => {
    const server = await provider(failure(400, 'Invalid image data'), says('ok'), says('a cat'))
    const model = seeing(server.baseUrl)
    expect(await model.ask(request({ messages }))).toMatchObject({ blind: true })
    expect((await model.ask(request({ messages }))).blind).toBeUndefined()
    expect(asked(server.bodies)).toEqual([shown, unseen, shown])
  })

  test('and then fails for another reason is not asked without end', async () => {
    const server = await provider(failure(400, 'image_url is not supported'))
    expect(await failureOf(seeing(server.baseUrl).ask(request({ messages })))).toMatchObject({ kind: 'failed' })
    expect(asked(server.bodies)).toEqual([shown, unseen])
  })

  test('is told nothing of it in a reason that people read', async () => {
    const server = await provider(failure(400, `bad value ${url}`))
    expect(await failureOf(seeing(server.baseUrl, false).ask(request({ messages })))).toMatchObject({
      message: expect.not.stringContaining('9j'),
    })
  })
})

test('a complaint about something else is no refusal of pictures', async () => {
  const server = await provider(failure(400, "Unsupported value: 'reasoning_effort' does not support it"), says('ok'))
  const model = seeing(server.baseUrl)
  await model.ask(request({ messages }))
  expect(asked(server.bodies)).toEqual([shown, shown])
  expect(model.sees?.()).toBe(true)
})

test('they are held before a try leaves, and settled by what the provider counts', async () => {
  const counts = { prompt_tokens: 1_200, completion_tokens: 4, total_tokens: 1_204 }
  const server = await provider(says('a cat', {}, { usage: counts }))
  const told: number[] = []
  const answer = await seeing(server.baseUrl).ask(request({ messages, mayCost: (tokens) => told.push(tokens) }))
  const words = promptTokens(messages.map(({ role, content }) => ({ role, content })))
  expect(told).toEqual([words + 765 + 60])
  expect(answer).toMatchObject({ tokens: 1_204, promptTokens: 1_200 })
  expect(answer.estimated).toBeUndefined()
})

test('a count that words alone could never come to is believed of a picture, and an absurd one is not', async () => {
  const server = await provider(
    says('a cat', {}, { usage: { prompt_tokens: 25_501, completion_tokens: 4, total_tokens: 25_505 } }),
    says('a cat', {}, { usage: { prompt_tokens: 1e9, completion_tokens: 4, total_tokens: 1e9 } }),
  )
  const model = seeing(server.baseUrl)
  expect(await model.ask(request({ messages }))).toMatchObject({ tokens: 25_505 })
  expect(await model.ask(request({ messages }))).toMatchObject({ estimated: true, tokens: promptTokens(messages) + 4 })
})

test('what a model counts for a picture is learnt from its answers, and never forgotten', async () => {
  const usage = (prompt: number) => ({
    usage: { prompt_tokens: prompt, completion_tokens: 4, total_tokens: prompt + 4 },
  })
  const words = promptTokens(messages.map(({ role, content }) => ({ role, content })))
  const server = await provider(says('a cat', {}, usage(words + 7_650)), says('a cat', {}, usage(words + 100)))
  const model = seeing(server.baseUrl)
  expect(model.pictureRate?.()).toBe(1)
  await model.ask(request({ messages }))
  expect(model.pictureRate?.()).toBe(10)
  await model.ask(request({ messages }))
  expect(model.pictureRate?.()).toBe(10)
})

test.each([
  [1_024, 1_024, 1_399],
  [512, 512, 350],
  [100, 40, 255],
  [1_024, 100, 425],
])('a picture of %i × %i is counted as %i tokens', (width, height, tokens) => {
  expect(pictureTokens(width, height)).toBe(tokens)
})
