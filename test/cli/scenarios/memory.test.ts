import { describe, expect, test } from 'vitest'
import { parseScenario } from '../../../src/lab/eval/scenarios/parse.ts'
import { playScenario } from '../../../src/lab/eval/scenarios/play.ts'
import type { PlayedModels } from '../../../src/lab/virtual/metered-models.ts'
import { loadConfig } from '../../../src/channels/plugins.ts'
import type { ChatRequest } from '../../../src/llm/model.ts'

const config = loadConfig({ env: {}, cwd: import.meta.dirname })

const talk = (forgetting: string) => `title: t
language: en
people: [Ann, Ben]
groupSocial: { policy: mention }
groups: { lab: {}, canteen: {} }
talk:
  - { id: tell, at: 0s, who: Ann, group: lab, text: 'Iris, note this: the pilot study had 37 people' }
${forgetting}
  - { filler: { lines: 200, over: 10h, topic: lunch }, group: lab }
  - { id: in, at: '21:00', who: Ben, group: lab, text: 'Iris, how many people did the pilot study have?' }
  - { id: out, at: +5m, who: Ben, group: canteen, text: 'Iris, what number of people had the pilot study of the lab?' }
moments: [{ want: MUST, line: in, by: iris }]
`

/** Prompts with these words in them, of a play with a model that says little. */
async function promptsOf(text: string, ...asked: string[]): Promise<string[][]> {
  const prompts: string[] = []
  const ask = (request: ChatRequest) => {
    prompts.push(request.messages.map(({ content }) => content).join('\n'))
    return Promise.resolve({ text: `Fine, point ${prompts.length}.`, finish: 'stop', model: 'm', tokens: 10 })
  }
  const model = { name: 'm', rehearsal: false, ask }
  const decide: PlayedModels = { latency: 900, decision: () => model, reply: () => model }
  await playScenario(parseScenario(text, 'a.yaml'), { config, decide, seed: 1 })
  return asked.map((words) => prompts.filter((prompt) => prompt.includes(words)))
}

describe('what bots remember in scenarios', () => {
  const questions = ['how many people did the pilot', 'of the lab?']

  test('is looked up 200 messages later, in its own group alone', async () => {
    const [inLab = [], inCanteen = []] = await promptsOf(talk(''), ...questions)
    expect([inLab.length > 0, inCanteen.length > 0]).toEqual([true, true])
    expect(inLab.filter((prompt) => !prompt.includes('had 37 people'))).toEqual([])
    expect(inCanteen.filter((prompt) => prompt.includes('had 37'))).toEqual([])
  })

  test('is in no prompt any more when a person asked to forget it', async () => {
    const order = "  - { at: +60s, who: Ann, group: lab, text: 'Iris, forget that', replyTo: tell }"
    const [later = []] = await promptsOf(talk(order), ...questions)
    expect(later.length).toBeGreaterThan(0)
    expect(later.filter((prompt) => prompt.includes('had 37'))).toEqual([])
  })
})
