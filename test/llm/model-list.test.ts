// Several models for one kind of call: who is asked next, within which time and for how many tokens, and who is left alone.
import { onTestFinished, describe, expect, test, vi } from 'vitest'
import type { BotConfig } from '../../src/config/bots.ts'
import type { ModelConfig } from '../../src/config/model.ts'
import { type BreakerChange, guardModel, listModels } from '../../src/llm/model-list.ts'
import { type ChatModel, type ChatRequest, ModelError } from '../../src/llm/model.ts'
import { promptTokens } from '../../src/language/tokens.ts'
import { openModels } from '../../src/llm/models.ts'
import { failureOf, messages, provider, request } from './calls.ts'
import { failure, json, says } from './fake-provider.ts'

interface Scripted extends ChatModel {
  asked: ChatRequest[]
}

/** Does what its script says, call by call; the last goes on. */
function scripted(name: string, ...script: (number | ModelError)[]): Scripted {
  const asked: ChatRequest[] = []
  return {
    name,
    rehearsal: false,
    asked,
    async ask(given) {
      const step = script[Math.min(asked.length, script.length - 1)]
      asked.push(given)
      if (typeof step === 'number') return { text: `${name} here`, finish: 'stop', model: 'served', tokens: step }
      throw step ?? new Error('no script')
    },
  }
}

function listOf(...models: ChatModel[]) {
  const changes: BreakerChange[] = []
  return { changes, list: listModels(models.map((model) => guardModel(model, (change) => changes.push(change)))) }
}

const limited = new ModelError('rateLimited', { why: 'rateLimited' }, undefined, { isUnserved: true })
const down = new ModelError('unavailable', { why: 'unavailable' })
const late = new ModelError('timeout', { why: 'timeout' })
const blank = new ModelError('unparsable', { why: 'emptyAnswer' }, 30, { isServers: true })
const refused = new ModelError('refused', { why: 'modelRefused' }, 30)
const mostOfTry = promptTokens(messages) + 60
const held = (tokens: number) => request({ reservedTokens: tokens })

describe('the next one is asked', () => {
  test.each([
    ['rate limited', limited, 0],
    ['unreachable', new ModelError('unreachable', { why: 'unreachable' }, undefined, { isUnserved: true }), 0],
    ['without a key that counts', new ModelError('permanent', { why: 'needsAttention' }, 0), 0],
    ['down', down, mostOfTry],
    ['late', late, mostOfTry],
    ['blank', blank, 30],
  ])('when the first is %s, and both are charged', async (_what, error, cost) => {
    const { list } = listOf(scripted('first', error), scripted('second', 42))
    expect(await list.ask(held(1_000))).toEqual({
      text: 'second here',
      finish: 'stop',
      model: 'served',
      tokens: 42 + cost,
      by: 'second',
    })
  })

  test('with what is left of the time and of the tokens', async () => {
    const [first, second, third] = [scripted('first', limited), scripted('second', blank), scripted('third', 42)]
    await listOf(first, second, third).list.ask({ ...held(1_000), timeoutMs: 8_000 })
    const seen = [first, second, third].map(({ asked: [each] }) => ({
      ms: Math.round((each?.timeoutMs ?? 0) / 1_000),
      once: each?.once,
      tokens: each?.reservedTokens,
    }))
    expect(seen).toEqual([
      { ms: 4, once: true, tokens: 1_000 },
      { ms: 4, once: true, tokens: 1_000 },
      { ms: 8, once: false, tokens: 970 },
    ])
  })

  test('but not for a refusal, which is an answer', async () => {
    const [first, second] = [scripted('first', refused), scripted('second', 42)]
    expect(await failureOf(listOf(first, second).list.ask(held(1_000)))).toEqual({
      kind: 'refused',
      message: 'the model refused to answer',
      tokens: 30,
    })
    expect(second.asked).toEqual([])
  })

  test('but not when a failed try may have eaten what was held for the call', async () => {
    const [first, second] = [scripted('first', late), scripted('second', 42)]
    const { list } = listOf(first, second)
    expect(await failureOf(list.ask(held(2 * mostOfTry - 1)))).toMatchObject({ kind: 'timeout', tokens: undefined })
    expect(await failureOf(list.ask(request()))).toMatchObject({ kind: 'timeout', tokens: undefined })
    expect(second.asked).toEqual([])
    expect(await list.ask(held(2 * mostOfTry))).toMatchObject({ by: 'second' })
  })

  test('and the last failure tells of those before it, with what they cost', async () => {
    const { list } = listOf(scripted('first', blank), scripted('second', limited))
    expect(await failureOf(list.ask(held(1_000)))).toEqual({
      kind: 'rateLimited',
      message: 'first: the model answered with nothing; out of quota or rate limited',
      tokens: 30,
    })
  })
})

