// The process is killed at the worst moments, and started as a person starts it; Telegram goes on all the while.
import { expect, onTestFinished, test } from 'vitest'
import { spawned } from './spawned.ts'
import { postedByBots, telegramRooms, untilPosted } from './telegram-room.ts'
import { waitFor } from './visitor.ts'

const room = telegramRooms()

async function killable(file: object, home: string) {
  const service = await spawned(home, file)
  onTestFinished(service.kill)
  return service
}

test('a reply that was posted when the process was killed, before it heard so, is not posted again (S5)', async () => {
  const { fake, home, file } = await room()
  const first = await killable(file, home)
  fake.failSends('silent')
  fake.say('ann', 'lab', '@iris_bot when?', { mentions: ['iris'] })
  await waitFor('the post', () => (fake.isHanging() ? true : undefined))
  await first.kill()

  const second = await killable(file, home)
  const ended = await waitFor('the end of the turn', () =>
    second.lines().find(({ bot, gate, outcome }) => bot === 'iris' && gate === 'dispatch' && outcome === 'end'),
  )
  expect(ended['why']).not.toBe('replied')
  expect(second.lines().find(({ bot, gate }) => bot === 'iris' && gate === 'send')).toMatchObject({
    outcome: 'failed',
    why: 'outcomeUnknown',
  })
  expect(postedByBots(fake)).toEqual(['iris: Take 1 more samples.'])

  // It goes on: the next word is answered.
  fake.say('ann', 'lab', '@iris_bot and then?', { mentions: ['iris'] })
  expect(await untilPosted(fake, 2)).toHaveLength(2)
})

test('a message that was taken in when the process was killed, and not acknowledged, is answered once (S5, R10)', async () => {
  const { fake, chat, home, file } = await room()
  chat.behave({ compose: () => {} })
  const first = await killable(file, home)
  const id = fake.say('ann', 'lab', '@iris_bot when?', { mentions: ['iris'] })
  await waitFor('the reply being written', () => chat.asked.find(({ stage }) => stage === 'compose'))
  await first.kill()
  // As if the poll that acknowledged it had never arrived.
  fake.redeliver('lab', id)

  chat.behave()
  const second = await killable(file, home)
  await untilPosted(fake, 1)
  await waitFor('its duplicate', () => second.lines().find(({ bot, gate }) => bot === 'iris' && gate === 'duplicate'))
  expect(postedByBots(fake)).toHaveLength(1)
})
