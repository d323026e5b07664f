// Where a room says that a bot is out of budget, and which signs stand on messages.
import { expect, test } from 'vitest'
import { signsOf } from '../../src/outcomes/signs.ts'
import { spentBudgets } from '../../src/outcomes/spent-budget.ts'
import { verdict } from '../visualizer/tape.ts'

const start = verdict('dispatch', 'start', { at: 1_000, messages: ['m1', 'm2'] })
const hold = verdict('budget', 'hold', { at: 1_000, messages: ['m1'], numbers: { waitMs: 60_000 } })
const skip = verdict('budget', 'skip', { turn: 2, at: 2_000, numbers: { freesInMs: 90_000 } })

test('a spent window is told after the newest message that met it, until it frees', () => {
  expect(spentBudgets([start, hold])).toEqual([{ message: 'm1', until: 61_000, ofOnePerson: false }])
  expect(spentBudgets([{ ...start, turn: 2 }, skip])).toEqual([{ message: 'm2', until: 92_000, ofOnePerson: false }])
})

test('further messages that meet the same spent window move its end alone; a later one is told anew', () => {
  const again = verdict('budget', 'skip', { turn: 3, at: 93_000, messages: ['m9'], numbers: { freesInMs: 1_000 } })
  expect(spentBudgets([start, hold, skip, again])).toEqual([
    { message: 'm1', until: 92_000, ofOnePerson: false },
    { message: 'm9', until: 94_000, ofOnePerson: false },
  ])
})

test('answers that are spread over a window, and a sign, say nothing of a spent one', () => {
  const spread = verdict('budget', 'hold', { messages: ['m1'], numbers: { waitMs: 5_000, pauseMs: 5_000 } })
  expect(spentBudgets([start, spread, verdict('budget', 'sign', { messages: ['m1'] })])).toEqual([])
})

test('one person’s share is told as such, and so is an answer that no window is large enough for', () => {
  const share = verdict('budget', 'skip', { messages: ['m1'], numbers: { share: 0.5 } })
  expect(spentBudgets([share])).toEqual([{ message: 'm1', until: undefined, ofOnePerson: true }])
})

test('a sign stands on its message until the turn is answered', () => {
  const sign = verdict('budget', 'sign', { at: 1_500, messages: ['m1', 'm2'] })
  expect(signsOf([start, hold, sign])).toEqual([
    { message: 'm1', at: 1_500 },
    { message: 'm2', at: 1_500 },
  ])
  expect(signsOf([start, hold, sign, verdict('send', 'sent', { messages: ['m1'] })])).toEqual([])
})
