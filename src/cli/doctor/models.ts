// Asks every model one tiny question, the way the service would.
import type { BotConfig } from '../../config/bots.ts'
import type { ChatAnswer, ChatModel, ChatRequest } from '../../llm/model.ts'
import { openModels } from '../../llm/models.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const timeoutMs = 10_000
/** As many as a decision gets: a model that thinks them away would never decide. */
const answerTokens = 60
/** With thoughts, where a model cannot do without. */
const mostTokens = 4_000
const question = [
  { role: 'system' as const, content: 'You are asked whether you can be reached. Answer with the word ok.' },
  { role: 'user' as const, content: 'ok?' },
]

export async function checkModels(bots: readonly BotConfig[]): Promise<Finding[]> {
  const models = await openModels(bots)
  try {
    const users = new Map<ChatModel, Set<string>>()
    for (const bot of bots) {
      const used = [models.decision(bot), models.reply(bot)]
      for (const model of used.flatMap((each) => each.among ?? [each])) {
        users.set(model, (users.get(model) ?? new Set()).add(bot.name))
      }
    }
    return await Promise.all([...users].map(([model, names]) => ask(model, [...names].join(', '))))
  } finally {
    await models.stop()
  }
}

async function ask(model: ChatModel, users: string): Promise<Finding> {
  const started = performance.now()
  try {
    const { signal } = new AbortController()
    const request = {
      messages: question,
      maxTokens: answerTokens,
      reservedTokens: mostTokens,
      format: 'text',
      timeoutMs,
      signal,
    } as const
    const { tokens = 0, estimated } = await askTwice(model, request)
    const took = `answered in ${Math.round(performance.now() - started)} ms`
    const cost = estimated ? 'no token count: calls are charged what was reserved for them' : `${tokens} tokens`
    const found = `${model.name} for ${users}: ${took}, ${cost}`
    const thoughts = model.thoughtTokens?.() ?? 0
    if (thoughts > 0) {
      const why = `${found}; it thinks, and ${thoughts} tokens are set aside for that in every call`
      return warn('model', why, 'choose a model that can be told not to think')
    }
    if (!model.rehearsal) return ok('model', found)
    const next = 'set OPENAI_API_KEY (and OPENAI_BASE_URL, CHIME_MODEL) for a language model'
    return warn('model', `${found}; no language model answers`, next)
  } catch (error) {
    return bad('model', `${model.name} for ${users}: ${(error as Error).message}`)
  }
}

/** One that thinks its answer away at first gets room for thoughts, as it would in the service. */
async function askTwice(model: ChatModel, request: ChatRequest): Promise<ChatAnswer> {
  try {
    return await model.ask(request)
  } catch (error) {
    if ((model.thoughtTokens?.() ?? 0) === 0) throw error
    return model.ask(request)
  }
}
