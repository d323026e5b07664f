// From a message in Telegram to the answer that stands there, through the whole service.
import { expect, onTestFinished, test } from 'vitest'
import { spawned } from './spawned.ts'
import { fakeTelegram } from '../fakes/telegram/fake-telegram.ts'
import { tempFolders } from './running.ts'
import { telegramRooms, untilPosted, postedByBots } from './telegram-room.ts'
import { waitFor } from './visitor.ts'

const room = telegramRooms()
const folder = tempFolders()

test('a mention is answered in the group, as a reply to it', async () => {
  const { fake, start } = await room()
  const { outcome } = await start()
  const id = fake.say('ann', 'lab', '@iris_bot when?', { mentions: ['iris'] })
  expect(await untilPosted(fake, 1)).toEqual(['iris: Take 1 more samples.'])
  expect(fake.posted('lab').at(-1)?.replyTo?.text).toBe('@iris_bot when?')
  expect((await outcome('iris', id)).at(-1)).toBe('dispatch end: replied')
})

test('in a basic group, where every bot counts messages by itself, each message is one for all', async () => {
  const { fake, start, group } = await room({ type: 'group' })
  const { url } = await start()
  fake.say('bo', 'lab', 'Twelve samples.')
  fake.say('ann', 'lab', '@iris_bot when?', { mentions: ['iris'] })
  expect(await untilPosted(fake, 1)).toEqual(['iris: Take 1 more samples.'])
  expect(fake.posted('lab').at(-1)?.replyTo?.text).toBe('@iris_bot when?')
  const talk = await waitFor('the talk', async () => {
    const answer = await fetch(`${url}/api/talk?actor=${encodeURIComponent(`rex ${group}`)}`)
    const lines = (await answer.json()) as { text: string }[]
    return lines.length >= 3 ? lines.map(({ text }) => text) : undefined
  })
  expect(talk).toEqual(['Twelve samples.', '@Iris when?', 'Take 1 more samples.'])
})

test('the first word to a bot alone, /start, is a greeting that is answered', async () => {
  const { fake, chat, start } = await room()
  await start()
  const alone = fake.alone('ann', 'iris')
  fake.say('ann', alone, '/start', { entities: [{ type: 'bot_command', offset: 0, length: 6 }] })
  expect(await untilPosted(fake, 1, alone)).toEqual(['iris: Take 1 more samples.'])
  expect(JSON.stringify(chat.asked.at(-1))).toContain('hello')
  expect(postedByBots(fake)).toEqual([])
})

test('a token in the environment makes a bot, without a file, and is never shown', async () => {
  const fake = await fakeTelegram({
    people: [{ handle: 'ann', name: 'Ann' }],
    bots: [{ handle: 'iris', name: 'Iris' }],
  })
  onTestFinished(fake.stop)
  fake.chat('lab', ['ann', 'iris'])
  const home = folder()
  const service = await spawned(home, undefined, {
    env: {
      TELEGRAM_BOT_TOKEN: fake.token('iris'),
      TELEGRAM_API_ROOT: `${fake.url}/`,
      CHIME_PORT: '0',
      CHIME_DATA: home,
      CHIME_LOG_LEVEL: 'debug',
    },
  })
  onTestFinished(service.kill)
  await waitFor('iris online', () =>
    service.lines().find(({ msg, bot }) => msg === 'the bot is online' && bot === 'iris'),
  )
  fake.say('ann', 'lab', '@iris_bot which statistics test fits?', { mentions: ['iris'] })
  expect((await untilPosted(fake, 1))[0]).toContain('rehears')
  expect(service.output()).not.toContain(fake.token('iris').split(':')[1])
  expect(await service.stop()).toBe(0)
})
