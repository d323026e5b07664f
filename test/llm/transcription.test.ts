// Speech into text by an endpoint that may say anything (A12).
import type { IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openTranscription } from '../../src/llm/transcription.ts'
import { loopback } from '../world/loopback.ts'
import { failure, json, type Answer } from './fake-provider.ts'

const recording = { bytes: new Uint8Array([79, 103, 103, 83]), name: 'recording.opus', seconds: 10 }
const patient = new AbortController().signal

async function endpoint(answer: Answer) {
  const asked: { path: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
  const { url, stop } = await loopback((request, response, body) => {
    asked.push({ path: request.url, headers: request.headers, body })
    answer(response, {})
  })
  onTestFinished(stop)
  const address = { baseUrl: `${url}/v1`, apiKey: 'sk-very-secret', model: 'whisper-1' }
  return { asked, transcribe: openTranscription(address, (seconds) => seconds * 15) }
}

test('a recording is sent as a form of known length, and what was said comes back', async () => {
  const { asked, transcribe } = await endpoint(
    json(200, { text: 'hello', usage: { type: 'tokens', total_tokens: 88 } }),
  )
  expect(await transcribe(recording, patient)).toEqual({ text: 'hello', tokens: 88 })
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = asked
  expect(path).toBe('/v1/audio/transcriptions')
  expect(headers).toMatchObject({
    authorization: 'Bearer sk-very-secret',
    'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
    'content-length': String(Buffer.byteLength(body)),
  })
  expect(headers).not.toHaveProperty('openai-organization')
  expect(body).toMatch(/filename="recording\.ogg"/)
})

test.each([
  ['seconds', { type: 'duration', seconds: 10 }, 150],
  ['nothing', undefined, 150],
  ['what cannot be true', { type: 'tokens', total_tokens: 9e9 }, 150],
  ['no number', { type: 'tokens', total_tokens: 'many' }, 150],
])('an endpoint that counts %s is taken at what was expected', async (_what, usage, tokens) => {
  const { transcribe } = await endpoint(json(200, { text: 'hello', usage }))
  expect(await transcribe(recording, patient)).toEqual({ text: 'hello', tokens })
})

test.each([
  ['refuses and quotes the key', failure(401, 'no such key sk-very-secret')],
  ['answers something else', json(200, { words: [] })],
  ['sends too much', json(200, { text: 'a'.repeat(1_200_000) })],
  ['redirects elsewhere', (response) => void response.writeHead(307, { location: 'http://127.0.0.2:9/v1' }).end()],
] as [string, Answer][])('an endpoint that %s fails once, without the key in its error', async (_what, answer) => {
  const { asked, transcribe } = await endpoint(answer)
  const error = await transcribe(recording, patient).then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  expect(error?.message).toMatch(/^the recording was not transcribed: /)
  expect(error?.message).not.toContain('very-secret')
  expect(asked).toHaveLength(1)
})

test('what is called off ends at once', async () => {
  const { transcribe } = await endpoint(() => undefined)
  const calledOff = new AbortController()
  const work = transcribe(recording, calledOff.signal)
  calledOff.abort()
  await expect(work).rejects.toThrow('the recording was not transcribed')
})
