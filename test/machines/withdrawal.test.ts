// A request that waits is withdrawn by who asked: it is answered no more, and what others asked is (A5).
import { describe, expect, test } from 'vitest'
import type { ComposeInput, SignInput } from '../../machines/group/children.ts'
import type { GroupContext } from '../../machines/group/context.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import { groupLife, inputWith, type Overrides, type Script } from '../fakes/group-life.ts'
import { call, calls, lifeWith, mention, thinks } from '../fakes/run-life.ts'

const minute = 60_000
type Life = ReturnType<typeof groupLife>

const once: Overrides = {
  limits: { shortWindow: { durationMs: 5 * minute, maxMessages: 1, maxTokens: 12_000 }, maxPersonShare: 1 },
}
const pace: Overrides = { delay: { fastMs: [2_000, 2_000], normalMs: [2_000, 2_000] } }
const lifeOf = (over: Overrides = {}, script: Script = {}, input: Partial<GroupInput> = {}): Life =>
  groupLife(inputWith({ ...pace, ...over }, { canReact: true, ...input }), script, true)
const asks = (life: Life, at: number, id: string, sender = 'ann'): unknown =>
  life.say(at, { id, sender, mentioned: true, how: 'called' })
const stops = (life: Life, at: number, id: string, sender = 'ann', wish: 'stop' | 'quiet' = 'stop'): unknown =>
  life.say(at, { id, sender, mentioned: true, how: 'called', wish })
const takesBack = (life: Life, at: number, message: string): void => {
  life.host.runUntil(at)
  const event = { type: 'message.recalled', message }
  life.host.tell('g', event)
}
const batches = (life: Life): string[][] =>
  life.asked.flatMap(({ src, input }) => (src === 'compose' ? [(input as ComposeInput).batch] : []))
const answered = (life: Life): string[][] => life.at('send', 'sent').map(({ messages }) => messages)
const signs = (life: Life): unknown[] =>
  life.asked.flatMap(({ src, input }) =>
    src === 'sign' ? [[(input as SignInput).emoji, ...(input as SignInput).messages]] : [],
  )
const withdrawn = (life: Life): unknown[] =>
  life.at('control', 'withdrawn').map(({ why, messages }) => [why, ...messages])
const slow: Script = {
  compose: (n) => ({
    outcome: {
      output: { text: `answer ${n}`, type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 150 },
    },
    afterMs: 10_000,
  }),
}
const told = (life: Life): number => life.verdicts.reduce((sum, { tokens = 0 }) => sum + tokens, 0)
const memoryOf = (life: Life): GroupContext => life.context()
const booked = (life: Life): number => memoryOf(life).budget.calls.reduce((sum, [, tokens]) => sum + tokens, 0)

describe('what waits for the budget', () => {
  test('is answered no more, and the word that withdraws it bears a sign', () => {
    const life = lifeOf(once)
    asks(life, 1_000, 'first')
    asks(life, minute, 'second')
    stops(life, minute + 5_000, 'stop')
    expect(life.state()).toMatchObject({ turn: { cooling: 'resting' }, withdrawal: 'signing' })
    life.host.runOut()
    expect(answered(life)).toEqual([['first']])
    expect(withdrawn(life)).toEqual([['requestWithdrawn', 'second']])
    expect(signs(life)).toEqual([
      ['⏳', 'second'],
      ['👌', 'stop'],
    ])
    expect(
      life.verdicts.filter(({ messages }) => messages.includes('stop')).map(({ outcome, why }) => [outcome, why]),
    ).toEqual([['withdraws', 'withdrawal']])
    expect(life.context()).not.toHaveProperty('withdrawal')
    expect(memoryOf(life).self).not.toHaveProperty('hushed')
  })

  test('and what others asked in the same batch stays, in order', () => {
    const life = lifeOf(once)
    asks(life, 1_000, 'first')
    asks(life, minute, 'second')
    life.say(minute + 1_000, { id: 'aside', sender: 'dan' })
    asks(life, minute + 2_000, 'third', 'ben')
    life.say(minute + 3_000, { id: 'more', sender: 'ann' })
    stops(life, minute + 5_000, 'stop')
    life.host.runOut()
    expect(batches(life)).toEqual([['first'], ['aside', 'third']])
    expect(answered(life)).toEqual([['first'], ['third']])
    expect(withdrawn(life)).toEqual([['requestWithdrawn', 'second', 'more']])
  })

  test('a word for quiet withdraws it, too, and asks for nothing else', () => {
    const life = lifeOf(once)
    asks(life, 1_000, 'first')
    asks(life, minute, 'second')
    stops(life, minute + 5_000, 'stop', 'ann', 'quiet')
    life.host.runOut()
    expect(answered(life)).toEqual([['first']])
    expect(memoryOf(life).self).not.toHaveProperty('hushed')
  })

  test('the message is taken back: it is answered no more, without a sign', () => {
    const life = lifeOf(once)
    asks(life, 1_000, 'first')
    asks(life, minute, 'second')
    asks(life, minute + 1_000, 'third', 'ben')
    takesBack(life, minute + 5_000, 'second')
    life.host.runOut()
    expect(batches(life)).toEqual([['first'], ['third']])
    expect(withdrawn(life)).toEqual([['requestRecalled', 'second']])
    expect(signs(life)).not.toContainEqual(expect.arrayContaining(['👌']))
  })
})

