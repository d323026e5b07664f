// What an operator allows an actor, read off its standing, and how the page tells it.
import { expect, test } from 'vitest'
import { silencesOf, stageOf } from '../../visualizer/control/standing.ts'
import { reasonOf } from '../../visualizer/why/reason.ts'
import { zh } from '../../visualizer/words-zh.ts'
import { en } from '../../visualizer/words-en.ts'
import { verdict } from './tape.ts'

test.each([
  ['free', {}, []],
  ['muted', { muted: true }, ['muted']],
  ['muted', {}, ['muted']],
  ['paused', {}, ['paused']],
  ['paused', { muted: true }, ['paused', 'muted']],
] as const)('in %s with %o it is kept silent by %o', (state, more, silences) => {
  expect(silencesOf({ active: ['group.control', `group.control.${state}`], ...more })).toEqual(silences)
})

test.each([
  ['idle', undefined],
  ['deferring', undefined],
  ['awaitingBudget.held', 'waiting'],
  ['declining', 'waiting'],
  ['dispatching.checking', 'unwritten'],
  ['dispatching.deciding', 'unwritten'],
  ['dispatching.composing', 'writing'],
  ['delaying.pausing', 'written'],
  ['rejudging', 'judged'],
  ['sending.delivering', undefined],
  ['sending.backingOff', 'undelivered'],
  ['cooling.resting', undefined],
])('in %s a drop would end a reply that is %s', (state, stage) => {
  const parts = state.split('.')
  const active = parts.map((_, i) => `group.turn.${parts.slice(0, i + 1).join('.')}`)
  expect(stageOf(['group.turn', ...active])).toBe(stage)
})

test('an order is told by what it did, a silent turn by its reason', () => {
  const order = verdict('control', 'muted', { turn: null, why: 'byOperator' })
  const silent = verdict('control', 'skip', { why: 'operatorSilenced' })
  const other = verdict('policy', 'skip', { why: 'mentionsOnly' })
  const told = [order, silent, other].map((one) => [reasonOf(one, en), reasonOf(one, zh)])
  expect(told).toEqual([
    ['muted by an operator', '由操作员静音'],
    ['operatorSilenced', '操作员让它沉默'],
    ['mentionsOnly', '只回应提到它的消息'],
  ])
})
