// Why a bot spoke or stayed silent, in one sentence of each language.
import { expect, test } from 'vitest'
import { sentenceOf } from '../../src/outcomes/sentence.ts'
import { storyOf, type StoryStep } from '../../src/outcomes/story.ts'
import { heard, step, verdict } from '../visualizer/tape.ts'

const lines = new Map([
  ['m1', { name: 'Ann', text: 'lunch?', at: 1_000 }],
  [
    'm2',
    { name: 'Ben', text: 'Iris, which of the papers on sleep and coffee is the best one to begin with?', at: 2_000 },
  ],
])

function sentences(steps: readonly StoryStep[], message?: string): string[] {
  const story = storyOf(steps, message === undefined ? { turn: 1 } : { message })
  if (!story) throw new Error('the steps tell it')
  return (['en', 'zh'] as const).map((lang) =>
    sentenceOf(story, message, {
      lang,
      bot: 'Iris',
      line: (id) => lines.get(id),
      clock: (at) => new Date(at).toISOString().slice(11, 19),
      windowMs: (window) => ({ short: 300_000, medium: 10_800_000, long: 86_400_000 })[window],
    }),
  )
}

const start = verdict('dispatch', 'start', { messages: ['m1', 'm2'], at: 3_000 })
const end = verdict('dispatch', 'end', { at: 9_000, why: 'silent' })

test('a reply names the message that it answers, and when', () => {
  const sent = verdict('send', 'sent', { messages: ['m2'], at: 8_000, numbers: { type: 'normal' } })
  const steps = [step(3, { verdicts: [start, sent, end] })]
  expect(sentences(steps, 'm2')).toEqual([
    "Iris answered Ben's “Iris, which of the papers on sleep and coffee is the best…” after 6 s",
    'Iris 在 6 秒后回复了 Ben 的“Iris, which of the papers on sleep and coffee is the best…”',
  ])
  expect(sentences(steps)).toEqual(sentences(steps, 'm2'))
  expect(sentences(steps, 'm1')).toEqual([
    "Iris read it with Ben's “Iris, which of the papers on sleep and coffee is the best…”, which it answered",
    'Iris 把它和 Ben 的“Iris, which of the papers on sleep and coffee is the best…”一起读了，回复的是后者',
  ])
})

test('a sign of one emoji is a reaction; of several messages that it answers each is named', () => {
  const sent = verdict('send', 'sent', { messages: ['m1', 'm2'], at: 4_000, numbers: { type: 'reaction' } })
  expect(sentences([step(3, { verdicts: [start, sent, end] })])).toEqual([
    "Iris reacted to Ann's “lunch?”, Ben's “Iris, which of the papers on…” after 3 s",
    'Iris 在 3 秒后用表情回应了 Ann 的“lunch?”，Ben 的“Iris, which of the papers on…”',
  ])
})

test('of many messages that it answers four are named at most, the one that is asked about first; the rest is counted', () => {
  const ids = Array.from({ length: 6 }, (_, n) => `l${n}`)
  for (const [n, id] of ids.entries()) lines.set(id, { name: 'Ann', text: `${n}`, at: 1_000 })
  const opened = verdict('dispatch', 'start', { messages: ids, at: 3_000 })
  const sent = verdict('send', 'sent', { messages: ids, at: 4_000, numbers: { type: 'short' } })
  expect(sentences([step(3, { verdicts: [opened, sent, end] })], 'l5')).toEqual([
    "Iris answered Ann's “5”, Ann's “0”, Ann's “1”, Ann's “2” and 2 more after 3 s",
    'Iris 在 3 秒后回复了 Ann 的“5”，Ann 的“0”，Ann 的“1”，Ann 的“2”等 6 条',
  ])
})

test('a spent budget is told by its window, its figures and when it frees', () => {
  const numbers = { window: 'short', what: 'tokens', used: 1_800, limit: 2_000, need: 620, freesInMs: 268_000 }
  const skip = verdict('budget', 'skip', { numbers })
  expect(sentences([step(3, { verdicts: [start, skip, end] })], 'm1')).toEqual([
    'Iris stayed silent: five-minute budget, 1.8k of 2k tokens, free in 4 min 28 s',
    'Iris 没有回复：5 分钟预算，已用 1.8k / 2k token，4 分 28 秒后释放',
  ])
  const hold = verdict('budget', 'hold', { messages: ['m2'], at: 3_000, numbers: { ...numbers, waitMs: 268_000 } })
  expect(sentences([step(3, { verdicts: [start, hold] })], 'm2')).toEqual([
    'Iris waits for the budget until 00:04:31: five-minute budget, 1.8k of 2k tokens',
    'Iris 在等预算，到 00:04:31：5 分钟预算，已用 1.8k / 2k token',
  ])
})

test('a model that failed says so in words, and what waits or is under way says where it stands', () => {
  const failed = verdict('decide', 'failed', {
    why: 'unauthorized',
    numbers: { server: 'openai', host: 'api.example.com', status: 401 },
  })
  expect(sentences([step(3, { verdicts: [start, failed, end] })])).toEqual([
    'Iris could not answer: openai at api.example.com rejected the API key (401): check the key of this model',
    'Iris 无法回复：api.example.com 不认 API 密钥（401）：检查这个模型的密钥',
  ])
  expect(sentences([heard(1, 'm1')], 'm1')).toEqual([
    'Iris collects what is said next before it reads',
    'Iris 先等后面的话，再一起读',
  ])
  const deciding = ['group.turn.dispatching', 'group.turn.dispatching.deciding']
  expect(sentences([step(3, { verdicts: [start], active: deciding })])).toEqual([
    'Iris is deciding whether to answer',
    'Iris 正在判断要不要回复',
  ])
})

test('what the queue gave up was never read', () => {
  const drop = verdict('dispatch', 'drop', { turn: null, messages: ['m1'], why: 'queueFull' })
  expect(sentences([heard(1, 'm1'), step(2, { verdicts: [drop] })], 'm1')[0]).toBe(
    'Iris dropped it unread: the queue is full',
  )
})

test('the answer to a command is an answer, beside all turns', () => {
  const command = { turn: null, messages: ['m1'] }
  const taken = verdict('control', 'command', { ...command, at: 1_000, why: 'commandTaken' })
  const answered = verdict('control', 'answered', { ...command, at: 1_300, why: 'commandAnswered' })
  expect(sentences([heard(1, 'm1'), step(2, { verdicts: [taken] }), step(3, { verdicts: [answered] })], 'm1')).toEqual([
    "Iris answered Ann's “lunch?” after 300 ms",
    'Iris 在 300 毫秒后回复了 Ann 的“lunch?”',
  ])
})
