// Why a bot spoke or stayed silent, gate by gate, with the numbers compared.
import { expect, test } from 'vitest'
import { comparisonOf } from '../../visualizer/why/compare.ts'
import { lastTurnOf, storyOf } from '../../src/outcomes/story.ts'
import { zh } from '../../visualizer/words-zh.ts'
import { en } from '../../visualizer/words-en.ts'
import { heard, step, verdict } from './tape.ts'

const flush = verdict('buffer', 'flush', { turn: null, messages: ['m1'] })
const start = verdict('dispatch', 'start', { messages: ['m1'], at: 2_000 })
const states = (story: ReturnType<typeof storyOf>) => story?.rows.map(({ gate, state }) => `${gate} ${state}`)

test('gates without a word were passed, those behind the last one never reached', () => {
  const skip = verdict('relevance', 'skip', { at: 2_000, tokens: 7 })
  const end = verdict('dispatch', 'end', { at: 5_000, why: 'silent' })
  const story = storyOf([heard(1, 'm1'), step(2, { verdicts: [flush, start, skip, end] })], { message: 'm1' })
  expect(states(story)).toEqual([
    'buffer passed',
    'dispatch passed',
    'control passed',
    'loop passed',
    'policy passed',
    'addressee passed',
    'relevance stopped',
    'budget unreached',
    'decide unreached',
    'compose unreached',
    'delay unreached',
    'send unreached',
  ])
  expect(story).toMatchObject({ turn: 1, outcome: 'silent', tokens: 7, startedAt: 2_000, endedAt: 5_000 })
})

test('a turn under way stands at the gate that has not spoken', () => {
  const decided = verdict('decide', 'speak')
  const story = storyOf([step(2, { verdicts: [start, decided] })], { turn: 1 })
  expect(states(story)?.slice(-4)).toEqual(['decide passed', 'compose pending', 'delay unreached', 'send unreached'])
  expect(story?.outcome).toBe('working')
})

test('while a model is asked, the turn stands at its gate and the free ones are passed', () => {
  const asked = (state: string, verdicts: Parameters<typeof verdict>[0][] = []) =>
    states(
      storyOf(
        [
          step(2, {
            verdicts: [start, ...verdicts.map((gate) => verdict(gate, 'reply'))],
            active: ['group.turn', 'group.turn.dispatching', `group.turn.dispatching.${state}`],
          }),
        ],
        { turn: 1 },
      ),
    )?.slice(-5)
  const behind = ['delay unreached', 'send unreached']
  expect(asked('deciding')).toEqual(['budget passed', 'decide pending', 'compose unreached', ...behind])
  expect(asked('composing')).toEqual(['budget passed', 'decide passed', 'compose pending', ...behind])
  expect(asked('composing', ['decide'])).toEqual(['budget passed', 'decide passed', 'compose pending', ...behind])
})

test('a request that is held stands at the budget, and its sign is no gate', () => {
  const hold = verdict('budget', 'hold', { messages: ['m1'] })
  const sign = verdict('budget', 'sign', { messages: ['m1'] })
  const story = storyOf([step(2, { verdicts: [start, hold, sign] })], { message: 'm1' })
  const behind = ['decide unreached', 'compose unreached', 'delay unreached', 'send unreached']
  expect(states(story)?.slice(-6)).toEqual(['relevance passed', 'budget pending', ...behind])
  expect(story?.outcome).toBe('working')
})

test('a pause that runs is where the turn stands, and a turn that started over tells its gates in order', () => {
  const paused = [start, verdict('decide', 'reply'), verdict('compose', 'draft'), verdict('delay', 'wait')]
  const first = storyOf([step(2, { verdicts: paused })], { turn: 1 })
  expect(states(first)?.slice(-3)).toEqual(['compose passed', 'delay pending', 'send unreached'])
  const restarted = [
    ...paused,
    verdict('delay', 'superseded'),
    verdict('dispatch', 'restart'),
    verdict('decide', 'reply'),
  ]
  const second = storyOf([step(2, { verdicts: restarted })], { turn: 1 })
  expect(states(second)).toEqual([
    'dispatch passed',
    'decide passed',
    'compose passed',
    'delay waited',
    'delay waited',
    'dispatch waited',
    'control passed',
    'loop passed',
    'policy passed',
    'addressee passed',
    'relevance passed',
    'budget passed',
    'decide passed',
    'compose pending',
    'delay unreached',
    'send unreached',
  ])
})

test('a bot that is kept silent stops at the first gate', () => {
  const skip = verdict('control', 'skip')
  const end = verdict('dispatch', 'end')
  const story = storyOf([step(2, { verdicts: [start, skip, end] })], { turn: 1 })
  expect(states(story)?.slice(0, 3)).toEqual(['dispatch passed', 'control stopped', 'loop unreached'])
})

