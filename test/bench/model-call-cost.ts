// What one call of a model costs this process, beside a bare request of node:http with the same body.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openModel } from '../../src/llm/client.ts'
import type { ChatRequest } from '../../src/llm/model.ts'
import { median, report } from './figures.ts'

const quick = process.argv.includes('--quick')
const calls = quick ? 1_000 : 2_500
const rounds = quick ? 1 : 5
const inFlight = 20
const warmUp = 2_500

const server = spawn(process.execPath, [fileURLToPath(new URL('completion-server.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [port] = (await once(server.stdout, 'data')) as [Buffer]
const baseUrl = `http://127.0.0.1:${String(port).trim()}/v1`

const line = (n: number): string => `[m${n}] Mia: does somebody know when the train to Berlin leaves on Sunday?`
const messages: ChatRequest['messages'] = [
  { role: 'system', content: 'You decide whether to reply to what was said last, and answer in JSON. '.repeat(12) },
  { role: 'user', content: Array.from({ length: 25 }, (_, n) => line(n)).join('\n') },
]
const request: ChatRequest = {
  messages,
  maxTokens: 120,
  reservedTokens: 4_184,
  mayCost: () => undefined,
  format: 'json',
  timeoutMs: 30_000,
  signal: new AbortController().signal,
}
const model = openModel({ provider: 'openai', baseUrl, apiKey: 'sk-none', model: 'prompt' })
const asked = async (): Promise<unknown> => model.ask({ ...request, signal: new AbortController().signal })

const agent = new Agent({ keepAlive: true })
const body = JSON.stringify({ model: 'prompt', messages, max_tokens: 120, temperature: 0 })
const bare = async (): Promise<unknown> => {
  const sent = httpRequest(`${baseUrl}/chat/completions`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  }).end(body)
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream]
  return JSON.parse(await text(response))
}

const costs: { call: number; bare: number }[] = []
for (let round = 0; round <= rounds; round += 1) {
  // oxlint-disable-next-line no-await-in-loop -- in turns, so that other load meets both
  costs.push({ call: await cpuUs(asked, round === 0), bare: await cpuUs(bare, round === 0) })
}
report([
  {
    name: 'modelCallCpuUs',
    value: median(costs.slice(1).map(({ call }) => call)),
    baseline: median(costs.slice(1).map((each) => each.bare)),
    against: 'a bare request of node:http with the same body',
    aim: { of: 'ratio', atMost: 3 },
  },
])
server.stdin.end()
agent.destroy()
process.exit()

/** Of one piece of work, `inFlight` of which are always under way. */
async function cpuUs(work: () => Promise<unknown>, isWarmUp: boolean): Promise<number> {
  let left = isWarmUp ? warmUp : calls
  const all = left
  const worker = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in each of the workers
    for (; left > 0; await work()) left -= 1
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: inFlight }, worker))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / all
}
