// The worked examples of the P0 and P1 designs, with exact times.
import { expect, test } from 'vitest'
import { groupLife, inputWith, no } from '../fakes/group-life.ts'

test('P0: batches at 0, 5, 12 and 55 s are dispatched at 0, 48 and 90 s with a cooldown of 30 s (D1–D3)', () => {
  const durations = [18_000, 12_000, 1_000]
  const life = groupLife(inputWith({ batching: { intervalMs: 0 }, decision: { modelTimeoutMs: 60_000 } }), {
    decide: (n) => ({ outcome: { output: no }, afterMs: durations[n - 1] ?? 0 }),
  })
  life.batch(0, 1)
  life.batch(1, 2)
  life.batch(5_000, 2)
  life.batch(12_000, 4)
  life.batch(55_000, 1)
  life.host.runOut()
  const turns = life.at('dispatch').map(({ at, outcome, messages }) => ({ at, outcome, size: messages.length }))
  expect(turns).toEqual([
    { at: 0, outcome: 'start', size: 1 },
    { at: 18_000, outcome: 'end', size: 0 },
    { at: 48_000, outcome: 'start', size: 8 },
    { at: 60_000, outcome: 'end', size: 0 },
    { at: 90_000, outcome: 'start', size: 1 },
    { at: 91_000, outcome: 'end', size: 0 },
  ])
})

test('P0: the same with three messages in the first batch and the default buffer: every dispatch 3 s after its batch', () => {
  const durations = [18_000, 12_000, 1_000]
  const life = groupLife(inputWith({ decision: { modelTimeoutMs: 60_000 } }), {
    decide: (n) => ({ outcome: { output: no }, afterMs: durations[n - 1] ?? 0 }),
  })
  life.batch(0, 3)
  life.batch(5_000, 2)
  life.batch(12_000, 4)
  life.batch(55_000, 1)
  life.host.runOut()
  const turns = life.at('dispatch').map(({ at, outcome, messages }) => ({ at, outcome, size: messages.length }))
  expect(turns).toEqual([
    { at: 3_000, outcome: 'start', size: 3 },
    { at: 21_000, outcome: 'end', size: 0 },
    { at: 51_000, outcome: 'start', size: 6 },
    { at: 63_000, outcome: 'end', size: 0 },
    { at: 93_000, outcome: 'start', size: 1 },
    { at: 94_000, outcome: 'end', size: 0 },
  ])
})

test('P1: batches at 0, 1, 2 s and a mention at 2.5 s become one dispatch of ten messages at 2.5 s (B2)', () => {
  const life = groupLife()
  life.batch(0, 3)
  life.batch(1_000, 2)
  life.batch(2_000, 4)
  life.batch(2_500, 1, { mentioned: true })
  expect(life.at('dispatch', 'start').map(({ at, messages, why }) => ({ at, messages, why }))).toEqual([
    { at: 2_500, messages: ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10'], why: 'mentioned' },
  ])
  expect(life.at('buffer').map(({ at, why, numbers }) => ({ at, why, numbers }))).toEqual([
    { at: 2_500, why: 'mentioned', numbers: { size: 10, waitedMs: 2_500 } },
  ])
})

test('P1: a mention during a dispatch waits for its end and the mention floor, not for the cooldown (B3, B4)', () => {
  const life = groupLife(inputWith(), { compose: () => ({ outcome: { output: silent }, afterMs: 5_000 }) })
  life.batch(0, 1, { mentioned: true })
  life.batch(2_000, 1, { mentioned: true })
  life.host.runUntil(60_000)
  expect(life.at('dispatch').map(({ at, outcome }) => `${at} ${outcome}`)).toEqual([
    '0 start',
    '5000 end',
    '8000 start',
    '13000 end',
  ])
})

const silent = { text: '', silent: true, type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 10 }
