// The configured models with a ceiling on calls: nobody pays for more than was asked for.
import type { ChatModel } from '../../llm/model.ts'
import type { Models } from '../../service/models.ts'

/** The play ends here: the calls are used up, or somebody pressed Ctrl+C. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** Their `ask` rejects with Stopped after `maxCalls` calls, and once the signal is aborted. */
export function meteredModels(models: Models, maxCalls: number, signal: AbortSignal) {
  let calls = 0
  const metered = (model: ChatModel): ChatModel => ({
    name: model.name,
    rehearsal: model.rehearsal,
    async ask(request) {
      if (calls >= maxCalls || signal.aborted) throw new Stopped()
      calls += 1
      try {
        return await model.ask({ ...request, signal: AbortSignal.any([request.signal, signal]) })
      } catch (error) {
        throw signal.aborted ? new Stopped() : error
      }
    },
  })
  return {
    decision: (bot: Parameters<Models['decision']>[0]) => metered(models.decision(bot)),
    reply: (bot: Parameters<Models['reply']>[0]) => metered(models.reply(bot)),
    calls: () => calls,
  }
}
