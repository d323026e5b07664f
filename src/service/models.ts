// The models behind the bots; the rehearsal brings its own endpoint on loopback.
import type { BotConfig } from '../config/bots.ts'
import type { ModelConfig } from '../config/model.ts'
import { openModel } from '../llm/client.ts'
import type { ChatModel } from '../llm/model.ts'
import { startRehearsal } from '../llm/rehearsal-server.ts'

export interface Models {
  /** Asked whether to speak. */
  decision(bot: BotConfig): ChatModel
  /** Asked what to say. */
  reply(bot: BotConfig): ChatModel
  stop(): Promise<void>
}

export async function openModels(bots: readonly BotConfig[]): Promise<Models> {
  const rehearsal = bots.some(({ model }) => model.provider === 'rehearsal') ? await startRehearsal() : undefined
  const opened = new Map<string, ChatModel>()
  const open = (config: ModelConfig, model: string): ChatModel => {
    const baseUrl = config.provider === 'rehearsal' ? (rehearsal?.baseUrl ?? '') : (config.baseUrl ?? '')
    const name = JSON.stringify([config.provider, baseUrl, config.apiKey, model])
    const known =
      opened.get(name) ??
      openModel({ provider: config.provider, baseUrl, ...(config.apiKey && { apiKey: config.apiKey }), model })
    opened.set(name, known)
    return known
  }
  return {
    decision: ({ model }) => open(model, model.decisionName),
    reply: ({ model }) => open(model, model.name),
    stop: async () => rehearsal?.stop(),
  }
}
