// What an operator allows an actor, read off its standing, and how the page tells it.
import { expect, test } from 'vitest'
import { silencesOf, stageOf } from '../../visualizer/control/standing.ts'

test.each([
  ['free', {}, []],
  ['muted', { muted: true }, ['muted']],
  ['muted', {}, ['muted']],
  ['paused', {}, ['paused']],
  ['paused', { muted: true }, ['paused', 'muted']],
  ['free', { paused: true }, ['paused']],
  ['muted', { paused: true }, ['paused', 'muted']],
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
