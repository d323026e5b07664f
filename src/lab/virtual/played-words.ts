// The everyday words of the fields of bots in virtual time: asked as the service asks them, and kept as long as the run.
import type { BotConfig } from '../../config/bots.ts'
import { hashOf, readWords, wordsRequest } from '../../jobs/profile-words.ts'
import { type ChatMessage, type ChatModel, ModelError } from '../../llm/model.ts'
import { languagesIn, linesOfLanguage, wordsPromptAmong } from '../../jobs/spoken-languages.ts'
import type { PlayedModels } from './metered-models.ts'

const none: readonly string[] = []

/** Asks at no virtual time. A call that fails is not made again: its bot goes on with the words that it has. */
export function playedWords(bots: readonly BotConfig[], models: PlayedModels) {
  const { words: kept } = models
  const current = new Map<string, readonly string[]>()
  const lines: string[] = []
  let askedFor: string | undefined

  async function wordsOf(bot: BotConfig, spoken: readonly string[]): Promise<readonly string[]> {
    const model = models.reply(bot, 'words')
    const prompt = wordsPromptAmong(bot, spoken)
    if (!kept || !prompt || bot.problemWords === false || model.rehearsal) return none
    const key = `${model.name} ${hashOf(prompt)}`
    const asking = kept.get(key) ?? askFor(model, prompt, models)
    kept.set(key, asking)
    try {
      return await asking
    } catch (error) {
      // What stops one play is no answer for the next one.
      if (!(error instanceof ModelError)) {
        kept.delete(key)
        throw error
      }
      return none
    }
  }

  return {
    /** The same list until it changes. */
    of: (bot: string): readonly string[] => current.get(bot) ?? none,
    hear(text: string): void {
      lines.push(text)
      if (lines.length > linesOfLanguage) lines.shift()
    },
    /** Asks for the words of each bot at first, and again when people speak another language. */
    async renew(): Promise<void> {
      const spoken = languagesIn(lines)
      if (askedFor === spoken.join()) return
      askedFor = spoken.join()
      const written = await Promise.all(bots.map((bot) => wordsOf(bot, spoken)))
      for (const [i, { id }] of bots.entries()) if (written[i]?.length) current.set(id, written[i])
    },
  }
}

async function askFor(model: ChatModel, prompt: ChatMessage[], { failed }: PlayedModels): Promise<readonly string[]> {
  try {
    return readWords(await model.ask(wordsRequest(prompt, model, new AbortController().signal)))
  } catch (error) {
    if (error instanceof ModelError) failed?.(error)
    throw error
  }
}
