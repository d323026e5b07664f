// Where a message on Discord stands: channels, threads, chats of two.
import { expect, test } from 'vitest'
import { discord, hears, online } from './one-bot.ts'

test('a thread is a group of its own, and begins with what it was made of', async () => {
  const { fake, lab } = await discord()
  const bot = await online(fake)
  const thread = fake.thread(lab, 'welch')
  const starter = {
    type: 21,
    referenced_message: {
      id: '77',
      channel_id: lab,
      author: { id: fake.idOf('bo'), username: 'bo', global_name: 'Bo' },
      content: 'Which test?',
      timestamp: new Date().toISOString(),
    },
  }
  fake.say('ann', thread, '', { more: starter })
  const id = fake.say('ann', thread, 'In here.')
  expect(await hears(bot, id)).toMatchObject({ group: `discord:${thread}` })
  expect(bot.heard.map(({ group, text, sender }) => [group, sender.name, text])).toEqual([
    [`discord:${thread}`, 'Bo', 'Which test?'],
    [`discord:${thread}`, 'Ann', 'In here.'],
  ])
})

test('a chat of two is one to one, called as its person, and shows no reply (R6)', async () => {
  const { fake } = await discord()
  const bot = await online(fake)
  const direct = fake.direct('ann', 'iris')
  const id = fake.say('ann', direct, 'Are you there?')
  expect(await hears(bot, id)).toMatchObject({ group: `discord:${direct}`, oneToOne: true })
  expect(bot.channel.titleOf?.(`discord:${direct}`)).toBe('Ann')
})

test('events that are none, or say nothing of use, change nothing', async () => {
  const { fake, lab } = await discord()
  const bot = await online(fake)
  for (const data of [null, 7, {}, { id: 'x' }, { id: '1', channel_id: 'lab', content: 'no author' }])
    for (const type of [
      'MESSAGE_CREATE',
      'MESSAGE_UPDATE',
      'MESSAGE_DELETE',
      'MESSAGE_DELETE_BULK',
      'GUILD_CREATE',
      'THREAD_CREATE',
      'GUILD_ROLE_UPDATE',
      'GUILD_MEMBER_UPDATE',
      'NEWS',
    ])
      fake.push('iris', type, data)
  fake.raw('iris', '{"op":')
  await hears(bot, fake.say('ann', lab, 'Still here?'))
  expect([bot.texts(), bot.corrections, bot.told]).toEqual([['Still here?'], [], ['ready']])
})
