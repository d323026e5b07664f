// What a run comes to when its answer is of no use, is called off, or has to wait (A5, A11, S4, T5).
import { expect, test } from 'vitest'
import { answerOf, type Script } from '../fakes/group-life.ts'
import { call, calls, lifeWith, mention, rights } from '../fakes/run-life.ts'

/** It is detached after 20 s, and answers `afterMs` after it was asked for. */
const ending = (answer: object, afterMs = 40_000): Script => ({
  compose: (n) =>
    n === 1
      ? calls(call('1.0'))
      : { outcome: { output: { ...answerOf('x').answer, text: `answer ${n}`, tokens: 150 } }, afterMs: 1_000 },
  think: () => {
    const thought = answerOf('It is done.')
    return { outcome: { output: { ...thought, answer: { ...thought.answer, ...answer }, tokens: 400 } }, afterMs }
  },
})
const notice = 'I am looking into it.'
const textsOf = (life: ReturnType<typeof lifeWith>): unknown[] => life.sent().map(([, text]) => text)

test.each([
  ['inline', 1_000, []],
  ['late', 40_000, [notice]],
])('a blank answer, %s, is told and not sent', (_, afterMs, sent) => {
  const life = lifeWith(ending({ text: ' ' }, afterMs))
  life.say(1_000, mention)
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual(sent)
  expect(life.verdicts.find(({ gate, why }) => gate === 'work' && why === 'emptyReply')).toMatchObject({
    outcome: 'answered',
  })
  expect(life.state()).toMatchObject({ work: 'idle', turn: 'idle' })
})

test('what was said before is pointed at, in a turn of its own, too (T5)', () => {
  const life = lifeWith(ending({ similarity: 1 }))
  life.say(1_000, mention)
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual([notice, '👆'])
})

test('who asked calls off an answer that waits for the budget', () => {
  const shortWindow = { durationMs: 300_000, maxMessages: 1, maxTokens: 20_000 }
  const life = lifeWith(ending({}), {}, { limits: { shortWindow } })
  life.say(1_000, mention)
  life.host.runUntil(100_000)
  expect(life.state()).toMatchObject({ work: 'reporting' })
  life.say(100_000, { ...mention, wish: 'stop' })
  life.host.runUntil(600_000)
  expect(textsOf(life)).toEqual([notice])
  expect(life.at('work', 'stopped').map(({ at }) => at)).toEqual([100_000])
})

test('in a chat of two an answer right after the notice is sent', () => {
  const life = lifeWith(ending({}, 21_000), { oneToOne: true })
  life.say(1_000, mention)
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual([notice, 'It is done.'])
})

test('talk that nobody asked for is not taken early because an answer waits for less than its cooldown (D3)', () => {
  const life = lifeWith(ending({}, 21_500))
  life.say(1_000, mention)
  life.say(22_050, { sender: 'ben', question: true, relevance: 1 })
  life.host.runUntil(400_000)
  const starts = life.at('dispatch', 'start').map(({ why }) => why)
  expect(starts.slice(0, 2)).toEqual(['mentioned', 'runReported'])
})

test('a run that is called off charges the call under way, and bills who asked (U3, U4)', () => {
  const life = lifeWith(ending({}, 50_000), { limitsPersons: true })
  life.say(1_000, mention)
  life.say(30_000, { ...mention, wish: 'stop' })
  life.host.runUntil(60_000)
  const [stopped] = life.at('work', 'stopped')
  expect(stopped?.tokens).toBeGreaterThan(rights.run.maxOutputTokens)
  expect(stopped?.askers).toEqual(['web:ann'])
  expect(life.asks('think')).toMatchObject([{ askers: ['web:ann'] }])
})
