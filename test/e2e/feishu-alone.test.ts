// A hello that names nobody: in a Feishu group of one person it is for the bot, in a group of two it is open talk.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { feishuRooms, postedByBots, replied } from './feishu-room.ts'

const room = feishuRooms()

/** Nobody stands in the roster: who is there is told by the platform alone. */
async function strangers(social: object) {
  const made = await room({ social })
  rmSync(join(made.home, 'group'), { recursive: true })
  return made
}

test('a person who is alone with the bot by the list of members is answered', async () => {
  const { fake, start } = await strangers({})
  const den = fake.group('den', ['ann', 'iris'])
  const service = await start()
  expect(await service.outcome('iris', den, fake.say('ann', den, 'Hello!'))).toEqual(replied('requested'))
  expect(postedByBots(fake, den)).toEqual(['iris: Take 1 more samples.'])
})

test('the first who speaks in a group where a second person listens is not taken to be alone', async () => {
  const { fake, lab, start } = await strangers({ policy: 'mention' })
  const service = await start()
  expect(await service.outcome('iris', lab, fake.say('ann', lab, 'Hello!'))).toEqual([
    'dispatch start: batchReady',
    'policy skip: mentionsOnly',
    'dispatch end: silent',
  ])
  expect(postedByBots(fake, lab)).toEqual([])
})