test('a turn that an operator ends stops where it stood, behind all that it passed', () => {
  const drop = (active: string[]) => [
    step(2, { verdicts: [start], active }),
    step(3, { event: { type: 'operator.drop' }, verdicts: [verdict('control', 'skip'), verdict('dispatch', 'end')] }),
  ]
  const deciding = storyOf(drop(['group.turn.dispatching', 'group.turn.dispatching.deciding']), { turn: 1 })
  expect(states(deciding)).toEqual([
    'dispatch passed',
    'control passed',
    'loop passed',
    'policy passed',
    'addressee passed',
    'relevance passed',
    'budget passed',
    'control stopped',
    'decide unreached',
    'compose unreached',
    'delay unreached',
    'send unreached',
  ])
  const sending = storyOf(drop(['group.turn.sending', 'group.turn.sending.backingOff']), { turn: 1 })
  expect(states(sending)?.slice(-3)).toEqual(['delay passed', 'control stopped', 'send unreached'])
})

test('a message that no turn has taken waits', () => {
  expect(storyOf([heard(1, 'm1')], { message: 'm1' })?.outcome).toBe('waiting')
  expect(storyOf([heard(1, 'm1')], { message: 'm9' })).toBe(undefined)
})

test('the own word is told as the turn that said it', () => {
  const steps = [step(2, { verdicts: [start] }), heard(3, 'r1', 'self')]
  expect(storyOf(steps, { message: 'r1' })).toMatchObject({ turn: 1, messages: ['m1'] })
  expect(storyOf([heard(3, 'r1', 'self')], { message: 'r1' })?.outcome).toBe('own')
})

test('the last turn is the newest that began', () => {
  const later = verdict('dispatch', 'start', { turn: 2, messages: ['m2'] })
  expect(lastTurnOf([step(1, { verdicts: [start] }), step(2, { verdicts: [later] }), step(3)])).toBe(2)
  expect(lastTurnOf([step(1)])).toBe(undefined)
})

test('relevance is compared with its threshold', () => {
  const numbers = { relevance: 0.31, threshold: 0.5 }
  expect(comparisonOf(verdict('decide', 'skip', { numbers }), [], en)).toBe('0.31 < 0.50')
  expect(comparisonOf(verdict('decide', 'speak', { numbers: { ...numbers, relevance: 0.6 } }), [], en)).toBe(
    '0.60 ≥ 0.50',
  )
})

test('a spent budget says which window, how much, and when it frees', () => {
  const short = {
    window: 'short',
    durationMs: 300_000,
    messages: 5,
    maxMessages: 5,
    tokens: 0,
    maxTokens: 2_000,
  } as const
  const numbers = {
    window: 'short',
    what: 'messages',
    used: 5,
    limit: 5,
    need: 1,
    freesInMs: 41_000,
    path: 'decide',
  }
  const spent = verdict('budget', 'skip', { numbers })
  expect(comparisonOf(spent, [short], en)).toBe('5m 5/5 messages, frees in 41 s · before Decide')
  expect(comparisonOf(spent, [short], zh)).toBe('5m 5/5 条消息，41 秒后释放 · 意图之前')
  const share = verdict('budget', 'hold', { numbers: { ...numbers, used: 2, limit: 2, share: 0.33 } })
  expect(comparisonOf(share, [short], en)).toBe('5m 2/2 messages, one person’s share, frees in 41 s · before Decide')
  expect(comparisonOf(share, [short], zh)).toBe('5m 2/2 条消息，一个人的份额，41 秒后释放 · 意图之前')
})

test('a back-off and a turn that starts over are told in the language of the page', () => {
  const wait = verdict('backoff', 'wait', { turn: null, numbers: { waitMs: 15_000, skipsInARow: 2 } })
  expect([en, zh].map((words) => comparisonOf(wait, [], words))).toEqual([
    '15 s · Skips in a row 2',
    '15 秒 · 连续未发言 2',
  ])
  const again = verdict('dispatch', 'restart', { numbers: { size: 2, merged: 1 } })
  expect([en, zh].map((words) => comparisonOf(again, [], words))).toEqual(['2 messages', '2 条消息'])
})

test('numbers that have no form of their own keep their names', () => {
  const told = verdict('delay', 'superseded', { numbers: { expiredMs: 3_000, moved: 2 } })
  expect(comparisonOf(told, [], en)).toBe('expired 3 s · moved 2')
  expect(comparisonOf(verdict('policy', 'skip'), [], en)).toBe('')
})

test('a draft that was judged again says whether it went as it was, shorter, or not at all', () => {
  const judged = (outcome: string) =>
    comparisonOf(verdict('rejudge', outcome, { why: 'modelSends', numbers: { moved: 4 } }), [], en)
  expect(['send', 'shorten', 'drop'].map(judged)).toEqual(['send · moved 4', 'shorten · moved 4', 'drop · moved 4'])
})
