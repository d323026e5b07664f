// The buffer gate: what is gathered, when it is flushed, and what a full queue gives up (B1, B2, D6).
import { describe, expect, test } from 'vitest'
import { groupLife, inputWith } from '../fakes/group-life.ts'

describe('messages gather until nobody spoke for the interval (B1)', () => {
  test('each new message starts the three seconds anew', () => {
    const life = groupLife()
    life.say(1_000)
    life.say(3_000)
    life.say(5_000)
    life.host.runUntil(8_000)
    expect(life.at('buffer')).toEqual([
      {
        turn: null,
        at: 8_000,
        gate: 'buffer',
        outcome: 'flush',
        why: 'intervalOver',
        messages: ['m1', 'm2', 'm3'],
        numbers: { size: 3, waitedMs: 7_000 },
      },
    ])
  })

  test('a steady stream is flushed after four intervals', () => {
    const life = groupLife()
    for (let i = 1; i <= 20; i += 1) life.say(i * 1_000)
    life.host.runUntil(30_000)
    expect(life.at('buffer').map(({ at, messages, numbers }) => ({ at, size: messages.length, numbers }))).toEqual([
      { at: 13_000, size: 12, numbers: { size: 12, waitedMs: 12_000 } },
      { at: 23_000, size: 8, numbers: { size: 8, waitedMs: 10_000 } },
    ])
  })

  test('own messages are not gathered', () => {
    const life = groupLife()
    life.say(1_000, { kind: 'self', sender: 'iris' })
    life.host.runOut()
    expect(life.verdicts.map(({ gate, outcome }) => `${gate} ${outcome}`)).toEqual(['own ignored'])
  })
})

test('a mention merges what is buffered and what waits, by timestamp, and ends the cooldown (B2)', () => {
  const life = groupLife(inputWith(), { compose: () => ({ outcome: { output: silent }, afterMs: 1_000 }) })
  life.say(1_000, { id: 'first', mentioned: true })
  life.say(5_000, { id: 'waits' })
  life.say(12_000, { id: 'late', ts: 4_000 })
  life.say(13_000, { id: 'mention', mentioned: true })
  expect(life.at('dispatch').map(({ at, outcome, why, messages }) => ({ at, outcome, why, messages }))).toEqual([
    { at: 1_000, outcome: 'start', why: 'mentioned', messages: ['first'] },
    { at: 2_000, outcome: 'end', why: 'silent', messages: [] },
    { at: 13_000, outcome: 'start', why: 'mentioned', messages: ['late', 'waits', 'mention'] },
  ])
})

describe('the queue is bounded (D6)', () => {
  const busy = (maxPending: number) =>
    groupLife(inputWith({ dispatch: { maxPending }, reply: { modelTimeoutMs: 60_000 } }), {
      compose: () => ({ outcome: { output: silent }, afterMs: 60_000 }),
    })

  test('the oldest message without a mention is given up, with a verdict', () => {
    const life = busy(3)
    life.say(1_000, { mentioned: true })
    life.say(2_000, { mentioned: true })
    for (let i = 3; i <= 6; i += 1) life.say(i * 1_000)
    expect(life.at('dispatch', 'drop')).toEqual(
      ['m3', 'm4'].map((id, i) => ({
        turn: null,
        at: 5_000 + i * 1_000,
        gate: 'dispatch',
        outcome: 'drop',
        why: 'queueFull',
        messages: [id],
        numbers: { waiting: 4, maxPending: 3 },
      })),
    )
    life.host.runUntil(64_000)
    expect(life.at('dispatch', 'start').map(({ messages }) => messages)).toEqual([['m1'], ['m2', 'm5', 'm6']])
  })

  test('a mention is given up only among nothing but mentions, and then the oldest', () => {
    const life = busy(2)
    life.batch(1_000, 4, { mentioned: true })
    expect(life.at('dispatch', 'drop').map(({ messages }) => messages)).toEqual([['m2']])
  })

  test('a turn that takes everything at that moment leaves nothing to give up', () => {
    const life = busy(3)
    life.batch(1_000, 3)
    life.say(2_000, { mentioned: true })
    expect(life.story()).toEqual(['2000 buffer flush', '2000 dispatch start'])
  })

  test('a buffer that was given up leaves no batch behind', () => {
    const life = busy(1)
    life.batch(1_000, 2, { mentioned: true })
    life.say(2_000)
    life.host.runUntil(20_000)
    expect(life.story('buffer', 'dispatch')).toEqual([
      '1000 buffer flush',
      '1000 dispatch start',
      '1000 buffer flush',
      '2000 dispatch drop',
    ])
  })

  test('of 5 000 messages in ten seconds 500 wait, every other one has a verdict, and one turn is under way', () => {
    const life = busy(500)
    life.say(1_000, { mentioned: true })
    for (let i = 1; i <= 5_000; i += 1) life.say(1_000 + i * 2)
    const { buffer, pending } = (life.context() as { queue: { buffer: unknown[]; pending: unknown[] } }).queue
    expect({
      waiting: buffer.length + pending.length,
      dropped: new Set(life.at('dispatch', 'drop').flatMap(({ messages }) => messages)).size,
      turns: life.at('dispatch', 'start').length,
    }).toEqual({ waiting: 500, dropped: 4_500, turns: 1 })
  })
})

const silent = { text: '', silent: true, type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 10 }
