// The dispatch gate: one batch at a time, the pauses between turns, and who wakes the bot (R2–R7, B3, B4, D1–D5).
import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStepper } from '../../src/room/step.ts'
import { groupLife, inputWith, no, type Script } from '../fakes/group-life.ts'

const noText = { text: '', silent: true, type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 10 }
const silent: Script = {
  decide: () => ({ outcome: { output: no }, afterMs: 1_000 }),
  compose: () => ({ outcome: { output: noText }, afterMs: 1_000 }),
}
const failing: Script = {
  decide: () => ({ outcome: { error: { kind: 'failed', message: 'broken' } }, afterMs: 1_000 }),
}

test('batches that arrive during a turn become one batch of the next turn, in time order (D1, D2)', () => {
  const life = groupLife(inputWith(), { decide: () => ({ outcome: { output: no }, afterMs: 11_000 }) })
  life.say(1_000, { id: 'a' })
  life.say(5_000, { id: 'c' })
  life.say(9_000, { id: 'b', ts: 4_500 })
  life.host.runUntil(60_000)
  expect(life.at('dispatch').map(({ at, outcome, messages, numbers }) => ({ at, outcome, messages, numbers }))).toEqual(
    [
      {
        at: 4_000,
        outcome: 'start',
        messages: ['a'],
        numbers: { size: 1, merged: 1, vitality: 'COOLING', messagesIn5m: 1, speakersIn5m: 1 },
      },
      {
        at: 15_000,
        outcome: 'end',
        messages: [],
        numbers: { tookMs: 11_000, cooldownMs: 30_000, waiting: 2, skipsInARow: 1 },
      },
      {
        at: 45_000,
        outcome: 'start',
        messages: ['b', 'c'],
        numbers: { size: 2, merged: 2, sinceLastEndMs: 30_000, vitality: 'COOLING', messagesIn5m: 3, speakersIn5m: 1 },
      },
      {
        at: 56_000,
        outcome: 'end',
        messages: [],
        numbers: { tookMs: 11_000, cooldownMs: 30_000, waiting: 0, skipsInARow: 2 },
      },
    ],
  )
})

describe('the cooldown runs from the end of a turn to the start of the next (D3, D4)', () => {
  test.each([
    { name: 'replied', script: {}, endsAt: 7_600 },
    { name: 'skipped', script: silent, endsAt: 5_000 },
    { name: 'failed', script: failing, endsAt: 5_000 },
  ])('when the bot $name', ({ script, endsAt }) => {
    const life = groupLife(inputWith({ delay: { fastMs: [2_000, 2_000] }, reserveBudgetRatio: 0 }), script)
    life.say(1_000)
    life.say(20_000)
    life.host.runUntil(endsAt + 30_000)
    expect(life.story('dispatch')).toEqual([
      '4000 dispatch start',
      `${endsAt} dispatch end`,
      `${endsAt + 30_000} dispatch start`,
    ])
  })
})

describe('a timer that was lost is made good by the next message (D5)', () => {
  // The stepper alone: no timer ever fires.
  const stepper = makeStepper(groupMachine, inputWith())
  const fed = (events: { type: string; at: number }[]) =>
    events.reduce(
      (snapshot, event) => stepper.step(snapshot as never, event).snapshot as AnyMachineSnapshot,
      stepper.init(inputWith()).snapshot as AnyMachineSnapshot,
    ).value
  const message = (id: string, at: number) => ({
    type: 'message.received',
    at,
    message: { id, ts: at, kind: 'person', sender: 'ann', mentioned: false, tokens: 10 },
  })
  const decided = (at: number) => ({ type: 'xstate.done.actor.decide', actorId: 'decide', output: no, at })
  const asks = {
    vitality: 'COOLING',
    control: 'free',
    intake: 'buffering',
    turn: { dispatching: 'deciding' },
    memory: 'resting',
    work: 'idle',
    commands: 'idle',
    withdrawal: 'idle',
  }

  test('that of the buffer', () => {
    expect(fed([message('a', 1_000), message('b', 4_000)])).toEqual(asks)
  })

  test('that of the cooldown', () => {
    const talk = [message('a', 1_000), message('b', 4_000), decided(5_000), message('c', 7_000), message('d', 35_000)]
    expect(fed(talk)).toEqual(asks)
  })
})

describe('a mention waits for the turn under way and the mention floor only (B3, B4)', () => {
  test('a mention every 100 ms starts a turn three seconds after each end', () => {
    const life = groupLife(inputWith(), silent)
    for (let i = 0; i < 100; i += 1) life.say(1_000 + i * 100, { mentioned: true })
    expect(life.story('dispatch')).toEqual([
      '1000 dispatch start',
      '2000 dispatch end',
      '5000 dispatch start',
      '6000 dispatch end',
      '9000 dispatch start',
      '10000 dispatch end',
    ])
  })

  test('a mention after the floor, within the cooldown, is dispatched at once', () => {
    const life = groupLife(inputWith(), silent)
    life.say(1_000, { mentioned: true })
    life.say(5_000, { mentioned: true })
    expect(life.story('dispatch')).toEqual(['1000 dispatch start', '2000 dispatch end', '5000 dispatch start'])
  })

  test('the floor holds where the cooldown is shorter', () => {
    const life = groupLife(inputWith({ dispatch: { cooldownMs: 1_000 } }), silent)
    life.say(1_000, { mentioned: true })
    life.say(2_500, { mentioned: true })
    life.say(3_500, { mentioned: true })
    life.host.runUntil(5_500)
    expect(life.story('dispatch')).toEqual(['1000 dispatch start', '2000 dispatch end', '5000 dispatch start'])
  })
})

