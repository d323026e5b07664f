// A bot whose events are posted to it: from the console's question to an answer in the chat.
import { expect, test } from 'vitest'
import { challengeOf } from '../fakes/feishu/webhook.ts'
import { feishuRooms, postedByBots, replied } from './feishu-room.ts'

const room = feishuRooms()
const keys = { encryptKey: 'the-encrypt-key', verificationToken: 'the-token' }

test('a message that comes by webhook is answered, once however often it is posted, and no secret is logged', async () => {
  const { fake, lab, start } = await room({
    accounts: { iris: { connectionMode: 'webhook', ...keys } },
    social: { policy: 'mention' },
  })
  const service = await start()
  const url = `${service.url}/feishu/iris/events`
  const asked = await fetch(url, { method: 'POST', ...challengeOf('c-1', keys) })
  expect(await asked.json()).toEqual({ challenge: 'c-1' })
  fake.postTo('iris', { url, ...keys })
  fake.deliverTwice()
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
  const acknowledged = () =>
    fake.pushes.filter(({ app, message, outcome }) => app === 'iris' && message === id && outcome === 'acked').length
  await fake.until(() => acknowledged() === 2)
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.'])
  expect([fake.connections('iris'), fake.connections('rex')]).toEqual([0, 1])
  // It is known over a restart, too: who kept what was posted brings nothing about with it.
  await service.stop()
  const again = await start()
  fake.postTo('iris', { url: `${again.url}/feishu/iris/events`, ...keys })
  fake.redeliver(id)
  await fake.until(() => acknowledged() === 4)
  expect(again.duplicates('iris', lab)).toContain(id)
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.'])
  expect(JSON.stringify(service.lines)).not.toMatch(/the-encrypt-key|the-token/)
})
