// Which model a bot ends up with, and which keys never travel.
import { describe, expect, test } from 'vitest'
import { rehearsal } from './demo-config.ts'
import { loadYaml, problemsOf } from './load.ts'

const modelOf = (yaml: string, env: NodeJS.ProcessEnv = {}) => loadYaml(yaml, env).bots[0]?.model
const own = (model: string) => `bots: [{ name: Ada, model: ${model} }]\n`

const model = (provider: string, baseUrl: string, name: string, apiKey?: string) => ({
  provider,
  baseUrl,
  ...(apiKey && { apiKey }),
  name,
  decisionName: name,
  mode: 'json',
})
const openai = model('openai', 'https://api.openai.com/v1', 'gpt-6-luna', 'sk-1')

describe('the provider', () => {
  test('is the rehearsal without key and address, and when it is asked for', () => {
    expect(modelOf('model: { name: any }')).toEqual(rehearsal)
    expect(modelOf('model: { provider: rehearsal }', { OPENAI_API_KEY: 'sk-1' })).toEqual(rehearsal)
  })

  test('is openai with a key alone', () => {
    expect(modelOf('{}', { OPENAI_API_KEY: 'sk-1' })).toEqual(openai)
  })

  test.each([
    ['https://api.openai.com/v1', 'openai', 'gpt-6-luna'],
    ['https://eu.api.openai.com/v1', 'openai', 'gpt-6-luna'],
    ['https://api.deepseek.com/v1', 'deepseek', 'deepseek-v4-flash'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen', 'qwen-plus'],
    ['https://openrouter.ai/api/v1', 'openrouter', 'openai/gpt-6-luna'],
    ['https://openrouter.ai.evil.example/v1', 'openai', 'gpt-6-luna'],
    ['http://gateway.local:9000/v1', 'openai', 'gpt-6-luna'],
  ])('is guessed from %s: %s', (baseUrl, provider, name) => {
    expect(modelOf('{}', { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'k' })).toEqual(
      model(provider, baseUrl, name, 'k'),
    )
  })

  test('with port 11434 is ollama, which needs no key but the name of a model', () => {
    const env = { OPENAI_BASE_URL: 'http://box:11434/v1' }
    expect(modelOf('model: { name: qwen3 }', env)).toEqual(model('ollama', 'http://box:11434/v1', 'qwen3'))
    expect(problemsOf('{}', env)).toEqual([
      'chime.yaml: model.name: missing: ollama has no default model: set CHIME_MODEL to one that is installed there',
    ])
  })

  test.each([
    ['deepseek', 'https://api.deepseek.com', 'deepseek-v4-flash'],
    ['qwen', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'qwen-plus'],
    ['openrouter', 'https://openrouter.ai/api/v1', 'openai/gpt-6-luna'],
  ])('%s has its own address and model, and needs a key', (provider, baseUrl, name) => {
    expect(modelOf(`model: { provider: ${provider}, apiKey: k }`)).toEqual(model(provider, baseUrl, name, 'k'))
    expect(problemsOf(`model: { provider: ${provider} }`)).toEqual([
      `chime.yaml: model.apiKey: missing: ${provider} needs a key: set OPENAI_API_KEY`,
    ])
  })

  test('vllm runs on this machine unless an address is given', () => {
    expect(modelOf('model: { provider: vllm, name: m }')).toEqual(model('vllm', 'http://127.0.0.1:8000/v1', 'm'))
  })

  test('decisionName and mode are kept', () => {
    const yaml = 'model: { apiKey: sk-1, name: big, decisionName: small, mode: yesno }'
    expect(modelOf(yaml)).toEqual({ ...openai, name: 'big', decisionName: 'small', mode: 'yesno' })
  })
})

describe('fallbacks', () => {
  const list = (fallbacks: string, more = 'apiKey: sk-1') => `model: { ${more}, fallbacks: ${fallbacks} }\n`
  const spare = (provider: string, baseUrl: string, name: string, apiKey?: string) => {
    const { mode: _, ...named } = model(provider, baseUrl, name, apiKey)
    return named
  }

  test('take what they do not name from the first model', () => {
    expect(modelOf(list('[{ name: other, only: reply }]', 'apiKey: sk-1, decisionName: small'))).toEqual({
      ...openai,
      decisionName: 'small',
      fallbacks: [{ ...spare('openai', 'https://api.openai.com/v1', 'other', 'sk-1'), only: 'reply' }],
    })
  })

  test('of another provider or address start afresh, and no key goes there', () => {
    const found = modelOf(list('[{ provider: ollama, name: q }, { baseUrl: "http://gate:1/v1", name: g }]'))
    expect(found?.fallbacks).toEqual([
      spare('ollama', 'http://127.0.0.1:11434/v1', 'q'),
      spare('openai', 'http://gate:1/v1', 'g'),
    ])
    expect(problemsOf(list('[{ provider: deepseek }]'))).toEqual([
      'chime.yaml: model.fallbacks[0].apiKey: missing: deepseek needs a key: set it here',
    ])
  })

  test('are never the rehearsal, and never stand in for it', () => {
    expect(problemsOf(list('[{ provider: rehearsal }]'))).toEqual([
      'chime.yaml: model.fallbacks[0].provider: the rehearsal stands in for no model',
    ])
    expect(problemsOf('model: { provider: rehearsal, fallbacks: [{ provider: ollama, name: q }] }')).toEqual([
      'chime.yaml: model.fallbacks: stand in for a language model: give the first one a key or an address',
    ])
  })

  test("are a bot's own, or go on for a bot that changes the name alone", () => {
    const common = list('[{ provider: ollama, name: q }]')
    const ollama = spare('ollama', 'http://127.0.0.1:11434/v1', 'q')
    expect(modelOf(`${own('{ name: big }')}${common}`)?.fallbacks).toEqual([ollama])
    expect(modelOf(`${own('{ fallbacks: [] }')}${common}`)?.fallbacks).toBeUndefined()
    expect(modelOf(`${own('{ fallbacks: [{ name: b }] }')}${common}`)?.fallbacks).toEqual([
      spare('openai', 'https://api.openai.com/v1', 'b', 'sk-1'),
    ])
    expect(modelOf(`${own('{ provider: vllm, name: v }')}${common}`)?.fallbacks).toBeUndefined()
  })
})

describe('vision', () => {
  const visionOf = (yaml: string) => {
    const { vision, fallbacks } = modelOf(yaml) ?? {}
    return [vision, ...(fallbacks ?? []).map((each) => each.vision)]
  }
  test('is what the configuration says of a model, and of no other model', () => {
    expect(visionOf('model: { apiKey: k }')).toEqual([undefined])
    expect(visionOf('model: { apiKey: k, vision: true }')).toEqual([true])
    expect(visionOf('model: { apiKey: k, vision: false }')).toEqual([undefined])
    expect(visionOf(`${own('{ mode: yesno }')}model: { apiKey: k, vision: true }`)).toEqual([true])
    expect(visionOf(`${own('{ name: blind }')}model: { apiKey: k, vision: true }`)).toEqual([undefined])
    expect(visionOf(`${own('{ name: sees, vision: true }')}model: { apiKey: k }`)).toEqual([true])
    expect(visionOf('model: { apiKey: k, vision: true, fallbacks: [{ name: a }, { name: b, vision: true }] }')).toEqual(
      [true, undefined, true],
    )
  })
})

describe('what turns speech into text', () => {
  const transcription = (yaml: string, env: NodeJS.ProcessEnv = {}) => loadYaml(yaml, env).transcription
  test('is nothing unless it is named, with a key from the environment', () => {
    expect(transcription('{}')).toBeUndefined()
    const env = { CHIME_TRANSCRIPTION_API_KEY: 'sk-speech' }
    expect(transcription('transcription: { model: whisper-1 }', env)).toEqual({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk-speech',
      model: 'whisper-1',
    })
    expect(transcription('transcription: { baseUrl: "http://box:8000/v1", model: w }')).toEqual({
      baseUrl: 'http://box:8000/v1',
      model: 'w',
    })
  })

  test('needs a model, and at OpenAI a key', () => {
    expect(problemsOf('transcription: {}')).toEqual([
      'chime.yaml: transcription.model: missing: name the model that turns speech into text',
      'chime.yaml: transcription.apiKey: missing: set it in .env as CHIME_TRANSCRIPTION_API_KEY',
    ])
  })
})

describe('a bot of its own model', () => {
  test('changes what it names and keeps the rest', () => {
    const yaml = `${own('{ name: big, mode: yesno }')}model: { apiKey: sk-1, decisionName: small }`
    expect(modelOf(yaml)).toEqual({ ...openai, name: 'big', decisionName: 'big', mode: 'yesno' })
    expect(modelOf(`${own('{ mode: yesno }')}model: { apiKey: sk-1, decisionName: small }`)).toEqual({
      ...openai,
      decisionName: 'small',
      mode: 'yesno',
    })
  })

  test.each([
    ['its name', '{ name: big }', ['big', 'big']],
    ['its name and one that decides', '{ name: big, decisionName: quick }', ['big', 'quick']],
    ['one that decides', '{ decisionName: quick }', ['gpt-6-luna', 'quick']],
  ])('is asked by %s in all its calls, whatever decides for the others', (_what, given, names) => {
    const asked = ['', ', decisionName: small'].map((common) =>
      modelOf(`${own(given)}model: { apiKey: sk-1${common} }`),
    )
    expect(asked.map((each) => [each?.name, each?.decisionName])).toEqual([names, names])
  })

  test('never takes the common key to another provider', () => {
    expect(problemsOf(own('{ baseUrl: "https://api.deepseek.com" }'), { OPENAI_API_KEY: 'sk-1' })).toEqual([
      'chime.yaml: bots[0].model.apiKey: missing: deepseek needs a key: set it here',
    ])
    expect(modelOf(own('{ provider: ollama, name: m }'), { OPENAI_API_KEY: 'sk-1' })).toEqual(
      model('ollama', 'http://127.0.0.1:11434/v1', 'm'),
    )
  })

  test('never takes the common key to another address of the same provider', () => {
    const expected = model('openai', 'http://other:1/v1', 'gpt-6-luna')
    expect(modelOf(own('{ baseUrl: "http://other:1/v1" }'), { OPENAI_API_KEY: 'sk-1' })).toEqual(expected)
  })

  test('may bring the only key', () => {
    expect(modelOf(own('{ apiKey: sk-1 }'))).toEqual(openai)
  })

  test('is not blamed for the common model', () => {
    expect(problemsOf(`${own('{ mode: yesno }')}model: { provider: openai }`)).toEqual([
      'chime.yaml: model.apiKey: missing: openai needs a key: set OPENAI_API_KEY',
    ])
  })
})

describe('the environment', () => {
  test('with another provider leaves name, address and key of the file behind', () => {
    const yaml = 'model: { provider: vllm, baseUrl: "http://gpu:8000/v1", apiKey: k, name: llama, mode: yesno }'
    expect(modelOf(yaml, { CHIME_PROVIDER: 'ollama', CHIME_MODEL: 'm' })).toEqual({
      ...model('ollama', 'http://127.0.0.1:11434/v1', 'm'),
      mode: 'yesno',
    })
  })

  test('with an address keeps the name that the file gives', () => {
    const expected = model('openai', 'http://gateway/v1', 'llama', 'k')
    expect(modelOf('model: { name: llama, apiKey: k }', { OPENAI_BASE_URL: 'http://gateway/v1' })).toEqual(expected)
  })
})
