// Requests that meet a spent window: held and answered together, or declined, with one sign; nobody spends everybody's share.
import { describe, expect, test } from 'vitest'
import type { DeliverInput, SignInput } from '../../machines/group/children.ts'
import { openDatabase } from '../../src/store/database.ts'
import { groupLife, inputWith, type Overrides } from '../fakes/group-life.ts'
import { handClock } from '../host/hand-clock.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'

const minute = 60_000
type Life = ReturnType<typeof groupLife>

const oneMessage: Overrides = {
  limits: { shortWindow: { durationMs: 5 * minute, maxMessages: 1, maxTokens: 12_000 }, maxPersonShare: 1 },
  delay: { fastMs: [2_000, 2_000], normalMs: [2_000, 2_000] },
}
const lifeWith = (over: Overrides = oneMessage, canReact = true): Life => groupLife(inputWith(over, { canReact }))
const sentAt = (life: Life): number[] => life.at('send', 'sent').map(({ at }) => at)
const batchesOf = (life: Life): string[][] =>
  life.asked.flatMap(({ src, input }) => (src === 'compose' ? [(input as { batch: string[] }).batch] : []))
const signsOf = (life: Life): string[] =>
  life.asked.flatMap(({ src, input }) => (src === 'sign' ? (input as SignInput).messages : []))
const budgetVerdicts = (life: Life, ...outcomes: string[]): string[] =>
  life.verdicts
    .filter(({ gate, outcome }) => gate === 'budget' && outcomes.includes(outcome))
    .map(({ outcome, messages }) => [outcome, ...messages].join(' '))
/** Answers what is asked of the model, and posts it. */
async function answered(life: LocalLife): Promise<void> {
  await life.settle({ output: written })
  life.clock.advance(life.clock.now() + 10_000)
  await life.settle({ output: { id: 'sent' } })
}
const written = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }
const ask = (life: Life, at: number, id: string, sender = 'ann'): void => {
  life.say(at, { id, sender, mentioned: true, how: 'called' })
}

describe('a request that meets a spent window', () => {
  test('is held until the window frees, before it would expire, and is then answered', () => {
    const life = lifeWith()
    ask(life, 1_000, 'first')
    life.host.runUntil(60_000)
    ask(life, 60_000, 'second')
    const [first = 0] = sentAt(life)
    life.host.runUntil(first + 5 * minute - 1)
    expect(life.state()).toMatchObject({ turn: { awaitingBudget: 'held' } })
    life.host.runOut()
    const [hold] = life.at('budget', 'hold')
    expect(hold?.messages).toEqual(['second'])
    expect(hold?.numbers).toMatchObject({ window: 'short', what: 'messages', waitMs: first + 5 * minute - 60_000 })
    expect(batchesOf(life)).toEqual([['first'], ['second']])
    expect(sentAt(life)[1]).toBeLessThan(60_000 + 5 * minute)
  })

  test('and those that follow are answered together', () => {
    const life = lifeWith()
    ask(life, 1_000, 'first')
    ask(life, 60_000, 'second')
    life.say(70_000, { id: 'aside', sender: 'dan' })
    ask(life, 90_000, 'third', 'bob')
    life.host.runOut()
    expect(batchesOf(life)).toEqual([['first'], ['second', 'aside', 'third']])
    const last = life.asked.findLast(({ src }) => src === 'deliver')?.input as DeliverInput | undefined
    expect(last?.replyTo).toBe('third')
  })

  test('is answered with the signs to be taken off, all that wait for that answer', () => {
    const life = lifeWith()
    ask(life, 1_000, 'first')
    ask(life, 60_000, 'second')
    ask(life, 90_000, 'third', 'bob')
    life.host.runOut()
    const signs = life.asked.flatMap(({ src, input }) => (src === 'deliver' ? [(input as DeliverInput).signs] : []))
    expect(signs).toEqual([undefined, { messages: ['second', 'third'], emoji: '⏳' }])
  })

  test('bears one sign, as does each one that follows, however often it is looked at again', () => {
    const life = lifeWith()
    ask(life, 1_000, 'first')
    ask(life, 60_000, 'second')
    life.say(70_000, { id: 'aside', sender: 'dan' })
    ask(life, 90_000, 'third', 'bob')
    life.host.runOut()
    expect(signsOf(life)).toEqual(['second', 'third'])
    expect(budgetVerdicts(life, 'hold', 'sign')).toEqual(['hold second', 'sign second', 'sign third'])
    const { budget: ledger } = life.context() as { budget: { sends: number[] } }
    expect(ledger.sends.length).toBe(2)
  })

  test('bears none where the channel has no reactions', () => {
    const life = lifeWith(oneMessage, false)
    ask(life, 1_000, 'first')
    ask(life, 60_000, 'second')
    life.host.runOut()
    expect([signsOf(life), budgetVerdicts(life, 'sign'), sentAt(life).length]).toEqual([[], [], 2])
  })

  test('is skipped with a sign where the window frees too late', () => {
    const life = lifeWith({ ...oneMessage, delivery: { expiryMs: minute } })
    ask(life, 1_000, 'first')
    ask(life, 60_000, 'second')
    life.host.runOut()
    expect(budgetVerdicts(life, 'hold', 'skip', 'sign')).toEqual(['skip', 'sign second'])
    expect([signsOf(life), sentAt(life).length]).toEqual([['second'], 1])
  })

  test('goes on when its sign fails, or never comes', () => {
    for (const outcome of [{ error: { kind: 'unavailable', message: 'x' } }, { output: {} }]) {
      const life = groupLife(inputWith(oneMessage, { canReact: true }), {
        sign: () => ({ outcome, afterMs: 'output' in outcome ? 10 * minute : 10 }),
      })
      ask(life, 1_000, 'first')
      ask(life, 60_000, 'second')
      life.host.runOut()
      expect(batchesOf(life)).toEqual([['first'], ['second']])
    }
  })

  test('is taken up by the next message when its timer is lost (D5)', async () => {
    const life = localLife({ db: openDatabase(':memory:'), input: inputWith(oneMessage) })
    life.say({ id: 'first', mentioned: true })
    await answered(life)
    life.clock.advance(60_000)
    life.say({ id: 'second', mentioned: true })
    expect(life.state()).toMatchObject({ turn: { awaitingBudget: 'held' } })
    // The clock moves on, and no timer fires.
    life.clock.jump(5 * minute + 30_000)
    life.say({ id: 'late', sender: 'dan' })
    expect(life.state()).toMatchObject({ turn: { dispatching: 'composing' } })
  })

  test('bears one sign, and is answered once, however often the process is killed (S5)', async () => {
    const db = openDatabase(':memory:')
    const input = inputWith(oneMessage, { canReact: true })
    let life = localLife({ db, input })
    life.say({ id: 'first', mentioned: true })
    await answered(life)
    life.clock.advance(60_000)
    life.say({ id: 'second', mentioned: true })
    const signs: unknown[] = []
    for (let kills = 1; kills <= 3; kills += 1) {
      signs.push(life.calls.map(({ src, input: asked }) => [src, (asked as SignInput).messages]))
      life = localLife({ db, input, clock: handClock(60_000 + kills * 1_000) })
    }
    // The same sign each time, until it is known to stand there; the channel makes a second one harmless.
    expect(signs).toEqual([[['sign', ['second']]], [['sign', ['second']]], [['sign', ['second']]]])
    await life.settle({ output: {} })
    life = localLife({ db, input, clock: handClock(70_000) })
    expect([life.calls.map(({ src }) => src), life.state()]).toEqual([
      [],
      expect.objectContaining({ turn: { awaitingBudget: 'held' } }),
    ])
    life.clock.advance(6 * minute)
    expect(life.calls.map(({ src }) => src)).toEqual(['compose'])
  })

  test('ends with the turn when an operator drops it', () => {
    const life = lifeWith()
    ask(life, 1_000, 'first')
    ask(life, 60_000, 'second')
    life.host.runUntil(70_000)
    life.host.tellAt(70_000, 'g', { type: 'operator.drop', at: 70_000 } as never)
    life.host.runOut()
    expect(batchesOf(life)).toEqual([['first']])
    expect(life.at('control', 'skip').map(({ why }) => why)).toEqual(['operatorDropped'])
  })

  test('that nobody made is no request: what was not asked for is skipped, without a sign', () => {
    const life = lifeWith()
    ask(life, 1_000, 'first')
    life.say(60_000, { relevance: 0.1 })
    life.host.runUntil(2 * minute)
    expect([budgetVerdicts(life, 'hold', 'skip', 'sign'), signsOf(life)]).toEqual([['skip'], []])
  })
})

