// What ends a run and what a turn says of it: a word, a message that is taken back, an operator, a restart (A5).
import { expect, test } from 'vitest'
import { answerOf, type Script } from '../fakes/group-life.ts'
import { call, calls, lifeWith, mention } from '../fakes/run-life.ts'

const notice = 'I am looking into it.'
type Life = ReturnType<typeof lifeWith>

/** Its model call takes so long. */
const slow = (afterMs: number): Script => ({
  compose: () => calls(call('1.0')),
  think: () => ({ outcome: { output: { ...answerOf('It is done.'), tokens: 400 } }, afterMs }),
})
const textsOf = (life: Life): unknown[] => life.sent().map(([, text]) => text)
const takesBack = (life: Life, at: number, message: string): void => {
  life.host.runUntil(at)
  const event = { type: 'message.recalled', message }
  life.host.tell('g', event)
}

test('the message that asked for work is taken back: its call ends, is charged, and the line that told of it bears a sign', () => {
  const life = lifeWith(slow(100_000), { canReact: true })
  life.say(1_000, mention)
  takesBack(life, 30_000, 'm1')
  expect(life.state()).toMatchObject({ work: 'stopping' })
  life.host.runUntil(400_000)
  const stopped = life.at('work', 'stopped')
  expect(stopped.map(({ at, why, messages }) => [at, why, messages])).toEqual([[30_000, 'askRecalled', ['m1']]])
  expect(stopped[0]?.tokens).toBeGreaterThan(0)
  expect(life.asks('sign')).toEqual([{ turn: 1, messages: ['sent-1'], emoji: '👌' }])
  expect(textsOf(life)).toEqual([notice])
  expect(life.context()).not.toHaveProperty('stopped')
})

test('taken back while its turn still waits for it: nothing is said at all', () => {
  const life = lifeWith(slow(100_000), { canReact: true })
  life.say(1_000, mention)
  takesBack(life, 10_000, 'm1')
  life.host.runUntil(400_000)
  expect(life.state()).toMatchObject({ work: 'idle', turn: 'idle' })
  expect([life.asks('sign'), textsOf(life)]).toEqual([[], []])
})

test('what one of two who asked takes back leaves the work to the other', () => {
  const life = lifeWith(slow(60_000))
  life.say(1_000, { asked: 'alone', sender: 'ann' })
  life.say(1_100, { ...mention, sender: 'ben' })
  takesBack(life, 30_000, 'm1')
  life.host.runUntil(400_000)
  expect(life.at('work', 'stopped')).toEqual([])
  expect(textsOf(life)).toEqual([notice, 'It is done.'])
})

test('a message that asked for nothing is taken back: the work goes on', () => {
  const life = lifeWith(slow(60_000))
  life.say(1_000, mention)
  life.say(25_000, { sender: 'ben' })
  takesBack(life, 30_000, 'm2')
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual([notice, 'It is done.'])
})

test('taken back while its answer waits to be said, or is about to be', () => {
  for (const at of [53_000, 54_700]) {
    const life = lifeWith(slow(50_000))
    life.say(1_000, mention)
    takesBack(life, at, 'm1')
    life.host.runUntil(400_000)
    expect(textsOf(life)).toEqual([notice])
    expect(life.state()).toMatchObject({ work: 'idle' })
    expect(life.verdicts.find(({ why }) => why === 'askRecalled')).toMatchObject({ gate: 'control', outcome: 'skip' })
  }
})

test('who asked calls off an answer that is being typed: a sign, and nothing more', () => {
  const life = lifeWith(slow(50_000), { canReact: true })
  life.say(1_000, mention)
  life.say(53_000, { ...mention, wish: 'stop' })
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual([notice])
  expect(life.asks('sign')).toEqual([{ turn: 2, messages: ['m2'], emoji: '👌' }])
  expect(life.at('control', 'skip').map(({ why }) => why)).toEqual(['runStopped'])
})

test('who asked calls it off while it is judged again', () => {
  const life = lifeWith({
    ...slow(50_000),
    rejudge: () => ({ outcome: { output: { want: true, verdict: 'send', tokens: 90 } }, afterMs: 5_000 }),
  })
  life.say(1_000, mention)
  life.say(55_000, { ...mention, wish: 'stop' })
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual([notice])
  expect(life.at('control', 'skip').map(({ why }) => why)).toEqual(['runStopped'])
})

test.each(['mute', 'pause', 'drop'])('an operator says %s: it ends at once, and nothing more is said', (what) => {
  const life = lifeWith(slow(50_000))
  life.say(1_000, mention)
  life.host.runUntil(30_000)
  life.host.tell('g', { type: `operator.${what}` })
  expect(life.state()).toMatchObject({ work: 'idle' })
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual([notice])
})

test('a line that the channel does not take is not posted after the work was called off', () => {
  const life = lifeWith({
    ...slow(100_000),
    deliver: (n) =>
      n === 1
        ? { outcome: { error: { kind: 'unavailable', message: 'x' } }, afterMs: 100 }
        : { outcome: { output: { id: 'late' } }, afterMs: 100 },
  })
  life.say(1_000, mention)
  life.say(25_000, { ...mention, wish: 'stop' })
  life.host.runUntil(400_000)
  expect(life.asks('deliver')).toHaveLength(1)
  expect(life.at('control', 'skip').map(({ why }) => why)).toEqual(['workOver'])
})

test('one of two who asked calls the work off: the other is answered without it', () => {
  const life = lifeWith(slow(60_000), { canReact: true })
  life.say(1_000, { asked: 'alone', sender: 'ann' })
  life.say(1_100, { ...mention, sender: 'ben' })
  life.say(10_000, { ...mention, sender: 'ann', wish: 'stop' })
  life.host.runUntil(400_000)
  expect(life.at('work', 'stopped')).toHaveLength(1)
  const composed = life.asks('compose').map(({ batch }: { batch: string[] }) => batch)
  expect(composed).toEqual([['m1', 'm2'], ['m2']])
  expect(textsOf(life)).toEqual([notice, 'It is done.'])
  expect(life.context()).toMatchObject({ queue: { pending: [] } })
})

test('what another asked is answered when the answer to both is called off before it is said', () => {
  for (const at of [53_000, 54_700]) {
    const life = lifeWith(slow(50_000), { canReact: true })
    life.say(1_000, { asked: 'alone', sender: 'ann' })
    life.say(1_100, { ...mention, sender: 'ben' })
    life.say(at, { ...mention, sender: 'ann', wish: 'stop' })
    life.host.runUntil(400_000)
    expect(textsOf(life)).toEqual([notice, notice, 'It is done.'])
    expect(life.asks('think')).toHaveLength(2)
  }
})

test('an operator who asked nothing calls it off for all', () => {
  const life = lifeWith(slow(60_000), { canReact: true })
  life.say(1_000, { asked: 'alone', sender: 'ann' })
  life.say(1_100, { ...mention, sender: 'ben' })
  life.say(30_000, { ...mention, sender: 'olga', wish: 'stop' })
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual([notice])
})
