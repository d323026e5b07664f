// A call to a model as the tests make it, and its failure as plain values.
import { onTestFinished } from 'vitest'
import { openModel } from '../../src/llm/client.ts'
import type { ChatModel, ChatRequest } from '../../src/llm/model.ts'
import type { ProviderName } from '../../src/llm/profiles.ts'
import { mostOf } from '../../src/llm/usage.ts'
import { type FakeProvider, fakeProvider } from './fake-provider.ts'

export const messages: ChatRequest['messages'] = [
  { role: 'system', content: 'Answer in JSON' },
  { role: 'user', content: 'New (1):' },
]

/** A fake that stops with the test. */
export async function provider(...answers: Parameters<typeof fakeProvider>): Promise<FakeProvider> {
  const started = await fakeProvider(...answers)
  onTestFinished(() => started.stop())
  return started
}

export function request(over: Partial<ChatRequest> = {}): ChatRequest {
  return { messages, maxTokens: 60, format: 'text', timeoutMs: 5_000, signal: new AbortController().signal, ...over }
}

/** What a try of that request is charged of which nobody knows what it cost. */
export const mostOfTry = mostOf(request())

export function modelAt(baseUrl: string, name: ProviderName = 'openai'): ChatModel {
  return openModel({ provider: name, baseUrl, apiKey: 'sk-very-secret', model: 'm' })
}

export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await call }
  } catch (error) {
    const { kind, message, tokens } = error as Error & { kind?: string; tokens?: number }
    return { kind, message, tokens }
  }
}
