// The line that a judgement names is the one that is answered, and its reason is what the ledger shows (I2).
import { describe, expect, test } from 'vitest'
import type { ComposeInput, DecideInput, DeliverInput } from '../../machines/group/children.ts'
import { groupLife, inputWith, no, yes } from '../fakes/group-life.ts'

const open = inputWith({ decision: { relevanceFloor: { DORMANT: 0, COOLING: 0, ACTIVE: 0, HEATED: 0 } } })

test('the reply, its judgement before sending, and what it replies to follow the named line', () => {
  const life = groupLife(open, { decide: () => ({ outcome: { output: { ...yes, line: 'a' } }, afterMs: 500 }) })
  life.say(1_000, { id: 'a', relevance: 1 })
  life.say(2_000, { id: 'b', sender: 'bo', relevance: 1 })
  life.host.runUntil(7_000)
  // Enough of others to judge the draft again (L4).
  for (let n = 0; n < 9; n += 1) life.say(7_000 + n, { id: `later ${n}`, sender: 'cy', relevance: 0 })
  life.host.runUntil(60_000)
  const inputs = (src: string) => life.asked.filter((each) => each.src === src).map(({ input }) => input)
  const [composed, judged, delivered] = ['compose', 'rejudge', 'deliver'].map((src) => inputs(src)[0])
  expect((composed as ComposeInput).targets).toEqual(['a'])
  expect((judged as DecideInput).targets).toEqual(['a'])
  expect((delivered as DeliverInput).replyTo).toBe('a')
})

test('a line that has waited since before the batch is answered as the judgement names it', () => {
  const life = groupLife(open, {
    decide: () => ({ outcome: { output: { ...yes, line: 'of long ago' } }, afterMs: 500 }),
  })
  life.say(1_000, { id: 'a', relevance: 1 })
  life.host.runUntil(60_000)
  const inputs = (src: string) => life.asked.filter((each) => each.src === src).map(({ input }) => input)
  expect((inputs('compose')[0] as ComposeInput).targets).toEqual(['of long ago'])
  expect((inputs('deliver')[0] as DeliverInput).replyTo).toBe('of long ago')
})

describe('a verdict says why', () => {
  const whyOf = (decision: typeof no) => {
    const life = groupLife(open, { decide: () => ({ outcome: { output: decision }, afterMs: 500 }) })
    life.say(1_000, { relevance: 1 })
    life.host.runUntil(60_000)
    return life.at('decide').map(({ outcome, why, reason }) => [outcome, why, reason])[0]
  }
  test.each([
    [{ ...no, reason: 'Ann answered it' }, ['skip', 'modelDeclines', 'Ann answered it']],
    [{ ...no, reason: '' }, ['skip', 'modelDeclines', undefined]],
    [{ ...yes, reason: '' }, ['reply', 'modelWants', undefined]],
  ])('%j', (decision, why) => {
    expect(whyOf(decision)).toEqual(why)
  })
})
