// What happens while a turn is busy with something else.
import { expect, test } from 'vitest'
import { groupLife, inputWith } from '../fakes/group-life.ts'

/** A life in which a draft that waits so long, ms, is dropped when it is judged again. */
const answered = (pauseMs: number, intervalMs = 0) =>
  groupLife(inputWith({ batching: { intervalMs }, delay: { fastMs: [pauseMs, pauseMs] } }), {
    rejudge: () => ({
      outcome: { output: { want: false, reason: 'said', type: 'short', hint: 'fast', verdict: 'drop', tokens: 50 } },
      afterMs: 500,
    }),
  })

test('a peer who answers while the reply is being written has the draft judged again (L3)', () => {
  const life = answered(2_000)
  life.say(0, { asked: 'followUp' })
  life.say(1_000, { kind: 'peer', sender: 'rex' })
  life.host.runUntil(10_000)
  expect(life.asked.map(({ at, src }) => [at, src])).toEqual([
    [0, 'decide'],
    [500, 'compose'],
    [3_500, 'rejudge'],
  ])
  expect(life.at('dispatch', 'end').map(({ at, why }) => [at, why])).toEqual([[4_000, 'silent']])
})

test('a peer who answers while the model decides has the draft judged again, too (L3)', () => {
  const life = answered(2_000)
  life.say(0, { asked: 'followUp' })
  life.say(300, { kind: 'peer', sender: 'rex' })
  life.host.runUntil(10_000)
  expect(life.asked.map(({ at, src }) => [at, src])).toEqual([
    [0, 'decide'],
    [500, 'compose'],
    [3_500, 'rejudge'],
  ])
  expect(life.at('dispatch', 'end').map(({ at, why }) => [at, why])).toEqual([[4_000, 'silent']])
})

test('a peer whose answer still lies in the buffer when the turn begins has the draft judged again (L3)', () => {
  const life = answered(4_000, 3_000)
  // The first turn ends at 5 100, and the cooldown at 35 100.
  life.say(0, { mentioned: true })
  life.say(20_000, { id: 'question' })
  life.say(35_000, { id: 'answer', kind: 'peer', sender: 'rex' })
  life.host.runUntil(60_000)
  expect(life.at('dispatch', 'start').map(({ at, messages }) => [at, messages])).toEqual([
    [0, ['m1']],
    [35_100, ['question']],
  ])
  expect(life.at('rejudge').map(({ at, outcome }) => [at, outcome])).toEqual([[41_100, 'drop']])
})

test('a batch whose answer would expire costs no call (L6)', () => {
  const life = groupLife()
  life.say(1_000_000, { ts: 600_000, mentioned: true })
  life.host.runUntil(1_100_000)
  expect(life.asked).toEqual([])
  expect(life.at('delay').map(({ outcome, why }) => [outcome, why])).toEqual([
    ['skip', 'what it would answer is too old'],
  ])
})

test('what waits in the buffer goes with a mention that waited for the floor (B2, B4)', () => {
  const life = groupLife(inputWith(), {
    compose: () => ({ outcome: { error: { kind: 'refused', message: '' } }, afterMs: 1 }),
  })
  life.say(0, { mentioned: true })
  life.say(1_000, { mentioned: true })
  life.say(2_500)
  life.host.runUntil(4_000)
  expect(life.at('dispatch', 'start').map(({ at, messages }) => [at, messages])).toEqual([
    [0, ['m1']],
    [3_001, ['m2', 'm3']],
  ])
})

test('a sign waits for nobody: it is given although a peer has answered (T6)', () => {
  const life = groupLife(inputWith({ batching: { intervalMs: 0 }, delay: { fastMs: [2_000, 2_000] } }), {
    compose: () => ({
      outcome: {
        output: { text: '👍', type: 'reaction', similarity: 0, model: 'scripted', rehearsal: true, tokens: 50 },
      },
      afterMs: 500,
    }),
  })
  life.say(0, { asked: 'alone', closing: true })
  life.say(1_000, { kind: 'peer', sender: 'rex' })
  life.host.runUntil(10_000)
  expect(life.asked.map(({ src }) => src)).toEqual(['compose', 'deliver'])
})
