// Calls by the service's own model client, past the service: a schema, a prompt longer than the model reads, a slow answer.
import { openModel } from '../../src/llm/client.ts'
import { type ChatRequest, ModelError } from '../../src/llm/model.ts'
import type { ProviderName } from '../../src/llm/profiles.ts'
import type { CountingProxy } from './counting-proxy.ts'
import type { Endpoint } from './room.ts'

export interface DirectResult {
  what: string
  found: string
  /** A broken promise. */
  problem?: string
}

const schema = {
  type: 'object',
  properties: { speak: { type: 'boolean' }, reason: { type: 'string', maxLength: 80 } },
  required: ['speak', 'reason'],
  additionalProperties: false,
}

const timeoutMs = 120_000

/** A judgement by schema: whether the server takes it, or the client finds the form that it takes. */
export async function tryOutSchema(
  proxy: CountingProxy,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<DirectResult> {
  const before = proxy.calls.length
  const what = 'an answer by JSON schema'
  // The one provider whose profile asks for a schema and adds nothing that others would refuse.
  const model = openModel({ ...endpoint, provider: 'vllm', baseUrl: proxy.baseUrl })
  const answer = await ask(model, {
    messages: [{ role: 'user', content: 'Should somebody answer "what is a p-value?" Answer as JSON: speak, reason.' }],
    maxTokens: 80,
    format: 'json',
    schema,
    timeoutMs,
    signal,
  })
  const tries = proxy.calls.slice(before).map(({ format = 'none', status }) => `${format} ${status}`)
  const fits =
    answer.text === undefined ? '' : fitsSchema(answer.text) ? ', fits the schema' : ', does not fit the schema'
  const found = `${tries.join(', ')}${fits}: ${answer.text ?? answer.error}`
  return { what, found, ...(answer.text === undefined && { problem: `${what} failed: ${answer.error}` }) }
}

/** More than the model reads: a named error at once, or the answer of a server that cuts prompts. Never a crash or a hang. */
export async function overflow(
  proxy: CountingProxy,
  endpoint: Endpoint,
  { contextTokens, signal }: { contextTokens: number; signal: AbortSignal },
): Promise<DirectResult> {
  const what = 'a prompt longer than the context'
  const answer = await ask(openModel({ ...namedProvider(endpoint), baseUrl: proxy.baseUrl }), {
    messages: [{ role: 'user', content: 'word '.repeat(Math.ceil(contextTokens * 1.5)) }],
    maxTokens: 20,
    format: 'text',
    timeoutMs,
    signal,
  })
  const isNamed = answer.text !== undefined || answer.kind === 'failed'
  const found = answer.text === undefined ? `${answer.kind}: ${answer.error}` : 'answered: the server cut the prompt'
  return { what, found, ...(!isNamed && { problem: `${what} ended as ${found}` }) }
}

function fitsSchema(text: string): boolean {
  try {
    const { speak, reason, ...rest } = JSON.parse(text) as Record<string, unknown>
    return typeof speak === 'boolean' && typeof reason === 'string' && Object.keys(rest).length === 0
  } catch {
    return false
  }
}

const namedProvider = (endpoint: Endpoint) => ({ ...endpoint, provider: endpoint.provider as ProviderName })

async function ask(model: ReturnType<typeof openModel>, request: ChatRequest) {
  try {
    return { text: (await model.ask(request)).text }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { kind: error.kind, error: error.message }
  }
}
