// Direct talk is debounced: a mention waits for the rest of the sentence, and what follows soon joins (A10).
import { expect, test } from 'vitest'
import { groupLife, inputWith, type Script } from '../fakes/group-life.ts'
import { call, calls, lifeWith, mention, thinks } from '../fakes/run-life.ts'

const direct = { debounceMs: 1_000, joinMs: 30_000 }
const talk = (over: object = direct) => groupLife(inputWith({ direct: over }))
const batches = (life: ReturnType<typeof groupLife>): string[][] =>
  life.asked.filter(({ src }) => src === 'compose').map(({ input }) => (input as { batch: string[] }).batch)

test('a mention waits a second, and each further line of the same person a second more', () => {
  const life = talk()
  life.say(1_000, { ...mention, sender: 'ann' })
  life.say(1_800, { sender: 'ann' })
  life.say(2_500, { sender: 'ann' })
  life.host.runUntil(3_499)
  expect(life.asked).toEqual([])
  life.host.runUntil(3_500)
  expect(batches(life)).toEqual([['m1', 'm2', 'm3']])
  expect(life.at('buffer', 'flush')).toMatchObject([{ at: 3_500, why: 'mentioned' }])
})

test('what others say meanwhile is in the batch, and keeps nobody waiting', () => {
  const life = talk()
  life.say(1_000, { ...mention, sender: 'ann' })
  life.say(1_900, { sender: 'ben' })
  life.host.runUntil(2_000)
  expect(batches(life)).toEqual([['m1', 'm2']])
})

test('who never pauses is asked after four seconds', () => {
  const life = talk()
  for (let at = 1_000; at <= 6_000; at += 500) life.say(at, { ...mention, sender: 'ann' })
  expect(life.at('buffer', 'flush')[0]?.at).toBe(5_000)
})

test('a mention ends the wait of lines that are being gathered (B2)', () => {
  const life = talk()
  life.say(1_000, { sender: 'ben' })
  life.say(1_500, { ...mention, sender: 'ann' })
  life.host.runUntil(2_500)
  expect(batches(life)).toEqual([['m1', 'm2']])
})

test('a bot says what it says at once, and nobody is waited for where that is switched off', () => {
  const peer = talk()
  peer.say(1_000, { ...mention, sender: 'rex', kind: 'peer' })
  expect(batches(peer)).toEqual([['m1']])
  for (const off of [{ ...direct, debounceMs: 0 }, { joinMs: 30_000 }]) {
    const life = talk(off)
    life.say(1_000, { ...mention, sender: 'ann' })
    expect(batches(life)).toEqual([['m1']])
  }
})

test('a command is taken at once', () => {
  const life = talk()
  life.host.runUntil(1_000)
  const message = { id: 'c1', ts: 1_000, kind: 'person', sender: 'ann', mentioned: true, tokens: 5 }
  const command = { type: 'command.received', message, command: { name: 'help' } }
  life.host.tell('g', command)
  expect(life.asked).toMatchObject([{ at: 1_000, src: 'command' }])
})

const slow: Script = {
  compose: (n) => (n === 1 ? calls(call('1.0')) : { outcome: { output: plain }, afterMs: 100 }),
  act: () => ({ outcome: { output: { isError: false, entries: [], grown: 10 } }, afterMs: 29_000 }),
  think: (n) => (n < 6 ? { outcome: { output: thought(n) }, afterMs: 1_000 } : thinks('It is done.')),
}
const thought = (n: number) => ({ calls: [call(`${n + 1}.0`)], entries: [], grown: 10, tokens: 100 })
const plain = { text: 'Hi.', type: 'short', similarity: 0, model: 's', rehearsal: true, tokens: 100 }

test('what who asked adds within half a minute is said to the work, named or not, and each line begins it anew', () => {
  const life = lifeWith(slow, {}, { policy: 'mention' })
  life.say(1_000, mention)
  life.say(25_000, {})
  life.say(54_000, {})
  // Too late, and of somebody else.
  life.say(90_000, {})
  life.say(90_100, { sender: 'ben' })
  life.host.runUntil(400_000)
  const steering = life.asks('think').map((input: { steering: string[] }) => input.steering)
  expect(steering.at(-1)).toEqual(['m2', 'm3'])
})

test.each([
  ['to somebody else', { addressedToOther: true }],
  ['to whom its sender was talking', { continuesOtherExchange: true }],
  ['to all bots', { toBots: true }],
  ['to close the talk', { closing: true }],
] as const)('what is said %s is not', (_, over) => {
  const life = lifeWith(slow, {}, { policy: 'mention' })
  life.say(1_000, mention)
  life.say(5_000, over)
  life.host.runUntil(400_000)
  expect(life.asks('think').at(-1)).toMatchObject({ steering: [] })
})
