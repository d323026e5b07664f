// Reactions: Telegram's own ones, the nearest of others, and words where nothing is near.
import { expect, test } from 'vitest'
import { reactionFor } from '../../../src/channels/telegram/emoji.ts'
import { makeReply, signal as never } from '../contract/online.ts'
import { telegramWorld } from './world.ts'

test.each([
  ['👍', '👍'],
  ['👍🏽', '👍'],
  ['❤️', '❤'],
  ['✅', '👍'],
  ['⏳', '👀'],
  ['😂', '🤣'],
  ['🤷‍♀️', '🤷‍♀'],
  ['👨‍💻', '👨‍💻'],
  ['❤️‍🔥', '❤‍🔥'],
  ['Thank you', '🙏'],
  ['🪗', undefined],
  ['well then', undefined],
])('%s is %s', (said, reaction) => {
  expect(reactionFor(said)).toBe(reaction)
})

test('one that is far from all of them, or that the group does not allow, is said in words', async () => {
  const { fake, group, open } = await telegramWorld()
  const { channel } = open()
  const id = fake.say('ann', 'lab', 'Done!')
  await channel.send(makeReply({ group }, { type: 'reaction', text: '🪗', replyTo: id }), never())
  await channel.send(makeReply({ group }, { key: 'gone', type: 'reaction', text: '👍', replyTo: '9999' }), never())
  expect(fake.posted('lab').map(({ text }) => text)).toEqual(['Done!', '🪗', '👍'])
})
