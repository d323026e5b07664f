// Who asks may not have finished: what they say before the reply goes out belongs to the request (L3, L5).
import { describe, expect, test } from 'vitest'
import { groupLife, inputWith, type Overrides, type Script, yes } from '../fakes/group-life.ts'

type Life = ReturnType<typeof groupLife>

// A mention is written at once and drafted a second later; the pause is 4 s, the floor between two starts 3 s.
const fourSeconds: Overrides = { delay: { fastMs: [4_000, 4_000] } }
const lifeWith = (overrides: Overrides = {}, script: Script = {}, input = {}) =>
  groupLife(inputWith({ ...fourSeconds, ...overrides }, input), script)
const drop: Script = { rejudge: () => ({ outcome: { output: { ...yes, verdict: 'drop' } }, afterMs: 500 }) }

interface Targeted {
  targets: string[]
}

/** When what was asked of the model and the channel, and about which messages. */
const calls = (life: Life) =>
  life.asked.map(({ at, src, input }) => {
    const { batch, replyTo } = input as { batch?: string[]; replyTo?: string }
    return `${at} ${src} ${batch?.join(',') ?? replyTo}`
  })
const turns = (life: Life) =>
  life.at('dispatch').map(({ at, outcome, messages }) => `${at} ${outcome} ${messages.join(',')}`)

const asks = { id: 'a', mentioned: true, how: 'called' } as const
const more = { id: 'b', asked: 'followUp' } as const

describe('more of a request', () => {
  test('that comes while the reply is written has it written anew, when who asked has come to a pause', () => {
    const life = lifeWith()
    life.say(1_000, asks)
    life.say(1_800, more)
    life.host.runUntil(60_000)
    // 1 800 and the buffer's 3 s.
    expect(calls(life)).toEqual(['1000 compose a', '4800 compose a,b', '9800 deliver a'])
    expect(turns(life)).toEqual(['1000 start a', '4800 restart a,b', '9900 end '])
    expect(
      life.asked.flatMap(({ input }) => ('targets' in (input as object) ? [(input as Targeted).targets] : [])),
    ).toEqual([['a'], ['a', 'b']])
    expect(life.at('delay', 'superseded').map(({ at, why }) => [at, why])).toEqual([[2_000, 'askerContinued']])
  })

  test('that comes during the pause has it written anew; every further line is waited for, and comes with it', () => {
    const life = lifeWith()
    life.say(1_000, asks)
    life.say(3_000, more)
    life.say(5_500, { ...more, id: 'c' })
    life.host.runUntil(60_000)
    expect(calls(life)).toEqual(['1000 compose a', '8500 compose a,b,c', '13500 deliver a'])
    expect(turns(life)).toEqual(['1000 start a', '8500 restart a,b,c', '13600 end '])
  })

  test('that comes while a judgement runs is judged with the rest, and nothing is written twice', () => {
    const life = lifeWith({ batching: { intervalMs: 0 } })
    life.say(1_000, { ...more, id: 'a' })
    life.say(1_200, more)
    life.host.runUntil(60_000)
    expect(calls(life)).toEqual(['1000 decide a', '4000 decide a,b', '4500 compose a,b', '9500 deliver b'])
  })

  test('that comes while a draft is judged again has it written anew, too', () => {
    const life = lifeWith({ batching: { intervalMs: 0 } })
    life.say(1_000, asks)
    life.say(3_000, { id: 'p', kind: 'peer', sender: 'rex' })
    life.say(6_200, more)
    life.host.runUntil(60_000)
    expect(calls(life)).toEqual(['1000 compose a', '6000 rejudge a', '6500 compose a,p,b', '11500 deliver a'])
  })

  test('in a one-to-one chat, where nobody is named', () => {
    const life = lifeWith({ delay: { normalMs: [4_000, 4_000] } }, {}, { oneToOne: true })
    life.say(1_000, { id: 'a' })
    life.say(5_000, { id: 'b' })
    life.host.runUntil(60_000)
    expect(calls(life)).toEqual(['4000 compose a', '8000 compose a,b', '13000 deliver b'])
  })

  test('is waited for once a turn: the next line has the draft judged again, and gets a turn of its own', () => {
    const life = lifeWith()
    life.say(1_000, asks)
    life.say(1_800, more)
    life.say(6_000, { ...more, id: 'c' })
    life.host.runUntil(60_000)
    expect(calls(life)).toEqual([
      '1000 compose a',
      '4800 compose a,b',
      '9800 rejudge a,b',
      '10300 deliver a',
      '13400 decide c',
      '13900 compose c',
      '18900 deliver c',
    ])
  })

  test('has the draft judged again where the budget cannot pay for another one', () => {
    const shortWindow = { durationMs: 300_000, maxMessages: 5, maxTokens: 1_000 }
    const output = { text: 'A.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 600 }
    const dear = { ...drop, compose: () => ({ outcome: { output }, afterMs: 1_000 }) }
    const life = lifeWith({ limits: { shortWindow, maxPersonShare: 1 } }, dear)
    life.say(1_000, asks)
    life.say(1_800, more)
    life.host.runUntil(8_000)
    expect(calls(life).slice(0, 2)).toEqual(['1000 compose a', '6000 rejudge a'])
    expect(life.at('delay', 'superseded')).toEqual([])
  })
})

describe('what is no more of the request', () => {
  test.each([
    { name: 'a thanks of who asked', said: { id: 'b', asked: 'followUp', closing: true }, rejudged: true },
    { name: 'a line of who asked to somebody else', said: { id: 'b', addressedToOther: true }, rejudged: false },
    { name: 'a line of somebody else', said: { id: 'b', sender: 'bo' }, rejudged: true },
  ] as const)('$name leaves the reply as it is: judged again is $rejudged', ({ said, rejudged }) => {
    const life = lifeWith()
    life.say(1_000, asks)
    life.say(1_800, said)
    life.host.runUntil(8_000)
    expect(calls(life)).toEqual([
      '1000 compose a',
      ...(rejudged ? ['6000 rejudge a', '6500 deliver a'] : ['6000 deliver a']),
    ])
  })

  test('a further line of who asked nobody has the draft judged again, and is not waited for', () => {
    const life = lifeWith({ batching: { intervalMs: 0 }, decision: { lullMs: 0 } }, drop)
    life.say(1_000, { id: 'a', relevance: 1 })
    life.say(1_800, { id: 'b', relevance: 0 })
    life.host.runUntil(8_000)
    expect(calls(life).slice(0, 3)).toEqual(['1000 decide a', '1500 compose a', '6500 rejudge a'])
  })
})

test('a restart in the middle changes nothing', () => {
  const livedWith = (reload: boolean) => {
    const life = groupLife(inputWith(fourSeconds), {}, reload)
    life.say(1_000, asks)
    life.say(1_800, more)
    life.say(4_000, { ...more, id: 'c' })
    life.host.runUntil(60_000)
    return life.verdicts
  }
  expect(livedWith(true)).toEqual(livedWith(false))
})
