// What the jobs ask of a language model, whoever serves it.
import type { FailureKind } from '../../machines/group.children.ts'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface ChatRequest {
  messages: ChatMessage[]
  /** Ceiling of the answer. */
  maxTokens: number
  format: 'json' | 'text'
  /** JSON schema of the answer, for providers that hold a model to one. */
  schema?: Record<string, unknown>
  /** The answer is a bare yes or no: its probability is asked for where the provider tells it (I5). */
  yesNo?: boolean
  /** For the whole call, a retry included, ms. */
  timeoutMs: number
  signal: AbortSignal
}

export interface ChatAnswer {
  /** Never blank, without reasoning. */
  text: string
  /** The provider's finish reason; `length` when the answer was cut. */
  finish: string
  model: string
  /** The provider's `usage.total_tokens`; absent when it gave none (U3). */
  tokens?: number
  /** Those of them that the prompt took, where the provider tells. */
  promptTokens?: number
  /** P(yes) / (P(yes) + P(no)) of the first token, raw. */
  yes?: number
}

export interface ChatModel {
  name: string
  /** True when no language model stands behind it. */
  rehearsal: boolean
  /** Rejects with a ModelError. */
  ask(request: ChatRequest): Promise<ChatAnswer>
}

export class ModelError extends Error {
  override name = 'ModelError'
  readonly kind: FailureKind
  /** Tokens to charge; absent: nobody knows, the whole reservation goes. */
  readonly tokens?: number
  constructor(kind: FailureKind, message: string, tokens?: number) {
    super(message)
    this.kind = kind
    if (tokens !== undefined) this.tokens = tokens
  }
}
