// The note of a group is renewed beside the turns: when enough was said, within the budget, and once at a time.
import { expect, test } from 'vitest'
import type { NoteOutput } from '../../machines/group/children.ts'
import { groupLife, inputWith, type Overrides, type Script } from '../fakes/group-life.ts'

const noted: NoteOutput = { text: 'Ben brings the cake', changed: true, upto: 1, generation: 0, tokens: 90 }
const answer = (output: NoteOutput) => () => ({ outcome: { output }, afterMs: 500 })

/** A group where the bot answers mentions alone. */
const life = (memory: Overrides['memory'] = {}, script: Script = {}, over: Overrides = {}) =>
  groupLife(inputWith({ policy: 'mention', memory: { noteTokens: 150, renewAfter: 4, ...memory }, ...over }), {
    renewNote: answer(noted),
    ...script,
  })
const asked = (group: ReturnType<typeof life>) =>
  group.asked.filter(({ src }) => src === 'renewNote').map(({ at }) => at)

test('after so many lines, with the tokens reserved, charged and told', () => {
  const group = life()
  group.batch(1_000, 4)
  group.host.runUntil(60_000)
  expect(group.asked.filter(({ src }) => src === 'renewNote')).toEqual([
    {
      at: 1_000,
      src: 'renewNote',
      input: { noteTokens: 150, maxTokens: 1_358, maxOutputTokens: 170, maxTalkTokens: 800, timeoutMs: 30_000 },
    },
  ])
  expect(group.at('memory')).toEqual([
    {
      turn: null,
      at: 1_500,
      gate: 'memory',
      outcome: 'renewed',
      why: 'noteRenewed',
      messages: [],
      tokens: 90,
      numbers: { heard: 4, chars: 19 },
    },
  ])
  expect(group.context()).toMatchObject({ budget: { calls: [[1_500, 90]] }, room: { note: { heard: 0, idle: 0 } } })
})

test('sooner after an answer of its own, later where there was nothing to keep', () => {
  const answered = life({ renewAfter: 20 })
  answered.say(1_000, { mentioned: true })
  for (let at = 20_000; at < 30_000; at += 1_000) answered.say(at)
  expect(asked(answered).length).toBe(1)
  const idle = life({}, { renewNote: answer({ ...noted, changed: false }) })
  for (let at = 1; at <= 60; at += 1) idle.say(at * 60_000)
  // 4 lines, then 8, 16 and 32 more.
  expect(asked(idle).map((at) => at / 60_000)).toEqual([4, 12, 28, 60])
})

test('at once when it may rest on words taken back; a renewal under way is called off and charged', () => {
  const group = life()
  group.say(1_000)
  group.host.tell('g', { type: 'note.outdated' })
  expect([asked(group), group.state()]).toMatchObject([[1_000], { memory: 'renewing' }])
  group.host.runUntil(1_200)
  group.host.tell('g', { type: 'note.outdated' })
  group.host.runUntil(10_000)
  expect([asked(group), group.story('memory')]).toEqual([
    [1_000, 1_200],
    ['1200 memory dropped', '1700 memory renewed'],
  ])
  expect(group.at('memory', 'dropped')[0]?.tokens).toBe(1_358)
})

test('not while a turn is under way, nor where the bot is muted or the windows leave no room beyond requests', () => {
  const busy = life(
    { renewAfter: 2 },
    {
      compose: (n) => ({
        outcome: { output: { text: `${n}`, type: 'short', similarity: 0, model: 'm', rehearsal: true, tokens: 9 } },
        afterMs: 20_000,
      }),
    },
  )
  busy.say(1_000, { mentioned: true })
  busy.batch(2_000, 5)
  busy.host.runUntil(20_000)
  expect(asked(busy)).toEqual([])
  const muted = life()
  muted.host.tell('g', { type: 'operator.mute' })
  muted.batch(1_000, 9)
  expect(asked(muted)).toEqual([])
  const poor = life({}, {}, { limits: { shortWindow: { durationMs: 300_000, maxMessages: 5, maxTokens: 1_000 } } })
  poor.batch(1_000, 9)
  expect(asked(poor)).toEqual([])
})

test('a failed or late one waits, for time and for further lines', () => {
  const failing = life(
    { backoffMs: 10_000 },
    { renewNote: () => ({ outcome: { error: { kind: 'refused', message: 'no', tokens: 7 } }, afterMs: 100 }) },
  )
  failing.batch(1_000, 4)
  failing.host.runUntil(5_000)
  expect([
    failing.state(),
    failing.at('memory', 'failed').map(({ why, reason, tokens }) => [why, reason, tokens]),
  ]).toMatchObject([{ memory: 'backingOff' }, [['modelRefused', 'no', 7]]])
  failing.batch(6_000, 2)
  expect(asked(failing)).toEqual([1_000])
  failing.host.runUntil(20_000)
  expect(asked(failing)).toEqual([1_000, 11_100])
  const late = life({ modelTimeoutMs: 1_000 }, { renewNote: () => ({ outcome: { output: noted }, afterMs: 5_000 }) })
  late.batch(1_000, 4)
  late.host.runUntil(30_000)
  expect(late.at('memory').map(({ at, outcome, tokens }) => [at, outcome, tokens])).toEqual([[2_000, 'failed', 1_358]])
})

test('what a renewal under way may cost is not there for a reply beside it (U2)', () => {
  const shortWindow = { durationMs: 300_000, maxMessages: 5, maxTokens: 2_000 }
  const group = life(
    {},
    { renewNote: () => ({ outcome: { output: noted }, afterMs: 20_000 }) },
    { limits: { shortWindow } },
  )
  group.batch(1_000, 4)
  group.say(2_000, { mentioned: true })
  const held = group.asked.map(({ src, input }) => [src, (input as { maxTokens: number }).maxTokens])
  expect(held).toEqual([
    ['renewNote', 797],
    ['compose', 1_203],
  ])
})