describe('who wakes the bot', () => {
  const gates = (life: ReturnType<typeof groupLife>) =>
    life.verdicts.map(({ gate, outcome, why }) => `${gate} ${outcome}: ${why}`)
  const calls = (life: ReturnType<typeof groupLife>) => life.asked.map(({ src }) => src)

  test('its own message never does (R2)', () => {
    const life = groupLife()
    life.say(1_000, { kind: 'self', sender: 'iris', mentioned: true })
    life.host.runOut()
    expect(life.verdicts.map(({ gate, outcome }) => `${gate} ${outcome}`)).toEqual(['own ignored'])
  })

  test("a peer's mention does as a person's would (R3)", () => {
    const stories = (['person', 'peer'] as const).map((kind) => {
      const life = groupLife()
      life.say(1_000, { kind, mentioned: true })
      life.host.runOut()
      return life.verdicts
    })
    expect(stories[1]).toEqual(stories[0])
  })

  test('under the policy "mention" nothing but a mention does, and no call is made (R7)', () => {
    const life = groupLife(inputWith({ policy: 'mention' }))
    life.say(1_000)
    life.host.runOut()
    expect({ gates: gates(life).slice(2), calls: calls(life) }).toEqual({
      gates: ['policy skip: mentionsOnly', 'dispatch end: silent'],
      calls: [],
    })
    const at = life.host.now()
    life.say(at, { mentioned: true })
    life.host.runOut()
    expect(calls(life)).toEqual(['compose', 'deliver'])
  })

  test('under the policy "auto" every batch is judged (R7)', () => {
    const life = groupLife()
    life.say(1_000)
    life.host.runOut()
    expect(calls(life)).toEqual(['decide', 'compose', 'deliver'])
  })

  test('under the policy "open" every batch is answered unjudged, while the budget lasts (R7, I7)', () => {
    const life = groupLife(inputWith({ policy: 'open', limits: { shortWindow: shortWindow(1) } }))
    life.say(1_000)
    life.say(60_000)
    life.host.runUntil(120_000)
    expect({ calls: calls(life), last: gates(life).at(-2) }).toEqual({
      calls: ['compose', 'deliver'],
      last: 'budget skip: budgetSpent',
    })
  })

  test('a one-to-one chat is answered unjudged and without cooldown whatever the policy, while the budget lasts (R6)', () => {
    const delay = { normalMs: [10_000, 10_000] as [number, number] }
    const overrides = { policy: 'mention', delay, limits: { shortWindow: shortWindow(2) } } as const
    const life = groupLife(inputWith(overrides, { oneToOne: true }))
    for (const at of [1_000, 2_000, 30_000, 60_000]) life.say(at)
    life.host.runUntil(120_000)
    const turns = life.verdicts.filter(({ gate }) => gate === 'dispatch' || gate === 'budget')
    expect({ calls: calls(life), turns: turns.map(({ at, gate, outcome, why }) => [at, gate, outcome, why]) }).toEqual({
      calls: ['compose', 'deliver', 'compose', 'deliver'],
      turns: [
        [5_000, 'dispatch', 'start', 'oneToOne'],
        [16_100, 'dispatch', 'end', 'replied'],
        [33_000, 'dispatch', 'start', 'oneToOne'],
        [44_100, 'dispatch', 'end', 'replied'],
        [63_000, 'dispatch', 'start', 'oneToOne'],
        [63_000, 'budget', 'hold', 'budgetSpent'],
      ],
    })
  })

  test('nothing does where the bot is switched off', () => {
    const life = groupLife(inputWith({ enabled: false }))
    life.say(1_000, { mentioned: true })
    expect({ gates: gates(life).slice(2), calls: calls(life) }).toEqual({
      gates: ['policy skip: switchedOff', 'dispatch end: silent'],
      calls: [],
    })
  })
})

const shortWindow = (maxMessages: number) => ({ durationMs: 300_000, maxMessages, maxTokens: 2_000 })

test('a full queue gives up the request that waits for the mention floor: no turn starts with nothing (D6)', () => {
  const life = groupLife(inputWith({ dispatch: { maxPending: 2 }, mentionMinIntervalMs: 10_000 }), {
    compose: () => ({ outcome: { error: { kind: 'refused', message: 'no' } }, afterMs: 1_000 }),
  })
  life.say(1_000, { mentioned: true, id: 'a' })
  life.say(2_500, { asked: 'followUp', id: 'b' })
  life.say(10_000, { asked: 'followUp', id: 'c' })
  life.say(11_000, { asked: 'followUp', id: 'd' })
  life.host.runUntil(15_000)
  const ofQueue = life.at('dispatch').map(({ at, outcome, messages }) => `${at} ${outcome} ${messages.join()}`.trim())
  expect(ofQueue).toEqual(['1000 start a', '2000 end', '11000 drop b', '14000 start c,d'])
})

test.each([
  [4_999, 5_000],
  [5_000, 5_000],
  [5_001, 5_001],
])('a mention at %i, where a turn ended at 2000, starts a turn at %i: to the millisecond (B4)', (at, starts) => {
  const life = groupLife(inputWith(), silent)
  life.say(1_000, { mentioned: true })
  life.say(at, { mentioned: true })
  life.host.runUntil(60_000)
  expect(life.story('dispatch').slice(0, 3)).toEqual([
    '1000 dispatch start',
    '2000 dispatch end',
    `${starts} dispatch start`,
  ])
})
