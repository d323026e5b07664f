// How long a reply is kept for a channel that is away, and what ends it (L6).
import { describe, expect, test } from 'vitest'
import type { DeliverInput } from '../../machines/group/children.ts'
import { groupLife, inputWith, type Script, yes } from '../fakes/group-life.ts'

// A follow-up at 1 000 is decided at 1 500, drafted at 2 500, due at 6 500, sent at 6 600.
const fourSeconds = { batching: { intervalMs: 0 }, delay: { fastMs: [4_000, 4_000] as [number, number] } }

describe('a reply is kept while the channel is away, and expires (L6)', () => {
  const away = { outcome: { error: { kind: 'unavailable', message: 'offline' } }, afterMs: 100 }

  test('it is tried again every five seconds with the same key until the channel is back', () => {
    const life = groupLife(inputWith(fourSeconds), {
      deliver: (n) => (n < 4 ? away : { outcome: { output: { id: 'x' } }, afterMs: 100 }),
    })
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(60_000)
    const tries = life.asked
      .filter(({ src }) => src === 'deliver')
      .map(({ at, input }) => [at, (input as DeliverInput).key])
    expect(tries).toEqual([6_500, 11_600, 16_700, 21_800].map((at) => [at, 'iris/web:lobby#1@1000']))
    expect(
      life.at('send').map(({ at, outcome, why, reason, numbers }) => [at, outcome, why, reason, numbers?.['tries']]),
    ).toEqual([
      [6_600, 'retry', 'channelUnavailable', 'offline', 1],
      [11_700, 'retry', 'channelUnavailable', 'offline', 2],
      [16_800, 'retry', 'channelUnavailable', 'offline', 3],
      [21_900, 'sent', 'delivered', undefined, 4],
    ])
  })

  test('five minutes after the newest message it answers it is asked for once more and dropped', () => {
    const life = groupLife(inputWith(fourSeconds), { deliver: () => away })
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(400_000)
    const last = life.at('send').at(-1)
    const lastTry = life.asked.at(-1)?.input as DeliverInput
    expect({
      at: last?.at,
      outcome: last?.outcome,
      why: last?.why,
      expiresAt: lastTry.expiresAt,
    }).toEqual({
      at: 307_400,
      outcome: 'skip',
      why: 'expiredWhileWaiting',
      expiresAt: 301_000,
    })
  })

  test('one that may stand there already is asked for once more when it has expired', () => {
    const life = groupLife(inputWith({ ...fourSeconds, delivery: { expiryMs: 20_000 } }), {
      deliver: (n) => ({ outcome: { output: { id: 'x' } }, afterMs: n === 1 ? 30_001 : 100 }),
    })
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(60_000)
    const tries = life.asked
      .filter(({ src }) => src === 'deliver')
      .map(({ at, input }) => [at, (input as DeliverInput).key, (input as DeliverInput).expiresAt])
    expect({ tries, story: life.story('send') }).toEqual({
      tries: [6_500, 41_500].map((at) => [at, 'iris/web:lobby#1@1000', 21_000]),
      story: ['36500 send retry', '41600 send sent'],
    })
  })

  test('the newest message of the batch counts, and its server time', () => {
    const life = groupLife(inputWith(fourSeconds))
    life.host.runUntil(101_000)
    life.say(101_000, { ts: 95_000 })
    life.say(101_000, { ts: 90_000, asked: 'followUp' })
    life.host.runUntil(110_000)
    const delivery = life.asked.find(({ src }) => src === 'deliver')
    expect(delivery?.input).toEqual({
      key: 'iris/web:lobby#1@101000',
      turn: 1,
      text: 'answer 1',
      type: 'short',
      replyTo: 'm1',
      expiresAt: 395_000,
      model: 'scripted',
      rehearsal: true,
    })
  })

  test('a draft that is due after the expiry is not sent', () => {
    const life = groupLife(inputWith({ ...fourSeconds, delivery: { expiryMs: 5_500 } }))
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(20_000)
    expect(life.at('delay').map(({ at, outcome, why, numbers }) => [at, outcome, why, numbers])).toEqual([
      [2_500, 'wait', 'typingDelay', { waitMs: 4_000, pace: 'hint', hint: 'fast' }],
      [6_500, 'skip', 'messageTooOld', { expiredMs: 0, moved: 0 }],
    ])
    expect(life.asked.map(({ src }) => src)).toEqual(['decide', 'compose'])
  })

  test('a channel that does not answer for thirty seconds is asked again, with the same key', () => {
    const life = groupLife(inputWith(fourSeconds), {
      deliver: (n) => ({ outcome: { output: { id: 'x' } }, afterMs: n === 1 ? 30_001 : 100 }),
    })
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(60_000)
    expect(life.story('send')).toEqual(['36500 send retry', '41600 send sent'])
  })

  test.each([
    { kind: 'permanent', story: ['6600 send failed'] },
    { kind: 'ceiling', story: ['6600 budget failed'] },
  ])('a failure that is $kind is not tried again', ({ kind, story }) => {
    const life = groupLife(inputWith(fourSeconds), {
      deliver: () => ({ outcome: { error: { kind, message: 'no' } }, afterMs: 100 }),
    })
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(60_000)
    expect(life.story('send', 'budget')).toEqual(story)
  })
})

test('a judgement before sending that outlasts the expiry: the draft is not handed to the channel (L6)', () => {
  const script: Script = { rejudge: () => ({ outcome: { output: { ...yes, verdict: 'send' } }, afterMs: 6_000 }) }
  const life = groupLife(inputWith({ ...fourSeconds, delivery: { expiryMs: 10_000 } }), script)
  life.say(1_000, { mentioned: true })
  life.say(3_000, { sender: 'bo', question: true })
  life.host.runUntil(13_000)
  expect(life.story('rejudge', 'delay', 'send', 'dispatch')).toEqual([
    '1000 dispatch start',
    '2000 delay wait',
    '12000 rejudge send',
    '12000 delay skip',
    '12000 dispatch end',
  ])
})

test('what is sent names the messages that it answers, the one that it is a reply to first, and no others of the batch', () => {
  const life = groupLife(inputWith({ batching: { intervalMs: 5_000 } }))
  life.say(1_000, { id: 'chat', sender: 'bo' })
  life.say(2_000, { id: 'asks', sender: 'dana', mentioned: true, how: 'mention' })
  life.host.runUntil(60_000)
  expect(life.at('dispatch')[0]?.messages).toEqual(['chat', 'asks'])
  expect(life.at('send').map(({ outcome, messages }) => [outcome, messages])).toEqual([['sent', ['asks']]])
})
