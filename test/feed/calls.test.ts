import { describe, expect, test } from 'vitest'
import { makeCalls } from '../../src/feed/calls.ts'
import type { ChatMessage, OfferedTool, ToolCall } from '../../src/llm/model.ts'

const key = 'iris web:lobby'
const secret = 'sk-live-0123456789'
const request = (content: string) => ({ messages: [{ role: 'user' as const, content }] })

function watched(answer: (content: string) => { text: string; tokens?: number; by?: string }) {
  let now = 0
  const calls = makeCalls({ now: () => (now += 5), secrets: [secret, 'abc'] })
  const model = {
    name: 'small',
    ask: async ({ messages }: ReturnType<typeof request>) => answer(messages[0]?.content ?? ''),
  }
  return {
    calls,
    ask: (turn: number, content = '?') => calls.watched(model, key, { turn, kind: 'decide' }).ask(request(content)),
  }
}

test('what was asked and answered is kept with how long it took, by actor and turn', async () => {
  const { calls, ask } = watched((content) => ({ text: `on ${content}`, tokens: 12 }))
  expect(await ask(1, 'tests')).toEqual({ text: 'on tests', tokens: 12 })
  await ask(2, 'types')
  const call = (turn: number, word: string, at: number) => ({
    turn,
    kind: 'decide',
    at,
    endedAt: at + 5,
    model: 'small',
    prompt: [{ role: 'user', content: word }],
    answer: `on ${word}`,
    tokens: 12,
  })
  expect([calls.of(key), calls.of(key, 2), calls.of('rex web:lobby')]).toEqual([
    [call(1, 'tests', 5), call(2, 'types', 15)],
    [call(2, 'types', 15)],
    [],
  ])
})

test('of a list of models the one that answered is told', async () => {
  const { calls, ask } = watched(() => ({ text: 'here', by: 'spare' }))
  await ask(1)
  expect(calls.of(key).map(({ model }) => model)).toEqual(['spare'])
})

test('a call under way is kept without an answer, and one that failed with its error, which goes on to the caller', async () => {
  const { calls, ask } = watched(() => {
    throw new Error(`the key ${secret} is refused`)
  })
  const asked = ask(1)
  const base = { turn: 1, kind: 'decide', at: 5, model: 'small', prompt: [{ role: 'user', content: '?' }] }
  expect(calls.of(key)).toEqual([base])
  await expect(asked).rejects.toThrow(`the key ${secret} is refused`)
  expect(calls.of(key)).toEqual([{ ...base, endedAt: 10, error: 'the key *** is refused' }])
})

test('a secret is struck out of prompts and answers, and the model gets what it was asked', async () => {
  const { calls, ask } = watched((content) => ({ text: content }))
  expect(await ask(1, `abc ${secret}`)).toEqual({ text: `abc ${secret}` })
  expect(calls.of(key).map(({ prompt, answer }) => [prompt[0]?.content, answer])).toEqual([['abc ***', 'abc ***']])
})

test('200 calls are kept, of 20 000 characters each', async () => {
  const { calls, ask } = watched(() => ({ text: 'y'.repeat(30_000) }))
  for (let turn = 1; turn <= 201; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await ask(turn, 'x'.repeat(30_000))
  }
  const kept = calls.of(key)
  expect([kept.length, kept[0]?.turn, kept[0]?.prompt[0]?.content.length, kept[0]?.answer?.length]).toEqual([
    200, 2, 20_001, 20_001,
  ])
})

test('one that judged for several bots is kept under each that took part, in the turn that it was for', async () => {
  const calls = makeCalls({ now: () => 5, secrets: [] })
  const { model, took } = calls.shared({
    name: 'small',
    ask: async (_: ReturnType<typeof request>) => ({ text: 'nobody', tokens: 90 }),
  })
  took(key, 3, 3)
  await model.ask(request('who?'))
  took('rex web:lobby', 8, 3)
  took('rex web:lobby', 8, 3)
  const [asked] = calls.of(key)
  expect(asked).toMatchObject({ turn: 3, kind: 'decide', answer: 'nobody', tokens: 90, bots: 3 })
  expect(calls.of('rex web:lobby')).toEqual([{ ...asked, turn: 8 }])
  expect(calls.of('dora web:lobby')).toEqual([])
})

