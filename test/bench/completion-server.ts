// A model server in a process of its own: a usual completion after 100 ms. Tells its port on its first line.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answerAfterMs = 100
const completion = JSON.stringify({
  id: 'chatcmpl-CRz4q0tYw1x8hG5bJ2kLmN3oP6sUv',
  object: 'chat.completion',
  created: 1_795_381_468,
  model: 'prompt-2026-08-01',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content:
          '{"want_to_reply":true,"relevance":0.82,"reply_type":"short","delay_hint":"normal","reason":"asked by name"}',
        refusal: null,
        annotations: [],
      },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: {
    prompt_tokens: 712,
    completion_tokens: 38,
    total_tokens: 750,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  },
  service_tier: 'default',
  system_fingerprint: 'fp_1795381468',
})
const headers = {
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(completion),
  'x-request-id': 'req_0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  'x-ratelimit-limit-requests': '10000',
  'x-ratelimit-remaining-requests': '9999',
  'openai-processing-ms': '98',
}

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => setTimeout(() => response.writeHead(200, headers).end(completion), answerAfterMs))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
// Ends with whoever started it.
process.stdin.resume().once('end', () => process.exit())