describe('what waits behind a turn', () => {
  test('of who withdraws it is answered no more, and the reply under way is not touched', () => {
    const life = lifeOf({}, slow)
    asks(life, 1_000, 'first', 'ben')
    asks(life, 3_000, 'second')
    stops(life, 5_000, 'stop')
    life.host.runOut()
    expect([batches(life), answered(life)]).toEqual([[['first']], [['first']]])
  })

  test('and in the buffer, before it is a batch', () => {
    const life = lifeOf()
    life.say(1_000, { id: 'first', sender: 'ann', asked: 'followUp' })
    stops(life, 2_000, 'stop')
    expect(life.state()).toMatchObject({ intake: 'idle' })
    life.host.runOut()
    expect([batches(life), withdrawn(life)]).toEqual([[], [['requestWithdrawn', 'first']]])
  })

  test('a message that nobody waits for is taken back: it is in no batch', () => {
    const life = lifeOf({}, slow)
    asks(life, 1_000, 'first', 'ben')
    life.say(3_000, { id: 'talk', sender: 'ann' })
    takesBack(life, 5_000, 'talk')
    life.host.runOut()
    expect(life.verdicts.filter(({ messages }) => messages.includes('talk')).map(({ outcome }) => outcome)).toEqual([
      'withdrawn',
    ])
  })
})

describe('a turn under way', () => {
  test('for nobody else ends, and its call is charged once', () => {
    const life = lifeOf({}, slow)
    asks(life, 1_000, 'first')
    stops(life, 5_000, 'stop')
    expect(life.state()).toMatchObject({ turn: { cooling: 'resting' } })
    life.host.runOut()
    expect([answered(life), booked(life)]).toEqual([[], told(life)])
    expect(told(life)).toBeGreaterThan(0)
    expect(life.at('control', 'skip').map(({ why }) => why)).toEqual(['requestWithdrawn'])
  })

  test('for others, too, begins anew with what they said, whether it is written or waits to be sent', () => {
    for (const at of [5_000, 12_500]) {
      const life = lifeOf({ mentionMinIntervalMs: 0, direct: { debounceMs: 1_000, joinMs: 30_000 } }, slow)
      asks(life, 1_000, 'first')
      asks(life, 1_500, 'second', 'ben')
      stops(life, at, 'stop')
      life.host.runOut()
      expect(batches(life)).toEqual([['first', 'second'], ['second']])
      expect(answered(life)).toEqual([['second']])
      expect(booked(life)).toBe(told(life))
    }
  })

  test('was paid for by both: the call that is called off is booked to who withdraws, too', () => {
    const life = lifeOf({ direct: { debounceMs: 1_000, joinMs: 30_000 } }, slow)
    asks(life, 1_000, 'first')
    asks(life, 1_500, 'second', 'ben')
    stops(life, 5_000, 'stop')
    const spent = memoryOf(life).budget.persons?.map(({ sender, spent: all }) => [
      sender,
      all.map(([, , tokens]) => tokens),
    ])
    const [called] = life.at('control', 'skip')
    expect(called?.tokens).toBeGreaterThan(0)
    expect(spent).toEqual([
      ['ann', [called?.tokens]],
      ['ben', [called?.tokens]],
    ])
  })

  test('that is judged again goes on without it when the judgement is there', () => {
    const life = lifeOf(
      { policy: 'mention', direct: { debounceMs: 1_000, joinMs: 30_000 } },
      { rejudge: () => ({ outcome: { output: { want: true, verdict: 'send', tokens: 90 } }, afterMs: 5_000 }) },
    )
    asks(life, 1_000, 'first')
    asks(life, 1_500, 'second', 'ben')
    life.say(4_000, { id: 'aside', sender: 'dan' })
    life.host.runUntil(7_000)
    expect(life.state()).toMatchObject({ turn: 'rejudging' })
    stops(life, 7_000, 'stop')
    life.host.runOut()
    expect(batches(life)).toEqual([['first', 'second'], ['second']])
    expect(answered(life)).toEqual([['second']])
  })

  test('whose reply the channel does not take is not tried again', () => {
    const life = lifeOf(
      {},
      {
        deliver: (n) =>
          n === 1
            ? { outcome: { error: { kind: 'unavailable', message: 'x' } }, afterMs: 5_000 }
            : { outcome: { output: { id: 'late' } }, afterMs: 100 },
      },
    )
    asks(life, 1_000, 'first')
    stops(life, 6_000, 'stop')
    life.host.runOut()
    expect(life.asked.filter(({ src }) => src === 'deliver')).toHaveLength(1)
    expect(life.at('control', 'skip').map(({ why }) => why)).toEqual(['requestWithdrawn'])
  })
})

