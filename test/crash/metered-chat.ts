// A scripted model that counts what it served, and what a kill leaves unsure.
import { scriptedChat, sendIt, tokensOfAnswer, wantsTo } from '../fakes/scripted-chat.ts'
import type { Answer } from '../llm/fake-provider.ts'
import type { ProviderFigures } from './provider.ts'
import type { Random } from './seeded.ts'

/** An answer is booked within so long. */
const lateMs = 1_000

/** It wants to speak, and says what the script says, each time after a while. */
export async function meteredChat(script: Answer, random: Random) {
  const chat = await scriptedChat('')
  const figures: ProviderFigures = { calls: 0, served: 0, unsure: 0, faults: {} }
  const asked: { most: number; endedAt?: number }[] = []
  const metered =
    (answer: Answer): Answer =>
    (response, body) => {
      const call: (typeof asked)[number] = { most: chat.asked.at(-1)?.most ?? 0 }
      asked.push(call)
      figures.calls += 1
      const served = (): void => {
        if (response.destroyed) return
        figures.served += tokensOfAnswer
        call.endedAt = performance.now()
        answer(response, body)
      }
      setTimeout(served, random.between(5, 60))
    }
  chat.behave({ decide: metered(wantsTo), rejudge: metered(sendIt), compose: metered(script) })
  return {
    model: chat.model,
    stop: chat.stop,
    /** The service died just now: what was asked and not answered, or answered so late that it may not have been booked, is unsure. */
    cut(): void {
      const killedAt = performance.now()
      for (const { most, endedAt = killedAt } of asked.splice(0))
        if (endedAt > killedAt - lateMs) figures.unsure += most
    },
    figures: () => figures,
  }
}