describe('a model that keeps failing', () => {
  test('is left alone for half a minute, then tried by one call', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = scripted('first', limited, limited, limited, limited, 42)
    const { list, changes } = listOf(first, scripted('second', 42))
    const answeredBy = async () => (await list.ask(held(1_000))).by
    const calls = async (most: number) => {
      for (let call = 0; call < most; call += 1) await answeredBy() // oxlint-disable-line no-await-in-loop -- in a row
      return first.asked.length
    }
    expect(await calls(5)).toBe(3)
    vi.advanceTimersByTime(30_000)
    expect(await calls(3)).toBe(4)
    vi.advanceTimersByTime(30_000)
    expect(await answeredBy()).toBe('first')
    expect(changes).toEqual([
      { model: 'first', state: 'open', because: 'out of quota or rate limited' },
      { model: 'first', state: 'half-open' },
      { model: 'first', state: 'open', because: 'out of quota or rate limited' },
      { model: 'first', state: 'half-open' },
      { model: 'first', state: 'closed' },
    ])
  })

  test.each([-8, 8])(
    'is left alone for half a minute, though the wall clock is set by %i h meanwhile',
    async (hours) => {
      vi.useFakeTimers({ toFake: ['Date', 'performance'] })
      onTestFinished(() => void vi.useRealTimers())
      const first = scripted('first', limited, limited, limited, 42)
      const { list } = listOf(first, scripted('second', 42))
      const answeredBy = async () => (await list.ask(held(1_000))).by
      // oxlint-disable-next-line no-await-in-loop -- in a row
      for (let call = 0; call < 3; call += 1) await answeredBy()
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      vi.advanceTimersByTime(29_999)
      expect(await answeredBy()).toBe('second')
      vi.advanceTimersByTime(1)
      expect(await answeredBy()).toBe('first')
    },
  )

  test('leaves all the time to the next one, and when all rest nobody is asked', async () => {
    const [first, second] = [scripted('first', limited), scripted('second', limited)]
    const { list } = listOf(first, second)
    for (let call = 0; call < 3; call += 1) await failureOf(list.ask(held(1_000))) // oxlint-disable-line no-await-in-loop
    expect(await failureOf(list.ask(held(1_000)))).toEqual({
      kind: 'unavailable',
      message: 'every model of the list rests after failures: first, second',
      tokens: 0,
    })
    expect([first.asked.length, second.asked.length]).toEqual([3, 3])
  })

  test('is not one that was called off, refuses, or reads no prompt as long as that', async () => {
    const called = new ModelError('interrupted', { why: 'calledOff', numbers: { model: 'a' } })
    const long = new ModelError('failed', { why: 'failed' }, 0, { isServers: true })
    const first = scripted('first', called, refused, long, called, refused, long, 42)
    const { list, changes } = listOf(first, scripted('second', 42))
    for (let call = 0; call < 6; call += 1) await failureOf(list.ask(held(1_000))) // oxlint-disable-line no-await-in-loop
    expect(changes).toEqual([])
    expect(await list.ask(held(1_000))).toMatchObject({ by: 'first' })
  })
})

describe('the models of a bot', () => {
  const at = (baseUrl: string, name: string) =>
    ({ provider: 'openai', baseUrl, apiKey: 'k', name, decisionName: name }) as const
  const bot = (model: ModelConfig): BotConfig => ({ id: 'iris', name: 'Iris', model }) as BotConfig

  test('stand in for each other over the wire, a hanging one in time', async () => {
    const hanging = await provider(() => undefined)
    const spare = await provider(says('spare here'))
    const models = await openModels([])
    const model = models.reply(bot({ ...at(hanging.baseUrl, 'a'), mode: 'json', fallbacks: [at(spare.baseUrl, 'b')] }))
    expect(await model.ask({ ...held(1_000), timeoutMs: 2_000 })).toMatchObject({ text: 'spare here', by: 'b' })
    expect([hanging.bodies.length, spare.bodies.length]).toEqual([1, 1])
  })

  test('stand in for one kind of call where they are only for that', async () => {
    const first = await provider(failure(429, 'busy'))
    const spare = await provider(says('spare here'))
    const models = await openModels([])
    const config: ModelConfig = {
      ...at(first.baseUrl, 'a'),
      mode: 'json',
      fallbacks: [{ ...at(spare.baseUrl, 'b'), only: 'reply' }],
    }
    expect(models.reply(bot(config)).among?.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(models.decision(bot(config)).among).toBeUndefined()
    expect(models.reply(bot(config))).toBe(models.reply(bot(config)))
  })

  test.each([
    ['a page', json(200, '<h1>hi</h1>')],
    ['an empty answer', says('')],
    ['nothing but a thought', says('<think>hm', { finish_reason: 'length' })],
    ['a quota that is used up', json(429, { error: { message: 'quota', code: 'insufficient_quota' } })],
    ['a prompt too long for it', failure(400, 'maximum context length is 512 tokens')],
  ])('go on after %s', async (_what, answer) => {
    const [first, spare] = [await provider(answer), await provider(says('spare here'))]
    const models = await openModels([])
    const config: ModelConfig = { ...at(first.baseUrl, 'a'), mode: 'json', fallbacks: [at(spare.baseUrl, 'b')] }
    expect(await models.decision(bot(config)).ask(held(1_000))).toMatchObject({ text: 'spare here', by: 'b' })
    expect(first.bodies).toHaveLength(1)
  })
})
