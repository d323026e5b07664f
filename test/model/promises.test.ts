// What the run with a real model looks for is found where it is, and nowhere else.
import { describe, expect, it } from 'vitest'
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import type { RoomMessage } from '../../src/channels/web/rooms.ts'
import type { ServedCall } from './counting-proxy.ts'
import { cutSentences, misbooked, openTurns, unshapedLines } from './promises.ts'

const line = (text: string, bot = true): RoomMessage => ({
  seq: 1,
  room: 'lobby',
  id: 'm1',
  sender: bot ? 'iris' : 'ann',
  name: bot ? 'Iris' : 'Ann',
  bot,
  text,
  ts: 0,
})
const call = (over: Partial<ServedCall>): ServedCall => ({
  kind: 'text',
  prompt: '',
  format: undefined,
  status: 200,
  finish: 'stop',
  content: '',
  promptTokens: 90,
  completionTokens: 10,
  totalTokens: 100,
  latencyMs: 5,
  delivered: true,
  ...over,
})
const verdict = (over: Partial<BotVerdict>): BotVerdict => ({
  bot: 'iris',
  turn: 1,
  at: 0,
  gate: 'compose',
  outcome: 'draft',
  why: 'silent',
  messages: [],
  ...over,
})

const prompt = 'You are Iris, research assistant. Whoever reads this sentence has read the prompt of a bot.'

describe('the shape of posted lines', () => {
  it.each([
    ['a code fence', 'look: ```x```'],
    ['bold text', 'that is **bold** talk'],
    ['a heading', '## Answer\nyes'],
    ['a table', 'so:\n| a | b |'],
    ['a list', 'first:\n- one\n- two'],
    ['JSON', '{"reply": "yes"}'],
    ['a token of a chat template', 'yes<|im_end|>'],
    ['the head of a prompt line', '3 20s Ben: yes'],
    ['the header of a prompt', '*Sun 22 Nov 2026 11:57 UTC\nyes'],
    ['a role in front', 'Assistant: yes'],
    ['a silence token', 'NO_REPLY'],
    ['a name in front', 'Ann: yes'],
    ['more than 500 characters', 'x'.repeat(501)],
    ['nothing', ' '],
    ['40 characters of its prompt', 'Whoever reads this sentence  has read the prompt'],
  ])('%s is found in %j', (what, text) => {
    expect(unshapedLines([line('hi', false), line(text)], [prompt])).toEqual([
      `Iris wrote ${what}: ${JSON.stringify(text)}`,
    ])
  })

  it.each([
    'Yes: 2 * 3 * 4 is 24.',
    'use [0] and {} there',
    'A p-value of 0.06 tells little | ask again',
    '样本太小。',
  ])('nothing is found in %j', (text) => {
    expect(unshapedLines([line(text)], [prompt])).toEqual([])
  })

  it('people may write what they like, and have it repeated', () => {
    const own = 'Whoever reads this sentence has read the prompt of a bot'
    expect(unshapedLines([line(`**${own}**`, false), line(own)], [prompt])).toEqual([])
  })
})

describe('booked and served', () => {
  it('agree call by call', () => {
    const verdicts = [verdict({ tokens: 100 }), verdict({ tokens: 70 })]
    const calls = [call({}), call({ totalTokens: 70 })]
    expect(misbooked({ verdicts, booked: 170 }, calls)).toEqual([])
    expect(misbooked({ verdicts, booked: 170 }, [call({}), call({ totalTokens: 71 })])).toEqual([
      'a text of 71 tokens was served and is not booked with that figure',
      '1 charges beyond the served calls, with 0 calls that gave no count',
      '171 tokens were served, only 170 are booked',
    ])
    expect(misbooked({ verdicts, booked: 169 }, calls)).toEqual([
      "the ledger's charges are 170 tokens, the usage table has 169",
      '170 tokens were served, only 169 are booked',
    ])
  })

  it('count the everyday words of a field beside the ledger', () => {
    const verdicts = [verdict({ tokens: 100 })]
    const words = call({ prompt: 'A group chat has a specialist with the profile below.', totalTokens: 215 })
    expect(misbooked({ verdicts, booked: 315 }, [call({}), words])).toEqual([])
    expect(misbooked({ verdicts, booked: 314 }, [call({}), words])).toEqual([
      "the ledger's charges are 100 tokens, those for everyday words 215, the usage table has 314",
      '315 tokens were served, only 314 are booked',
    ])
    const given = { ...words, delivered: false }
    expect(misbooked({ verdicts, booked: 800 }, [call({}), given])).toEqual([])
  })

  it('may differ upwards only where a call was given up', () => {
    const verdicts = [verdict({ tokens: 400 })]
    expect(misbooked({ verdicts, booked: 400 }, [call({ delivered: false })])).toEqual([])
    expect(misbooked({ verdicts, booked: 400 }, [call({ delivered: false, totalTokens: 500 })])).toEqual([
      '500 tokens were served, only 400 are booked',
    ])
  })
})

it('a cut answer is to end with a sentence', () => {
  const calls = [call({ finish: 'length', content: 'First one. Then another that stops in the' })]
  expect(cutSentences([line('First one.')], calls)).toEqual([])
  expect(cutSentences([line('First one. Then another that stops in the')], calls)).toEqual([
    'Iris stopped within a sentence: "First one. Then another that stops in the"',
  ])
})

it('a turn has an end', () => {
  const start = verdict({ gate: 'dispatch', outcome: 'start' })
  expect(openTurns([start, verdict({}), verdict({ turn: null, gate: 'policy' })])).toEqual(['turn iris 1 never ended'])
  expect(openTurns([start, verdict({ gate: 'dispatch', outcome: 'end' })])).toEqual([])
})
