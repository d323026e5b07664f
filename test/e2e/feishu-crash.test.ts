// The process is killed at the worst moments, and started as a person starts it; the platform goes on all the while.
import { expect, onTestFinished, test } from 'vitest'
import { fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { apps, feishuRooms, people, postedByBots } from './feishu-room.ts'
import { tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { waitFor } from './visitor.ts'

const room = feishuRooms()
const folder = tempFolders()

async function killable(file: object, home: string) {
  const service = await spawned(home, file)
  onTestFinished(service.kill)
  return service
}

test('a reply that was posted when the process was killed, before it heard so, is not posted again (S5)', async () => {
  const { fake, lab, home, file } = await room()
  const first = await killable(file, home)
  await fake.until(() => fake.connections('iris') === 1)
  fake.failSends({ done: 'silent' })
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  await fake.until(() => fake.sends.length === 1)
  await first.kill()

  const second = await killable(file, home)
  const ended = await waitFor('the end of the turn', () =>
    second.lines().find(({ bot, gate, outcome }) => bot === 'iris' && gate === 'dispatch' && outcome === 'end'),
  )
  expect(ended['why']).toBe('replied')
  expect(fake.sends.map(({ outcome }) => outcome)).toEqual(['posted', 'again'])
  expect(fake.posted(lab).map(({ by }) => by)).toEqual(['ann', 'iris'])

  // The message that was answered is known: the platform may tell it again.
  fake.redeliver(id)
  await waitFor('its duplicate', () => second.lines().find(({ bot, gate }) => bot === 'iris' && gate === 'duplicate'))
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.'])
})

test('a message that was taken in when the process was killed, and not acknowledged, is answered once (S5, R10)', async () => {
  const { fake, chat, lab, home, file } = await room({
    platform: { ackTimeoutMs: 200, redeliverMs: Array.from({ length: 100 }, () => 100) },
  })
  chat.behave({ compose: () => {} })
  const first = await killable(file, home)
  await fake.until(() => fake.connections('iris') === 1)
  fake.dropAcks('iris', 1_000)
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  await waitFor('the reply being written', () => chat.asked.find(({ stage }) => stage === 'compose'))
  await first.kill()
  expect(
    fake.pushes
      .filter(({ app, message }) => app === 'iris' && message === id)
      .every(({ outcome }) => outcome !== 'acked'),
  ).toBe(true)

  chat.behave()
  fake.dropAcks('iris', 0)
  const second = await killable(file, home)
  await fake.until(() => postedByBots(fake, lab).length === 1)
  await fake.until(() =>
    fake.pushes.some(({ app, message, outcome }) => app === 'iris' && message === id && outcome === 'acked'),
  )
  await waitFor('its duplicate', () => second.lines().find(({ bot, gate }) => bot === 'iris' && gate === 'duplicate'))
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.'])
})

test('an app id, its secret and a domain in the environment make a bot, without a file', async () => {
  const fake = await fakeFeishu({
    apps,
    people,
    redeliverMs: [100, 200, 400, 800],
    reconnectMs: 20,
    reconnectNonceMs: 0,
  })
  onTestFinished(fake.stop)
  const lab = fake.group('lab', ['ann', 'iris'])
  const { appId, appSecret } = fake.app('iris')
  const home = folder()
  const service = await spawned(home, undefined, {
    env: {
      FEISHU_APP_ID: appId,
      FEISHU_APP_SECRET: appSecret,
      FEISHU_DOMAIN: `${fake.url}/`,
      CHIME_PORT: '0',
      CHIME_DATA: home,
    },
  })
  onTestFinished(service.kill)
  await waitFor('iris online', () =>
    service.lines().find(({ msg, bot }) => msg === 'the bot is online' && bot === 'iris'),
  )
  fake.say('ann', lab, '@Iris which statistics test fits?', { mentions: ['iris'] })
  await fake.until(() => fake.posted(lab).length === 2)
  expect(fake.posted(lab)[1]).toMatchObject({ by: 'iris', text: expect.stringContaining('rehears') as string })
  expect(service.output()).not.toContain(appSecret)
  expect(await service.stop()).toBe(0)
})
