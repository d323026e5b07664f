// How the providers differ within one protocol: the spelling of a request that each of them takes.

export type ProviderName = 'openai' | 'deepseek' | 'qwen' | 'ollama' | 'openrouter' | 'vllm' | 'rehearsal'

export interface ProviderProfile {
  tokensParam: 'max_tokens' | 'max_completion_tokens'
  /** How an answer is held to JSON: to a schema, to some object, or by the prompt alone. */
  format: 'schema' | 'object' | 'none'
  /** Switch reasoning off, else down: it would eat the few tokens of a decision. Tried in this order, then none. */
  thinkingOff: readonly Record<string, unknown>[]
  logprobs: boolean
}

const effort = ['none', 'minimal', 'low'].map((each) => ({ reasoning_effort: each }))

/** First attempts only: what a model rejects is dropped and remembered by its client. */
export const profiles: Record<ProviderName, ProviderProfile> = {
  openai: {
    tokensParam: 'max_completion_tokens',
    format: 'schema',
    thinkingOff: effort,
    logprobs: true,
  },
  deepseek: {
    tokensParam: 'max_tokens',
    format: 'object',
    thinkingOff: [{ thinking: { type: 'disabled' } }],
    logprobs: true,
  },
  qwen: { tokensParam: 'max_tokens', format: 'object', thinkingOff: [{ enable_thinking: false }], logprobs: false },
  // Ollama and vLLM compile a schema into the sampler, which costs no prompt tokens.
  ollama: { tokensParam: 'max_tokens', format: 'schema', thinkingOff: effort, logprobs: true },
  vllm: {
    tokensParam: 'max_tokens',
    format: 'schema',
    thinkingOff: [{ chat_template_kwargs: { enable_thinking: false } }],
    logprobs: true,
  },
  openrouter: {
    tokensParam: 'max_tokens',
    format: 'schema',
    thinkingOff: [{ enabled: false }, { effort: 'minimal' }, { effort: 'low' }].map((reasoning) => ({ reasoning })),
    logprobs: false,
  },
  rehearsal: { tokensParam: 'max_tokens', format: 'object', thinkingOff: [], logprobs: false },
}
