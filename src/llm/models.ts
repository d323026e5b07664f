// The models behind the bots; the rehearsal brings its own endpoint on loopback.
import type { BotConfig } from '../config/bots.ts'
import type { FallbackModel, ModelConfig, NamedModel } from '../config/model.ts'
import { openModel } from './client.ts'
import type { ChatModel } from './model.ts'
import { type BreakerChange, guardModel, type GuardedModel, listModels } from './model-list.ts'
import { startRehearsal } from './rehearsal-server.ts'

export type Models = Awaited<ReturnType<typeof openModels>>

type Use = 'decision' | 'reply'

/** `report`: a model of a list that keeps failing is left alone, or asked again. */
export async function openModels(
  bots: readonly BotConfig[],
  report: (change: BreakerChange) => void = () => undefined,
) {
  const rehearsal = bots.some(({ model }) => model.provider === 'rehearsal') ? await startRehearsal() : undefined
  const opened = new Map<string, GuardedModel>()
  // Asked for at every step of a chart.
  const found: Record<Use, WeakMap<ModelConfig, ChatModel>> = { decision: new WeakMap(), reply: new WeakMap() }

  function open({ provider, apiKey, vision, ...at }: NamedModel, model: string): GuardedModel {
    const baseUrl = (provider === 'rehearsal' ? rehearsal?.baseUrl : at.baseUrl) ?? ''
    const name = JSON.stringify([provider, baseUrl, apiKey, model, vision])
    const known =
      opened.get(name) ??
      guardModel(openModel({ provider, baseUrl, ...(apiKey && { apiKey }), model, ...(vision && { vision }) }), report)
    opened.set(name, known)
    return known
  }

  function modelOf(config: ModelConfig, use: Use): ChatModel {
    const known = found[use].get(config)
    if (known) return known
    const fallbacks = (config.fallbacks ?? []).filter(({ only = use }: FallbackModel) => only === use)
    const guarded = [...new Set([config, ...fallbacks].map((each) => open(each, nameFor(each, use))))]
    const [first] = guarded
    const model = first && guarded.length === 1 ? first.model : listModels(guarded)
    found[use].set(config, model)
    return model
  }

  return {
    /** Asked whether to speak. */
    decision: ({ model }: BotConfig) => modelOf(model, 'decision'),
    /** Asked what to say. */
    reply: ({ model }: BotConfig) => modelOf(model, 'reply'),
    stop: async () => rehearsal?.stop(),
  }
}

const nameFor = ({ name, decisionName }: NamedModel, use: Use): string => (use === 'decision' ? decisionName : name)
