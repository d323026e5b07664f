// Answers that are heard while they come: put together as one, thoughts left out, and asked for whole where a server cannot.
import { expect, onTestFinished, test } from 'vitest'
import { openModel } from '../../src/llm/client.ts'
import type { ChatRequest } from '../../src/llm/model.ts'
import { type Answer, failure, fakeProvider, json, says } from './fake-provider.ts'
import { streamOf } from './streaming.ts'

const tools = [{ name: 'fs.read', description: 'reads', parameters: { type: 'object', properties: {} } }]

async function asked(answers: Answer[], over: Partial<ChatRequest> = {}) {
  const server = await fakeProvider(...answers)
  onTestFinished(server.stop)
  const model = openModel({ provider: 'openai', baseUrl: server.baseUrl, apiKey: 'sk-loopback', model: 'm' })
  const heard: (string | null)[] = []
  const request: ChatRequest = {
    messages: [{ role: 'user', content: 'Hello?' }],
    maxTokens: 100,
    reservedTokens: 400,
    format: 'text',
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    heard: (piece) => heard.push(piece),
    ...over,
  }
  const answer = await model.ask(request).catch((error: { kind: string; why: string }) => ({ failed: error.why }))
  return { answer, heard, bodies: server.bodies }
}

const streams =
  (script: (stream: ReturnType<typeof streamOf>) => void): Answer =>
  (response) =>
    script(streamOf(response))

test('what is said is heard, thoughts are not, and the answer and what it cost are as of a whole one', async () => {
  const { answer, heard, bodies } = await asked([
    streams((stream) => {
      for (const piece of ['<thi', 'nk>hm', 'm</think>', 'Sev', 'en ', 'samples.\n', '一共七份']) stream.says(piece)
      stream.ends()
    }),
  ])
  expect(answer).toMatchObject({ text: 'Seven samples.\n一共七份', finish: 'stop', model: 'served-model', tokens: 42 })
  expect([heard[0], heard.slice(1).join('')]).toEqual([null, 'Seven samples.\n一共七份'])
  expect(bodies[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } })
})

test('calls of tools are put together by their index', async () => {
  const { answer } = await asked(
    [
      streams((stream) => {
        stream.says('I look.')
        stream.calls(0, { id: 'a', type: 'function', function: { name: 'fs_read', arguments: '{"pa' } })
        stream.calls(1, { id: 'b', type: 'function', function: { name: 'fs_read', arguments: '{"path":"b"}' } })
        stream.calls(0, { function: { arguments: 'th":"a"}' } })
        stream.ends('tool_calls')
      }),
    ],
    { tools },
  )
  expect(answer).toMatchObject({
    text: 'I look.',
    calls: [
      { name: 'fs.read', arguments: '{"path":"a"}' },
      { name: 'fs.read', arguments: '{"path":"b"}' },
    ],
  })
})

test('a stream without an end is no answer', async () => {
  const { answer, heard } = await asked([
    (response) => {
      streamOf(response).says('Half a sen')
      response.end()
    },
  ])
  expect([answer, heard]).toEqual([{ failed: 'answerBrokenOff' }, [null, 'Half a sen']])
})

test('where a server refuses to stream it is asked for the whole, and so from then on', async () => {
  const { answer, bodies } = await asked([failure(400, 'unknown parameter: stream_options'), says('Seven.')])
  expect(answer).toMatchObject({ text: 'Seven.', tokens: 42 })
  expect(bodies.map(({ stream }) => stream)).toEqual([true, undefined])
})

test('a server that does not know of streams answers as ever; who does not listen asks for none', async () => {
  expect((await asked([says('Seven.')])).answer).toMatchObject({ text: 'Seven.', tokens: 42 })
  const { answer, bodies } = await asked([json(200, {})])
  expect([answer, bodies[0]?.['stream']]).toEqual([{ failed: 'noCompletion' }, true])
  const server = await fakeProvider(says('Seven.'))
  onTestFinished(server.stop)
  const model = openModel({ provider: 'openai', baseUrl: server.baseUrl, apiKey: 'sk-loopback', model: 'm' })
  await model.ask({
    messages: [{ role: 'user', content: 'Hello?' }],
    maxTokens: 100,
    format: 'text',
    timeoutMs: 5_000,
    signal: new AbortController().signal,
  })
  expect(Object.keys(server.bodies[0] ?? {})).not.toContain('stream')
})

test('a second try begins anew', async () => {
  const { answer, heard } = await asked([
    (response) => {
      streamOf(response).says('First')
      response.destroy()
    },
    streams((stream) => {
      stream.says('Second.')
      stream.ends()
    }),
  ])
  expect(answer).toMatchObject({ text: 'Second.' })
  expect(heard.slice(-2)).toEqual([null, 'Second.'])
})
