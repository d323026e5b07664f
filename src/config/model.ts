// Which model answers, and where: providers, their addresses and the models they start with.
import type { Findings, Path } from './explain.ts'
import type { FileFallback, FileModel, FileTranscription, providerNames } from './schema.ts'

type Provider = (typeof providerNames)[number]

export interface NamedModel {
  provider: Provider
  /** Absent only for the rehearsal, which brings its own endpoint. */
  baseUrl?: string
  apiKey?: string
  /** Writes the replies. */
  name: string
  /** Decides whether to speak. */
  decisionName: string
  /** The one that writes replies sees pictures. */
  vision?: true
}

/** Asked where the models before it fail. */
export interface FallbackModel extends NamedModel {
  /** Stands in for one kind of call alone. */
  only?: 'decision' | 'reply'
}

export interface ModelConfig extends NamedModel {
  mode: 'json' | 'yesno'
  /** In the order in which they are asked. */
  fallbacks?: FallbackModel[]
}

interface Preset {
  baseUrl: string
  /** Absent: the provider serves whatever was installed there. */
  name?: string
  /** Its hosts, when nobody named the provider. */
  host: RegExp
  needsKey: boolean
}

const presets: Record<Exclude<Provider, 'rehearsal'>, Preset> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    name: 'gpt-6-luna',
    host: /(?:^|\.)openai\.com$/,
    needsKey: true,
  },
  deepseek: {
    baseUrl: 'https://api.deepseek.com',
    name: 'deepseek-v4-flash',
    host: /(?:^|\.)deepseek\.com$/,
    needsKey: true,
  },
  qwen: {
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    name: 'qwen-plus',
    host: /^dashscope[\w-]*\.aliyuncs\.com$/,
    needsKey: true,
  },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    name: 'openai/gpt-6-luna',
    host: /(?:^|\.)openrouter\.ai$/,
    needsKey: true,
  },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', host: /:11434$/, needsKey: false },
  vllm: { baseUrl: 'http://127.0.0.1:8000/v1', host: /^$/, needsKey: false },
}

/**
 * `over` laid over `base`. Another provider starts afresh, and a key given for one address is never sent to another.
 */
export function layModel(base: FileModel, over: FileModel): FileModel {
  const provider = over.provider ?? recognise(over.baseUrl) ?? base.provider
  const sameProvider = base.provider === undefined || provider === base.provider
  const sameAddress = sameProvider && (!over.baseUrl || !base.baseUrl || over.baseUrl === base.baseUrl)
  const { apiKey, mode, vision, ...rest } = base
  // What one model sees another may not.
  const sameModel = sameAddress && (over.name === undefined || over.name === base.name)
  return {
    ...(sameProvider && rest),
    ...(sameAddress && { apiKey }),
    ...(sameModel && vision !== undefined && { vision }),
    mode,
    provider,
    ...over,
  }
}

/** Fills what is missing. Without key and address nobody can be asked: the rehearsal stands in. */
export function resolveModel(model: FileModel, path: Path, findings: Findings): ModelConfig {
  const { mode = 'json', fallbacks = [] } = model
  const first = resolveNamed(model, path, findings)
  if (fallbacks.length === 0) return { ...first, mode }
  if (first.provider === 'rehearsal') {
    findings.problem([...path, 'fallbacks'], 'stand in for a language model: give the first one a key or an address')
    return { ...first, mode }
  }
  const resolved = fallbacks.map((each, at) => resolveFallback(first, each, [...path, 'fallbacks', at], findings))
  return { ...first, mode, fallbacks: resolved }
}

// Laid over the first as a bot's own model over the common one: another provider starts afresh, and no key travels.
function resolveFallback(first: NamedModel, file: FileFallback, path: Path, findings: Findings): FallbackModel {
  const { only, ...own } = file
  const resolved = resolveNamed(layModel(first, own), path, findings)
  if (resolved.provider === 'rehearsal') findings.problem([...path, 'provider'], 'the rehearsal stands in for no model')
  const decisionName = own.decisionName ?? own.name ?? resolved.decisionName
  return { ...resolved, decisionName, ...(only && { only }) }
}

function resolveNamed(model: Omit<FileModel, 'fallbacks' | 'mode'>, path: Path, findings: Findings): NamedModel {
  const provider =
    model.provider ?? recognise(model.baseUrl) ?? (model.baseUrl || model.apiKey ? 'openai' : 'rehearsal')
  if (provider === 'rehearsal') return { provider, name: 'rehearsal', decisionName: 'rehearsal' }
  const preset = presets[provider]
  const { baseUrl = preset.baseUrl, apiKey, name = preset.name ?? '' } = model
  const top = path.length === 1
  if (preset.needsKey && !apiKey && baseUrl === preset.baseUrl) {
    findings.problem([...path, 'apiKey'], `missing: ${provider} needs a key: set ${top ? 'OPENAI_API_KEY' : 'it here'}`)
  }
  if (!name) {
    const how = `set ${top ? 'CHIME_MODEL' : 'it here'} to one that is installed there`
    findings.problem([...path, 'name'], `missing: ${provider} has no default model: ${how}`)
  }
  return {
    provider,
    baseUrl,
    ...(apiKey && { apiKey }),
    name,
    decisionName: model.decisionName ?? name,
    ...(model.vision && { vision: model.vision }),
  }
}

/** What turns speech into text. */
export interface TranscriptionConfig {
  baseUrl: string
  apiKey?: string
  model: string
}

/** Undefined: nothing is transcribed. */
export function resolveTranscription(
  file: FileTranscription | undefined,
  findings: Findings,
): TranscriptionConfig | undefined {
  if (!file) return undefined
  const { baseUrl = presets.openai.baseUrl, apiKey, model = '' } = file
  if (!model) findings.problem(['transcription', 'model'], 'missing: name the model that turns speech into text')
  if (!apiKey && baseUrl === presets.openai.baseUrl)
    findings.problem(['transcription', 'apiKey'], 'missing: set it in .env as CHIME_TRANSCRIPTION_API_KEY')
  return { baseUrl, ...(apiKey && { apiKey }), model }
}

function recognise(baseUrl: string | undefined): Provider | undefined {
  const url = baseUrl === undefined ? null : URL.parse(baseUrl)
  if (!url) return undefined
  const names = Object.keys(presets) as (keyof typeof presets)[]
  return names.find((name) => presets[name].host.test(url.hostname) || presets[name].host.test(url.host))
}
