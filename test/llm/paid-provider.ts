// A provider that keeps its own books: what it served is known to the token, whatever it does to the caller.
import type { ServerResponse } from 'node:http'
import * as fc from 'fast-check'
import type { OfferedTool, ToolCall } from '../../src/llm/model.ts'
import { estimatePromptTokens } from '../../src/language/tokens.ts'
import { mostOf } from '../../src/llm/usage.ts'
import { readConversation } from '../fakes/scripted-tools.ts'
import { type Answer, failure, fakeProvider, json, says } from './fake-provider.ts'

/** What it does with a request; `work` is done before, and is on its bill. */
export const faults = {
  answers: { work: true },
  'answers without a total': { work: true },
  'answers without usage': { work: true },
  'answers with an absurd usage': { work: true },
  'answers nothing': { work: true },
  refuses: { work: true },
  'fails after the work': { work: true },
  'cuts the answer': { work: true },
  hangs: { work: true },
  'hangs in the answer': { work: true },
  'sends a page': { work: true },
  'is rate limited': { work: false },
  'knows no such key': { work: false },
  'redirects elsewhere': { work: false },
  'rejects a parameter': { work: false },
} as const
export type Fault = keyof typeof faults

/** How a request goes: share of the prompt's estimate and of the answer's limit that its tokenizer and model take. */
export interface Course {
  fault: Fault
  prompt: number
  answer: number
  absurd: unknown
}

// Doubles of fast-check are mostly next to nothing.
const share = (min: number, max: number) => fc.integer({ min, max }).map((percent) => percent / 100)

export const course = fc.record<Course>({
  fault: fc.constantFrom(...(Object.keys(faults) as Fault[])),
  prompt: share(60, 120),
  answer: share(0, 100),
  absurd: fc.constantFrom<unknown>(
    { total_tokens: Number.MAX_SAFE_INTEGER },
    { total_tokens: -1 },
    { total_tokens: '12' },
    { prompt_tokens: 1e12, completion_tokens: 1e12, total_tokens: 2e12 },
    { prompt_tokens: null, completion_tokens: 0.5 },
    'none of your business',
    [],
  ),
})

/** One request: on the provider's bill, and what its caller may have to take it for. */
export interface Billed {
  fault: Fault
  served: number
  most: number
  /** The caller was told what it cost, by a usage or by being turned away. */
  isTold: boolean
}

/** Goes through the courses, then answers for ever. `arrived` is told of each request when its work is done. */
export async function paidProvider(courses: readonly Course[], arrived: (billed: Billed) => void = () => undefined) {
  const bill: Billed[] = []
  const answer: Answer = (response, body) => {
    const { fault, absurd, ...shares } = courses[bill.length] ?? {
      fault: 'answers',
      prompt: 1,
      answer: 0.5,
      absurd: [],
    }
    const { messages, tools } = readConversation(body)
    const maxTokens = Number(body['max_tokens'] ?? body['max_completion_tokens'])
    const parts = [
      ...messages.flatMap(({ content, calls = [] }) => [content, ...calls.map(callText)]),
      ...tools.map(toolText),
    ]
    const estimate = parts.reduce((sum, part) => sum + estimatePromptTokens(part), 0)
    const usage = { prompt: Math.ceil(estimate * shares.prompt), answer: Math.floor(maxTokens * shares.answer) }
    const { work } = faults[fault]
    const served = work ? usage.prompt + usage.answer : 0
    const billed = { fault, served, most: mostOf({ messages, tools, maxTokens }), isTold: !work }
    bill.push(billed)
    arrived(billed)
    const counts = { prompt_tokens: usage.prompt, completion_tokens: usage.answer }
    const whole = { usage: { ...counts, total_tokens: served } }
    const content = body['response_format'] ? wantsTo : `Number ${bill.length} it is.`
    // Where it may, it calls a tool at every other request.
    const calls = tools.length > 0 && bill.length % 2 === 1 ? { message: calling } : {}
    const answered = (said: string, rest: object, choice: object = calls): void => {
      billed.isTold = true
      says(said, choice, rest)(response, body)
    }
    const acts: Record<Fault, () => void> = {
      answers: () => answered(content, whole),
      'answers without a total': () => answered(content, { usage: counts }),
      'answers without usage': () => says(content, calls, { usage: undefined })(response, body),
      'answers with an absurd usage': () => says(content, calls, { usage: absurd })(response, body),
      'answers nothing': () => answered('', whole, {}),
      refuses: () => answered('', whole, { finish_reason: 'content_filter' }),
      'fails after the work': () => failure(500, 'out of memory', soon)(response, body),
      'cuts the answer': () => void begin(response).destroy(),
      hangs: () => undefined,
      'hangs in the answer': () => void begin(response),
      'sends a page': () => json(200, '<h1>hello</h1>')(response, body),
      'is rate limited': () => failure(429, 'slow down', soon)(response, body),
      'knows no such key': () => failure(401, 'no')(response, body),
      'redirects elsewhere': () => void response.writeHead(307, { location: 'http://127.0.0.2:9/v1' }).end(),
      'rejects a parameter': () => failure(400, 'reasoning_effort is unknown')(response, body),
    }
    acts[fault]()
  }
  const { baseUrl, stop } = await fakeProvider(answer)
  return { baseUrl, stop, bill }
}

const wantsTo = '{"want_to_reply":true,"relevance":0.9,"reply_type":"short","delay_hint":"fast","verdict":"send"}'
const calling = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'lookup', arguments: '{"word":"tool"}' } }],
}
const callText = (call: ToolCall): string => `${call.name} ${call.arguments}`
const toolText = (tool: OfferedTool): string => JSON.stringify(tool)
const soon = { 'retry-after': '0' }

function begin(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"choices":[{')
  return response
}

export const servedOf = (bill: readonly Billed[]): number => bill.reduce((sum, { served }) => sum + served, 0)

/** The most that may be booked: what was told is known. */
export const bookableOf = (bill: readonly Billed[]): number =>
  bill.reduce((sum, { served, most, isTold }) => sum + (isTold ? served : most), 0)
