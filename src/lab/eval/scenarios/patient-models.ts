// Models that may take their time: a reader who answers by hand needs minutes, while virtual time stands still.
import type { ChatModel } from '../../../llm/model.ts'
import type { PlayedModels } from '../../virtual/metered-models.ts'

/** Their calls end after `patienceMs` instead of the configured timeout, and a silence is no hang; virtual time passes as `models` says. */
export function patientModels(models: PlayedModels, patienceMs: number): PlayedModels {
  const patient = (model: ChatModel): ChatModel => ({
    name: model.name,
    rehearsal: model.rehearsal,
    ask: (request) => model.ask({ ...request, timeoutMs: patienceMs, once: true }),
  })
  return {
    ...(models.latency !== undefined && { latency: models.latency }),
    ...(models.words && { words: models.words }),
    decision: (bot, kind) => patient(models.decision(bot, kind)),
    reply: (bot, kind) => patient(models.reply(bot, kind)),
  }
}
