import { describe, expect, test } from 'vitest'
import type { RoomTalk } from '../../machines/group/context.ts'
import { needOf } from '../../machines/rules/reservation.ts'
import { limitPresets } from '../../src/config/default-settings.ts'
import { groupLife, inputWith, no, type Script, yes } from '../fakes/group-life.ts'

const input = inputWith()
const documents = { limits: limitPresets.documents }
/** The first turn costs all that was held for it; a later decision what one usually costs. */
const dear: Script = {
  decide: (n, tokens) => ({
    outcome: { output: { ...yes, hint: 'slow', tokens: n === 1 ? tokens : 270 } },
    afterMs: 500,
  }),
  compose: (n, tokens) => ({
    outcome: {
      output: { text: `answer ${n}`, type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens },
    },
    afterMs: 500,
  }),
}
const called = { mentioned: true, how: 'called' } as const
const repliesTo = (life: ReturnType<typeof groupLife>): string[] =>
  life.asked.flatMap(({ src, input: asked }) => (src === 'deliver' ? [(asked as { replyTo: string }).replyTo] : []))

describe('what a person asks for is paid before anything else (U5)', () => {
  test('however much an open question costs, a turn for a request is left', () => {
    const life = groupLife(inputWith(documents), dear)
    life.say(1_000, { sender: 'bob' })
    life.say(90_000, { sender: 'ann', ...called, id: 'request' })
    life.host.runOut()
    const spent = life.verdicts.filter(({ at, tokens }) => at < 90_000 && tokens !== undefined)
    const total = spent.reduce((sum, { tokens = 0 }) => sum + tokens, 0)
    expect(total).toBeLessThanOrEqual(2_000 - 400)
    expect(repliesTo(life)).toContain('request')
  })

  test('what is kept is told apart from what was needed', () => {
    const life = groupLife(inputWith(documents), {
      decide: () => ({ outcome: { output: { ...no, tokens: 1_000 } }, afterMs: 500 }),
    })
    life.say(1_000)
    life.say(40_000)
    life.host.runUntil(60_000)
    const need = needOf(input, ['decide', 'compose'], 'least')
    expect(life.at('budget').map(({ why, numbers }) => ({ why, numbers }))).toEqual([
      {
        why: 'budgetSpent',
        numbers: {
          path: 'decide',
          window: 'short',
          what: 'tokens',
          used: 1_000,
          limit: 2_000,
          need,
          kept: 400,
          freesInMs: 261_500,
        },
      },
    ])
  })

  test('a storm that is over is forgiven within a minute', () => {
    const life = groupLife(inputWith({ enabled: false }))
    for (let at = 1_000; at < 61_000; at += 100) life.say(at, { sender: 'eve', ...called })
    const { askers: callers } = (life.context() as { room: RoomTalk }).room
    expect(Math.max(...callers.map(({ mentions }) => mentions))).toBeLessThanOrEqual(21)
  })
})

describe('a mention during the pause (L5)', () => {
  const draft = (over: Script = {}) => {
    const life = groupLife(input, {
      decide: () => ({ outcome: { output: { ...yes, hint: 'slow' } }, afterMs: 500 }),
      ...over,
    })
    life.say(1_000, { sender: 'bob', id: 'open' })
    life.host.runUntil(7_000)
    return life
  }

  test('takes the place of a draft that nobody asked for, though only the reserve can pay for it', () => {
    const life = groupLife(input, dear)
    life.say(1_000, { sender: 'bob', id: 'open' })
    life.say(7_000, { sender: 'ann', ...called, id: 'request' })
    life.host.runOut()
    expect(life.story('delay').map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'delay wait',
      'delay superseded',
      'delay wait',
    ])
    expect(repliesTo(life)).toEqual(['request'])
  })

  test('of a peer does not take the place of what a person asked for, and the person is answered', () => {
    const life = groupLife(input)
    life.say(1_000, { sender: 'ann', ...called, id: 'request' })
    life.say(3_000, { kind: 'peer', sender: 'max', ...called, how: 'named', id: 'aside' })
    life.host.runUntil(20_000)
    expect(life.at('delay', 'superseded')).toEqual([])
    expect(repliesTo(life)[0]).toBe('request')
  })

  test('of a peer takes the place of a draft that nobody asked for', () => {
    const life = draft()
    life.say(7_500, { kind: 'peer', sender: 'max', ...called })
    expect(life.at('delay', 'superseded').length).toBe(1)
  })
})

test('a batch that must wait does not wait past the mention floor for its mention (B4)', () => {
  const slow = inputWith({
    mentionMinIntervalMs: 60_000,
    dispatch: { cooldownMs: 5_000, maxPending: 500, maxWaitMs: 240_000 },
  })
  const life = groupLife(slow, { decide: () => ({ outcome: { output: { ...no, tokens: 10 } }, afterMs: 500 }) })
  for (let at = 1_000; at < 900_000; at += 9_000) life.say(at, at % 5 === 0 ? called : { relevance: 0.5 })
  life.host.runOut()
  const turns = life.verdicts.filter(({ gate }) => gate === 'dispatch')
  const rests = turns.flatMap(({ at, outcome, why }, i) =>
    outcome === 'start' && why === 'mentioned' && i > 0 ? [at - (turns[i - 1]?.at ?? 0)] : [],
  )
  expect(Math.min(...rests)).toBeGreaterThanOrEqual(60_000)
})
