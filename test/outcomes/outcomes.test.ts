// What became of each message, read off the steps of a bot.
import { expect, test } from 'vitest'
import { outcomeOf, outcomesOf } from '../../src/outcomes/outcomes.ts'
import { heard, step, verdict } from '../visualizer/tape.ts'

const start = verdict('dispatch', 'start', { messages: ['m1', 'm2'], why: 'batchReady' })

test('a message waits from the moment the bot hears it', () => {
  expect(outcomesOf([heard(1, 'm1')])).toEqual(new Map([['m1', { kind: 'waiting', gate: 'buffer' }]]))
})

test('all messages of a batch share the outcome of its turn', () => {
  const skipped = verdict('relevance', 'skip', { why: 'notRelevantEnough' })
  const end = verdict('dispatch', 'end', { why: 'silent' })
  const outcome = { kind: 'skipped', gate: 'relevance', why: 'notRelevantEnough', turn: 1 }
  const steps = [heard(1, 'm1'), heard(2, 'm2'), step(3, { verdicts: [start, skipped, end] })]
  expect(outcomesOf(steps)).toEqual(
    new Map([
      ['m1', outcome],
      ['m2', outcome],
    ]),
  )
})

test('a turn that goes on is work, one that was sent an answer', () => {
  const decided = step(3, { verdicts: [start, verdict('decide', 'speak', { why: 'modelWants' })] })
  const sent = step(4, { verdicts: [verdict('send', 'sent', { why: 'delivered' })] })
  expect(outcomesOf([decided]).get('m2')).toEqual({ kind: 'working', gate: 'decide', why: 'modelWants', turn: 1 })
  expect(outcomesOf([decided, sent]).get('m2')).toEqual({
    kind: 'answered',
    gate: 'send',
    why: 'delivered',
    turn: 1,
  })
})

test('the message that a reply answers is answered, the others of its batch were read with it', () => {
  const sent = verdict('send', 'sent', { why: 'delivered', messages: ['m2'] })
  const end = verdict('dispatch', 'end', { why: 'replied' })
  const last = { gate: 'send', why: 'delivered', turn: 1 }
  expect(outcomesOf([step(3, { verdicts: [start, sent, end] })])).toEqual(
    new Map([
      ['m1', { kind: 'readWith', ...last, with: 'm2' }],
      ['m2', { kind: 'answered', ...last }],
    ]),
  )
})

test('a reply may answer a message that an earlier turn passed over', () => {
  const skipped = [verdict('dispatch', 'start', { messages: ['m0'] }), verdict('relevance', 'skip')]
  const later = verdict('dispatch', 'start', { turn: 2, messages: ['m1'] })
  const sent = verdict('send', 'sent', { turn: 2, messages: ['m0'] })
  const outcomes = outcomesOf([step(1, { verdicts: skipped }), step(2, { verdicts: [later, sent] })])
  expect([...outcomes].map(([id, { kind, turn }]) => [id, kind, turn])).toEqual([
    ['m0', 'answered', 2],
    ['m1', 'readWith', 2],
  ])
})

test('a request that is held waits at the budget, and its sign changes nothing', () => {
  const hold = verdict('budget', 'hold', { messages: ['m1'], why: 'budgetSpent' })
  const sign = verdict('budget', 'sign', { messages: ['m1'] })
  expect(outcomesOf([step(3, { verdicts: [start, hold, sign] })]).get('m1')).toEqual({
    kind: 'waiting',
    gate: 'budget',
    why: 'budgetSpent',
    turn: 1,
  })
})

test('what the queue drops was skipped, and the own word is no question', () => {
  const drop = verdict('dispatch', 'drop', { turn: null, messages: ['m1'], why: 'queueFull' })
  const outcomes = outcomesOf([step(1, { verdicts: [drop] }), heard(2, 'm2', 'self')])
  expect(outcomes.get('m1')).toEqual({ kind: 'skipped', gate: 'dispatch', why: 'queueFull' })
  expect(outcomes.get('m2')).toEqual({ kind: 'own', gate: 'own' })
})

test('a repeated delivery leaves the outcome as it was', () => {
  const again = verdict('duplicate', 'duplicate', { turn: null, messages: ['m1'] })
  expect(outcomesOf([heard(1, 'm1'), step(2, { verdicts: [again] })]).get('m1')?.kind).toBe('waiting')
})

test('what a bot never met was context, unless it lies before what is loaded', () => {
  expect(outcomeOf(undefined, 5_000, 1_000)).toBe('context')
  expect(outcomeOf(undefined, 500, 1_000)).toBe(undefined)
  expect(outcomeOf({ kind: 'answered', gate: 'send' }, 500, 1_000)).toBe('answered')
})

test('a command is under way until its answer is posted, or is not; one too many is not done', () => {
  const told = (outcome: string, why: Parameters<typeof verdict>[2] & object) =>
    verdict('control', outcome, { turn: null, messages: ['m1'], ...why })
  const after = (...verdicts: ReturnType<typeof told>[]) =>
    outcomesOf([heard(1, 'm1'), step(2, { verdicts })]).get('m1')?.kind
  const taken = told('command', { why: 'commandTaken' })
  expect([
    after(taken),
    after(taken, told('answered', { why: 'commandAnswered' })),
    after(taken, told('failed', { why: 'commandFailed' })),
    after(told('command', { why: 'commandsFull' })),
  ]).toEqual(['working', 'answered', 'failed', 'skipped'])
})