describe('a conversation with tools', () => {
  const tools = [{ name: 'fs.read', description: `Reads, not ${secret}`, parameters: { type: 'object' } }]
  const step = (n: number, args: string, result: string): ChatMessage[] => [
    { role: 'assistant', content: '', calls: [{ id: `c${n}`, name: 'fs.read', arguments: args }] },
    { role: 'tool', content: result, callId: `c${n}` },
  ]
  async function kept(messages: ChatMessage[], calls: ToolCall[] = []) {
    const records = makeCalls({ now: () => 5, secrets: [secret] })
    const model = {
      name: 'small',
      ask: async (_: { messages: ChatMessage[]; tools?: OfferedTool[] }) => ({ text: '', calls }),
    }
    await records.watched(model, key, { turn: 1, kind: 'think' }).ask({ messages, tools })
    return records.of(key)[0]
  }
  const talk: ChatMessage[] = [
    { role: 'system', content: 'task' },
    { role: 'user', content: 'talk' },
  ]

  test('is kept with what was on offer, called and answered, without secrets', async () => {
    const call: ToolCall = { id: 'c9', name: 'fs.read', arguments: `{"path":"${secret}`, isCut: true }
    expect(await kept([...talk, ...step(1, `{"path":"${secret}"}`, `found ${secret}`)], [call])).toEqual({
      turn: 1,
      kind: 'think',
      at: 5,
      endedAt: 5,
      model: 'small',
      prompt: [
        ...talk,
        { role: 'assistant', content: '', calls: [{ name: 'fs.read', arguments: '{"path":"***"}' }] },
        { role: 'tool', content: 'found ***', tool: 'fs.read' },
      ],
      tools: [{ name: 'fs.read', description: 'Reads, not ***', parameters: '{"type":"object"}' }],
      answer: '',
      calls: [{ name: 'fs.read', arguments: '{"path":"***', isCut: true }],
    })
  })

  test('is bounded: each of its texts, all of them, and what the model calls; the newest are kept', async () => {
    const steps = Array.from({ length: 40 }, (_, n) => step(n, 'x'.repeat(9_000), `${n} ${'y'.repeat(9_000)}`)).flat()
    const calls = Array.from({ length: 16 }, (_, n) => ({ id: `c${n}`, name: 'fs.read', arguments: 'z'.repeat(9_000) }))
    const call = await kept([...talk, ...steps], calls)
    expect(call?.prompt.slice(0, 2)).toEqual(talk)
    expect(call?.prompt.at(-1)?.content).toHaveLength(4_001)
    expect(call?.prompt.at(-1)?.content).toMatch(/^39 y+…$/)
    expect((call?.leftOut ?? 0) + (call?.prompt.length ?? 0)).toBe(82)
    expect(JSON.stringify(call).length).toBeLessThan(65_000)
  })

  test('of very many tools each is named, and no more than so much of them kept', async () => {
    const records = makeCalls({ now: () => 5, secrets: [] })
    const model = {
      name: 'small',
      ask: async (_: { messages: ChatMessage[]; tools?: OfferedTool[] }) => ({ text: 'ok' }),
    }
    const many = Array.from({ length: 100 }, (_, n) => ({
      name: `t${n}`,
      description: 'd'.repeat(900),
      parameters: {},
    }))
    await records.watched(model, key, { turn: 1, kind: 'think' }).ask({ messages: talk, tools: many })
    const [call] = records.of(key)
    expect(call?.tools?.map(({ name }) => name)).toEqual(many.map(({ name }) => name))
    expect(JSON.stringify(call).length).toBeLessThan(30_000)
  })
})
