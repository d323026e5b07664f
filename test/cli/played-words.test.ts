// Bots that ask models in virtual time know the everyday words of their fields, as the service's bots do.
import { expect, test } from 'vitest'
import { makeCallLedger } from '../../src/lab/virtual/call-ledger.ts'
import { meterModels, Stopped } from '../../src/lab/virtual/metered-models.ts'
import type { BotConfig } from '../../src/config/bots.ts'
import { type ChatAnswer, type ChatModel, ModelError } from '../../src/llm/model.ts'
import { demoConfig } from '../config/demo-config.ts'
import { lineOf, playedWorld } from '../world/played-world.ts'

const words = JSON.stringify({ words: ['crash', 'it hangs', '报错', '闪退', '太慢'] })
const [, rex] = demoConfig.bots as [BotConfig, BotConfig]
const english: BotConfig = { ...rex, role: 'code reviewer', expertise: 'bugs, tests' }

interface Given {
  bot?: BotConfig
  answer?: string | ModelError
  rehearsal?: boolean
}

/** One run: its groups share what was asked for. */
function run({ bot = english, answer = words, rehearsal = false }: Given = {}) {
  const asked: string[] = []
  const model: ChatModel = {
    name: 'scripted',
    rehearsal,
    ask({ messages: [task], format }): Promise<ChatAnswer> {
      const isForWords = task?.content.includes('Write the words that show') === true
      if (isForWords) asked.push(/In every language.*?;/.exec(task.content)?.[0] ?? '')
      if (isForWords && answer instanceof ModelError) return Promise.reject(answer)
      const other = format === 'json' ? '{"want_to_reply":false}' : 'NO_REPLY'
      const text = isForWords && typeof answer === 'string' ? answer : other
      return Promise.resolve({ text, finish: 'stop', model: 'scripted', tokens: 100, promptTokens: 60 })
    },
  }
  const ledger = makeCallLedger()
  const kept = new Map<string, Promise<readonly string[]>>()
  const signal = new AbortController().signal
  const meter = (maxCalls = Infinity) =>
    meterModels(
      { decision: () => model, reply: () => model },
      { latency: 10, maxCalls, maxTokens: Infinity, signal, ledger, words: kept },
    )
  /** Relevance of each line, in a group of its own. */
  async function play(lines: readonly string[], maxCalls?: number): Promise<number[]> {
    const { listen, passOut, refs } = playedWorld({ bots: [bot], decide: meter(maxCalls), isEchoed: false })
    for (const [i, text] of lines.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- talk is heard in order
      await listen(lineOf(`m${i}`, (i + 1) * 60_000, text, `P${i % 2}`))
    }
    await passOut()
    return refs.map(({ relevance }) => Number(relevance?.toFixed(2)))
  }
  return { asked, ledger, play }
}

const own = 'In every language that the profile is written in;'
const complaint = 'a crash on save'

test('one call for all the groups of a run is in the bill, and a complaint is one of the field from the first line on', async () => {
  const { asked, ledger, play } = run()
  expect([await play([complaint]), await play([complaint, 'lunch'])]).toEqual([[0.48], [0.48, 0]])
  expect(asked).toEqual([own])
  const { callsByKind, calls, tokens } = ledger.cost()
  expect(callsByKind['words']).toBe(1)
  expect(tokens.total).toBe(100 * calls)
})

test('a language that people speak is asked for once ten lines were in it', async () => {
  const { asked, play } = run()
  const relevance = await play([...Array.from({ length: 12 }, () => '今天天气不错啊大家'), '一保存就闪退'])
  expect(asked).toEqual([own, 'In every language that the profile is written in and in Chinese;'])
  expect(relevance.at(-1)).toBe(0.48)
})

test.each([
  ['fails', new ModelError('timeout', { why: 'timeout' }), { failures: { timeout: 1 }, unreadable: 0 }],
  ['cannot be read', 'I am sorry.', { failures: {}, unreadable: 1 }],
])('a call that %s is told in the bill and not made again', async (_how, answer, told) => {
  const { asked, ledger, play } = run({ answer })
  expect([await play([complaint]), await play([complaint])]).toEqual([[0], [0]])
  expect(asked).toHaveLength(1)
  expect(ledger.cost()).toMatchObject(told)
})

test.each<[string, Given]>([
  ['the rehearsal', { rehearsal: true }],
  ['a bot that does without', { bot: { ...english, problemWords: false } }],
  ['a bot without a field', { bot: { ...english, role: '', expertise: '' } }],
])('%s is not asked', async (_who, given) => {
  const { asked, play } = run(given)
  await play([complaint])
  expect(asked).toEqual([])
})

test('a ceiling ends the play before the call, and the next play asks', async () => {
  const { asked, play } = run()
  await expect(play([complaint], 0)).rejects.toThrow(Stopped)
  expect(asked).toEqual([])
  expect(await play([complaint])).toEqual([0.48])
})
