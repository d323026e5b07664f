// How lively a group is, to the message and to the millisecond (V1–V5).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ActivityWindow } from '../../machines/group/context.ts'
import { groupLife, inputWith } from '../fakes/group-life.ts'

const fiveMinutes = 300_000

// The bot only reads along: nothing but the window moves.
const readingAlong = () => groupLife(inputWith({ enabled: false }))
type Life = ReturnType<typeof readingAlong>

const vitalityOf = (life: Life) => (life.state() as { vitality: string }).vitality
const windowOf = (life: Life) => (life.context() as { room: { activity: ActivityWindow } }).room.activity

describe('the state follows messages and speakers in five minutes (V1)', () => {
  test.each([
    { messages: 1, speakers: 1, state: 'COOLING' },
    { messages: 5, speakers: 2, state: 'COOLING' },
    { messages: 5, speakers: 3, state: 'ACTIVE' },
    { messages: 6, speakers: 1, state: 'ACTIVE' },
    { messages: 15, speakers: 9, state: 'ACTIVE' },
    { messages: 16, speakers: 1, state: 'HEATED' },
  ])('$messages messages of $speakers speakers are $state', ({ messages, speakers, state }) => {
    const life = readingAlong()
    for (let i = 0; i < messages; i += 1) life.say(1_000 + i, { sender: `s${i % speakers}` })
    expect({ state: vitalityOf(life), ...windowOf(life) }).toMatchObject({ state, messages, unique: speakers })
  })

  test('a group that only the bot spoke in is DORMANT: own messages do not enter the window (V2)', () => {
    const life = readingAlong()
    life.say(1_000, { kind: 'self', sender: 'iris' })
    expect({ state: vitalityOf(life), window: windowOf(life) }).toEqual({
      state: 'DORMANT',
      window: { ts: [], by: [], speakers: [], messages: 0, unique: 0 },
    })
  })
})

test('peers count like people, and a message counts itself at every gate (V2)', () => {
  const life = groupLife()
  for (let i = 0; i < 5; i += 1) life.say(1_000 + i, { kind: 'peer', sender: 'max' })
  life.say(2_000, { mentioned: true })
  expect(life.at('dispatch', 'start').map(({ numbers }) => numbers)).toEqual([
    { size: 6, merged: 1, vitality: 'ACTIVE', messagesIn5m: 6, speakersIn5m: 2 },
  ])
})

describe('the state falls back by itself (V3)', () => {
  test('a single message counts for five minutes to the millisecond', () => {
    const life = readingAlong()
    life.say(1_000)
    life.host.runUntil(1_000 + fiveMinutes)
    expect(vitalityOf(life)).toBe('COOLING')
    life.host.runUntil(1_001 + fiveMinutes)
    expect(vitalityOf(life)).toBe('DORMANT')
  })

  test('sixteen messages, one a second, fall from HEATED over ACTIVE and COOLING to DORMANT as each one leaves', () => {
    const life = readingAlong()
    for (let i = 1; i <= 16; i += 1) life.say(i * 1_000)
    const falls: string[] = []
    for (let due = life.host.nextDue(); due !== undefined; due = life.host.nextDue()) {
      const before = vitalityOf(life)
      life.host.runUntil(due)
      if (vitalityOf(life) !== before) falls.push(`${due} ${vitalityOf(life)}`)
    }
    expect(falls).toEqual(['301001 ACTIVE', '311001 COOLING', '316001 DORMANT'])
  })

  test('a storm of one millisecond falls from HEATED to DORMANT at once', () => {
    const life = readingAlong()
    for (let i = 0; i < 16; i += 1) life.say(1_000)
    life.host.runUntil(1_000 + fiveMinutes)
    expect(vitalityOf(life)).toBe('HEATED')
    life.host.runUntil(1_001 + fiveMinutes)
    expect(vitalityOf(life)).toBe('DORMANT')
  })
})

describe('timestamps are not trusted (V4)', () => {
  const at = 10_000_000

  test.each([
    { name: 'a time more than a minute ahead counts as now', ts: at + 60_001, kept: at },
    { name: 'a time up to a minute ahead is believed', ts: at + 60_000, kept: at + 60_000 },
    { name: 'NaN counts as now', ts: Number.NaN, kept: at },
    { name: 'infinity counts as now', ts: Number.POSITIVE_INFINITY, kept: at },
    { name: 'zero counts as now', ts: 0, kept: at },
    { name: 'a negative time counts as now', ts: -5, kept: at },
    { name: 'a time before the window counts for this moment only', ts: 1, kept: at - fiveMinutes },
  ])('$name', ({ ts, kept }) => {
    const life = readingAlong()
    life.say(at, { ts })
    expect(windowOf(life)).toEqual({ ts: [kept], by: [0], speakers: ['ann'], messages: 1, unique: 1 })
  })

  test('the window keeps the newest 200 events', () => {
    const life = readingAlong()
    for (let i = 1; i <= 250; i += 1) life.say(at + i, { sender: `s${i}` })
    const { ts, messages, unique } = windowOf(life)
    expect({ oldest: ts[0], newest: ts.at(-1), messages, unique }).toEqual({
      oldest: at + 51,
      newest: at + 250,
      messages: 200,
      unique: 200,
    })
  })

  test('whatever the order and the timestamps, the figures are those of a naive recount', () => {
    const said = fc.record({
      gap: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 200_000 })),
      sender: fc.constantFrom('ann', 'bo', 'cy', 'max'),
      skew: fc.oneof(fc.constant(0), fc.integer({ min: -700_000, max: 120_000 }), fc.constantFrom(Number.NaN, -at)),
    })
    const talk = fc.array(said, { maxLength: 260, size: 'max' })
    fc.assert(
      fc.property(talk, (messages) => {
        const life = readingAlong()
        const all: { ts: number; sender: string }[] = []
        let now = at
        for (const { gap, sender, skew } of messages) {
          now += gap
          const ts = skew === -at ? 0 : now + skew
          life.say(now, { ts, sender })
          all.push({ ts: clamped(ts, now), sender })
          expect(figuresOf(life)).toEqual(recount(all, now))
        }
      }),
      { numRuns: 60 },
    )
  })
})

const clamped = (ts: number, now: number): number =>
  Number.isNaN(ts) || ts === 0 || ts > now + 60_000 ? now : Math.max(ts, now - fiveMinutes)

function recount(all: { ts: number; sender: string }[], now: number) {
  const counted = all
    .filter(({ ts }) => ts >= now - fiveMinutes)
    .toSorted((a, b) => a.ts - b.ts)
    .slice(-200)
  const messages = counted.length
  const unique = new Set(counted.map(({ sender }) => sender)).size
  const state = messages <= 5 && unique <= 2 ? 'COOLING' : messages <= 15 ? 'ACTIVE' : 'HEATED'
  return { state, messages, unique }
}

function figuresOf(life: Life) {
  const { messages, unique } = windowOf(life)
  return { state: vitalityOf(life), messages, unique }
}
