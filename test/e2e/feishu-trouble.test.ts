// What goes wrong between Feishu and the service while both go on: nothing is lost, nothing is said twice (R10, S5).
import { expect, test } from 'vitest'
import type { FakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { says } from '../llm/fake-provider.ts'
import { bots, byBot, feishuRooms, postedByBots, replied } from './feishu-room.ts'
import { refusing } from './refusing.ts'
import { waitFor } from './visitor.ts'

const room = feishuRooms()
const once = ['iris: Take 1 more samples.']

const triesOf = (fake: FakeFeishu, bot: string, message: string): string[] =>
  fake.pushes.filter(({ app, message: about }) => app === bot && about === message).map(({ outcome }) => outcome)

const isAcked = (fake: FakeFeishu, bot: string, message: string) => () => triesOf(fake, bot, message).at(-1) === 'acked'

test('a message whose acknowledgements get lost is delivered again and answered once', async () => {
  const { fake, lab, start } = await room({ platform: { ackTimeoutMs: 100 } })
  const service = await start()
  fake.dropAcks('iris', 2)
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
  await fake.until(isAcked(fake, 'iris', id))
  // A busy machine may be late once more.
  const tries = triesOf(fake, 'iris', id)
  expect(tries.slice(0, 2)).toEqual(['unanswered', 'unanswered'])
  expect(service.duplicates('iris', lab)).toEqual(tries.slice(1).map(() => id))
  expect(postedByBots(fake, lab)).toEqual(once)
})

test('a message that the store refuses is not acknowledged, and answered once when it comes again', async () => {
  const { fake, lab, start } = await room()
  const service = await start()
  const accepting = refusing(service.store, 'INSERT ON message')
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  await fake.until(() => triesOf(fake, 'iris', id)[0] === 'failed')
  expect(service.verdicts('iris', lab)).toEqual([])
  accepting()
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
  await fake.until(isAcked(fake, 'iris', id))
  expect(service.duplicates('iris', lab)).toEqual([])
  expect(postedByBots(fake, lab)).toEqual(once)
})

test('what the platform delivers twice is one message to each bot', async () => {
  const { fake, lab, start } = await room()
  const service = await start()
  fake.deliverTwice()
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
  await fake.until(() => fake.pushes.every(({ outcome }) => outcome === 'acked'))
  fake.deliverTwice(false)
  fake.redeliver(id)
  await waitFor('the third copy', () => service.duplicates('iris', lab).length === 2 || undefined)
  expect(service.duplicates('rex', lab).filter((message) => message === id)).toEqual([id, id])
  expect(postedByBots(fake, lab)).toEqual(once)
})

test('a reply that is being written when the connection breaks is posted once, and what was said meanwhile is heard', async () => {
  const { fake, chat, lab, start } = await room()
  const written = Promise.withResolvers<void>()
  const slow = says('It is the third one.')
  chat.behave({
    compose: byBot({ iris: (...call) => void written.promise.then(() => slow(...call)), rex: says('Yes.') }),
  })
  const service = await start()
  const id = fake.say('ann', lab, '@Iris which one?', { mentions: ['iris'] })
  await waitFor('the reply being written', () => chat.asked.find(({ stage }) => stage === 'compose'))
  for (const bot of bots) fake.disconnect(bot)
  await fake.until(() => bots.every((bot) => fake.connections(bot) === 0))
  const meanwhile = fake.say('bo', lab, '@Rex and you?', { mentions: ['rex'] })
  expect(triesOf(fake, 'rex', meanwhile)).toEqual(['unconnected'])
  written.resolve()
  expect((await service.outcome('iris', lab, id)).at(-1)).toBe('dispatch end: replied')
  expect((await service.outcome('rex', lab, meanwhile)).at(-1)).toBe('dispatch end: replied')
  expect(postedByBots(fake, lab).toSorted()).toEqual(['iris: It is the third one.', 'rex: Yes.'])
  const broken = service.lines.filter(({ msg }) => msg === 'the line to the channel broke')
  expect(broken.map(({ bot }) => String(bot)).toSorted()).toEqual(bots)
  await service.isOnline('iris', 2)
})

test('a socket that is dead without being closed is replaced, and what went into it is answered once', async () => {
  // The ping timeout is 3 s and starts anew at every ping.
  const { fake, lab, start } = await room({ platform: { pingMs: 3_200, ackTimeoutMs: 300 } })
  const service = await start()
  fake.halfDead('iris')
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  await fake.until(() => triesOf(fake, 'iris', id)[0] === 'unanswered')
  fake.redeliver(id)
  await service.isOnline('iris', 2)
  fake.redeliver(id)
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
  expect(postedByBots(fake, lab)).toEqual(once)
})

test('an expired token is replaced, and the reply is posted once', async () => {
  const { fake, lab, start } = await room()
  const service = await start()
  fake.expireTokens()
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
  expect(postedByBots(fake, lab)).toEqual(once)
  expect(fake.calls.some(({ app, code }) => app === undefined && code === 99991663)).toBe(true)
})

/** Long enough for two posts, and another one every time. */
const twoPosts = (word: string) => {
  let told = 0
  return (...call: Parameters<ReturnType<typeof says>>) => {
    told += 1
    const words = Array.from({ length: 700 }, (_, n) => `${word}:${told}:${n}`)
    return says(words.join(' '))(...call)
  }
}

test.each([
  ['now and then', { refusals: [{ http: 400, code: 99991400 }, { http: 429 }], sendsPerSecond: 5 }],
  ['since others post in the chat, too', { refusals: [], sendsPerSecond: 3 }],
])('what the platform refuses for speed %s is posted once, never more than five in a second', async (_, given) => {
  const { fake, chat, lab, start } = await room({
    platform: { sendsPerSecond: given.sendsPerSecond },
    social: { policy: 'mention', style: { maxCharsPerMessage: 8_000, maxSimilarity: 1 } },
  })
  chat.behave({ compose: byBot({ iris: twoPosts('alpha'), rex: twoPosts('omega') }) })
  const service = await start()
  fake.failSends(...given.refusals)
  for (const n of [1, 2, 3]) {
    const id = fake.say('ann', lab, `@Iris @Rex part ${n}?`, { mentions: bots })
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    const ends = await Promise.all(bots.map(async (bot) => (await service.outcome(bot, lab, id)).at(-1)))
    expect(ends).toEqual(['dispatch end: replied', 'dispatch end: replied'])
  }
  const begins = fake.posted(lab).flatMap(({ by, text }) => /\w+:\d:/.exec(by === 'ann' ? '' : text)?.[0] ?? [])
  expect(begins.toSorted()).toEqual(
    ['alpha', 'omega'].flatMap((word) => [1, 1, 2, 2, 3, 3].map((n) => `${word}:${n}:`)),
  )
  expect(fake.mostPerSecond(lab)).toBeLessThanOrEqual(5)
  expect(fake.refused() > 0).toBe(given.sendsPerSecond < 5)
})