test('where nothing of its sender waits, a stop is talk as any other', () => {
  const life = lifeOf()
  stops(life, 1_000, 'stop')
  life.host.runOut()
  expect(answered(life)).toEqual([['stop']])
})

test('work of somebody else goes on, and a sign says that the request is withdrawn', () => {
  const life = lifeWith(
    {
      compose: (n) => (n === 1 ? calls(call('1.0')) : slow.compose!(n, 0)),
      think: () => thinks('It is done.', 60_000),
    },
    { canReact: true },
  )
  life.say(1_000, { ...mention, id: 'work' })
  life.say(30_000, { ...mention, id: 'other', sender: 'ben' })
  life.say(35_000, { ...mention, id: 'stop', sender: 'ben', wish: 'stop' })
  expect(life.state()).toMatchObject({ work: 'running', withdrawal: 'signing' })
  life.host.runOut()
  expect(life.sent().map(([, text]) => text)).toEqual(['I am looking into it.', 'It is done.'])
  expect(life.asks('sign')).toMatchObject([{ messages: ['stop'], emoji: '👌' }])
})

test('an operator stops the work of anybody, and withdraws what they themselves asked: one sign for both', () => {
  const life = lifeWith(
    {
      compose: (n) => (n === 1 ? calls(call('1.0')) : slow.compose!(n, 0)),
      think: () => thinks('It is done.', 300_000),
    },
    { canReact: true },
  )
  life.say(1_000, { ...mention, id: 'work' })
  life.say(30_000, { ...mention, id: 'ben', sender: 'ben' })
  life.say(31_000, { ...mention, id: 'olga', sender: 'olga' })
  life.say(32_000, { ...mention, id: 'stop', sender: 'olga', wish: 'stop' })
  life.host.runOut()
  expect(life.at('work', 'stopped')).toHaveLength(1)
  expect(life.at('control', 'withdrawn').map(({ messages }) => messages)).toEqual([['olga']])
  expect(life.sent().map(([, text]) => text)).toEqual(['I am looking into it.', 'answer 2'])
  expect(life.asks('sign')).toMatchObject([{ messages: ['stop'] }])
})

test('the command of an operator withdraws what they asked, and says that it stopped something', () => {
  const life = lifeOf(once)
  asks(life, 1_000, 'first', 'ben')
  asks(life, 4_000, 'second', 'olga')
  const message = { id: 'c', ts: 4_500, kind: 'person', sender: 'olga', mentioned: true, tokens: 5 } as const
  life.host.runUntil(4_500)
  const command = { type: 'command.received', message, command: { name: 'stop' } }
  life.host.tell('g', command)
  life.host.runOut()
  expect([answered(life), withdrawn(life)]).toEqual([[['first']], [['requestWithdrawn', 'second']]])
  expect(life.asked.filter(({ src }) => src === 'command').map(({ input }) => input)).toMatchObject([{ isMet: true }])
})
