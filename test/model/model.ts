// `npm run test:model [-- --base-url URL --model NAME]`: a real model behind the real service; exit 1 when a promise broke.
import { parseArgs } from 'node:util'
import { startCountingProxy } from './counting-proxy.ts'
import { overflow, tryOutSchema } from './direct-calls.ts'
import { cutSentences, misbooked, openTurns, unshapedLines } from './promises.ts'
import { callTable, outcomeTable, sum, writtenAndShown } from './report.ts'
import { type Endpoint, talkInRoom } from './room.ts'
import { startSmallModel } from './small-model.ts'
import { talk } from './talk.ts'

const usage = `npm run test:model                                     installs and starts a small model on this machine
npm run test:model -- --base-url URL --model NAME      any OpenAI-compatible endpoint; its key in OPENAI_API_KEY
  --provider NAME     how requests are spelt: openai (default), deepseek, qwen, ollama, openrouter, vllm
  --context TOKENS    what the model reads at most: a longer prompt is tried; without it that is left out
  --lines N           so many lines of the talk, 40 at most
  --minutes N         nothing new is said after that (30)
  --timeout SECONDS   of one call (60)
  --show              all that the model wrote and the room got`

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    model: { type: 'string' },
    provider: { type: 'string', default: 'openai' },
    context: { type: 'string' },
    lines: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '30' },
    timeout: { type: 'string', default: '60' },
    show: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const slowMs = 4_000

// What was started goes with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

if (values.help) say(usage)
else process.exitCode = (await run()) ? 0 : 1

async function run(): Promise<boolean> {
  const local = values['base-url'] === undefined ? await startSmallModel(say) : undefined
  const proxies: { stop(): Promise<void> }[] = []
  try {
    const endpoint: Endpoint = local ?? {
      baseUrl: String(values['base-url']).replace(/\/$/, ''),
      model: required(values.model),
      provider: values.provider,
      ...(process.env['OPENAI_API_KEY'] && { apiKey: process.env['OPENAI_API_KEY'] }),
    }
    const context = Number(values.context ?? local?.contextTokens ?? 0)
    say(`${endpoint.model} at ${new URL(endpoint.baseUrl).host}, asked as ${endpoint.provider}`)
    const opened = async () => {
      const proxy = await startCountingProxy(endpoint.baseUrl)
      proxies.push(proxy)
      return proxy
    }
    const problems = [
      ...(await aTalk(await opened(), endpoint)),
      ...(await slowAnswers(await opened(), endpoint)),
      ...(await direct(await opened(), endpoint, context)),
    ]
    for (const problem of problems) say(`BROKEN: ${problem}`)
    say(problems.length === 0 ? 'No rule was broken.' : `${problems.length} rules were broken.`)
    return problems.length === 0
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await local?.stop()
  }
}

async function aTalk(proxy: Awaited<ReturnType<typeof startCountingProxy>>, endpoint: Endpoint): Promise<string[]> {
  const timeoutMs = Number(values.timeout) * 1_000
  const result = await talkInRoom(proxy, endpoint, {
    talk: talk.slice(0, Number(values.lines)),
    timeouts: { decisionMs: timeoutMs, replyMs: timeoutMs },
    minutes: Number(values.minutes),
    tell: say,
  })
  const { messages, verdicts, booked, exitCode } = result
  say(`\n${callTable(proxy.calls)}\n\n${outcomeTable(verdicts)}\n`)
  say(
    `${sum(proxy.calls, 'totalTokens')} tokens served, ${booked} booked; ${messages.filter(({ bot }) => bot).length} lines of bots\n`,
  )
  if (values.show) say(`${writtenAndShown(proxy.calls, messages)}\n`)
  const answered = proxy.calls.filter(({ status, delivered }) => status === 200 && delivered)
  return [
    ...(answered.length === 0 ? ['the model answered not one call'] : []),
    ...(exitCode === 0 ? [] : [`the service ended with code ${exitCode}`]),
    ...unshapedLines(
      messages,
      proxy.calls.map(({ prompt }) => prompt),
    ),
    ...misbooked(result, proxy.calls),
    ...cutSentences(messages, proxy.calls),
    ...openTurns(verdicts),
  ]
}

/** Answers come later than the service waits: it must stay silent, and book what was served all the same. */
async function slowAnswers(
  proxy: Awaited<ReturnType<typeof startCountingProxy>>,
  endpoint: Endpoint,
): Promise<string[]> {
  proxy.holdBack(slowMs)
  const { messages, verdicts, booked } = await talkInRoom(proxy, endpoint, {
    talk: [{ name: 'Ann', text: 'Iris, what is a median?' }],
    timeouts: { decisionMs: slowMs / 2, replyMs: slowMs / 2 },
    minutes: 5,
    tell: () => {},
  })
  const served = sum(proxy.calls, 'totalTokens')
  const late = proxy.calls.filter(({ delivered }) => !delivered).length
  say(`slow answers: ${late} of ${proxy.calls.length} given up, ${served} tokens served, ${booked} booked`)
  return [
    ...(late === 0 ? ['no answer was late: nothing was tried'] : []),
    ...messages.filter(({ bot }) => bot).map(({ text }) => `a late answer was posted: ${text}`),
    ...(booked < served ? [`of late answers ${served} tokens were served, only ${booked} are booked`] : []),
    ...openTurns(verdicts),
  ]
}

async function direct(
  proxy: Awaited<ReturnType<typeof startCountingProxy>>,
  endpoint: Endpoint,
  contextTokens: number,
): Promise<string[]> {
  const { signal } = new AbortController()
  const results = [await tryOutSchema(proxy, endpoint, signal)]
  if (contextTokens > 0) results.push(await overflow(proxy, endpoint, { contextTokens, signal }))
  else say('a prompt longer than the context: left out, give --context TOKENS')
  for (const { what, found } of results) say(`${what}: ${found}`)
  return results.flatMap(({ problem }) => problem ?? [])
}

function required(model: string | undefined): string {
  if (model === undefined) throw new Error('--base-url needs --model NAME')
  return model
}