describe('one person’s share (U5)', () => {
  const shared: Overrides = {
    limits: {
      shortWindow: { durationMs: 5 * minute, maxMessages: 6, maxTokens: 100_000 },
      maxPersonShare: 0.34,
    },
    delay: { fastMs: [1_000, 1_000], normalMs: [1_000, 1_000] },
  }

  test('is a third of the window while others ask; the others are answered, and the person when it frees', () => {
    const life = lifeWith(shared)
    ask(life, 1_000, 'b1', 'bob')
    for (let i = 1; i <= 4; i += 1) ask(life, i * 20_000, `a${i}`, 'ann')
    life.host.runUntil(90_000)
    expect(batchesOf(life)).toEqual([['b1'], ['a1'], ['a2'], ['a3']])
    const [hold] = life.at('budget', 'hold')
    expect(hold).toMatchObject({
      why: 'budgetSpent',
      messages: ['a4'],
      numbers: { window: 'short', what: 'messages', used: 3, limit: 3, share: 0.34 },
    })
    // Another person's request is answered at once, and what waits with it.
    ask(life, 100_000, 'c1', 'cleo')
    life.host.runUntil(120_000)
    expect(batchesOf(life).at(-1)).toEqual(['a4', 'c1'])
    expect(life.at('send', 'sent').length).toBe(5)
  })

  test('is everything for whoever asks alone', () => {
    const life = lifeWith(shared)
    for (let i = 1; i <= 6; i += 1) ask(life, i * 20_000, `a${i}`, 'ann')
    life.host.runUntil(150_000)
    expect(life.at('send', 'sent').length).toBe(6)
  })

  test('frees when the others have not asked for the length of the short window', () => {
    const life = lifeWith(shared)
    ask(life, 1_000, 'b1', 'bob')
    for (let i = 1; i <= 4; i += 1) ask(life, 200_000 + i * 20_000, `a${i}`, 'ann')
    life.host.runUntil(1_000 + 5 * minute - 1)
    expect(life.state()).toMatchObject({ turn: { awaitingBudget: 'held' } })
    life.host.runUntil(1_000 + 5 * minute + 10_000)
    expect(batchesOf(life).at(-1)).toEqual(['a4'])
  })

  test('is remembered in few words, however many ask', () => {
    const life = lifeWith(shared)
    for (let i = 0; i < 300; i += 1) ask(life, 1_000 + i * 30_000, `m${i}`, `person-${i % 40}`)
    life.host.runOut()
    const { budget: ledger } = life.context() as { budget: { persons: unknown[] } }
    expect(ledger.persons.length).toBeLessThanOrEqual(12)
    expect(JSON.stringify(ledger.persons).length).toBeLessThan(2_000)
  })
})
