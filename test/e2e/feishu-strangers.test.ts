// A bot that another process runs: heard with the scopes for bots alone, and believed after a look at one's own copy.
import { expect, test } from 'vitest'
import type { FakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { officialClient } from '../fakes/feishu/official-client.ts'
import { textTo } from '../fakes/feishu/room.ts'
import { allScopes } from '../fakes/feishu/scopes.ts'
import { apps, feishuRooms, postedByBots, replied } from './feishu-room.ts'

const room = feishuRooms()
const stranger = { handle: 'otto', name: 'Otto' }

/** Posts as the other bot, in the ids of its app. */
async function ottoAsksRex(fake: FakeFeishu, chat: string): Promise<string> {
  const words = `<at user_id="${fake.openId('rex', 'otto')}">Rex</at> is this right?`
  const { data } = await officialClient(fake, fake.app('otto')).im.v1.message.create(textTo(chat, words))
  return data?.message_id ?? ''
}

test('a mention by a bot of another process is answered, once the own copy shows it (R3, R4)', async () => {
  const { fake, chat, start } = await room({
    platform: { apps: [...apps, stranger] },
    social: { policy: 'mention', loop: {} },
  })
  const den = fake.group('den', ['ann', 'rex', 'otto'])
  const service = await start()
  const id = await ottoAsksRex(fake, den)
  expect(await service.outcome('rex', den, id)).toEqual(replied('mentioned'))
  expect(fake.calls.filter(({ app, name }) => app === 'rex' && name === 'read').length).toBe(1)
  expect(chat.asked[0]?.user).toMatch(/\n1\* \d+s Otto \(bot\): @Rex is this right\?\n/)
  expect(postedByBots(fake, den)).toEqual(['rex: Take 1 more samples.'])
})

test('without the scope for bots, a bot hears people alone; what the others said is in the history', async () => {
  const deaf = allScopes.filter((scope) => !scope.includes('include_bot'))
  const scopes = [...deaf, 'im:message.group_msg']
  const { fake, chat, start } = await room({
    platform: {
      apps: [...apps.filter(({ handle }) => handle !== 'rex'), { handle: 'rex', name: 'Rex', scopes }, stranger],
    },
    social: { policy: 'mention', loop: {} },
  })
  const den = fake.group('den', ['ann', 'rex', 'otto'])
  const service = await start()
  const unheard = await ottoAsksRex(fake, den)
  const id = fake.say('ann', den, '@Rex, well?', { mentions: ['rex'] })
  expect(await service.outcome('rex', den, id)).toEqual(replied('mentioned'))
  expect(fake.pushes.filter(({ app, message }) => app === 'rex' && message === unheard)).toEqual([])
  expect(chat.asked[0]?.user).toMatch(/\n1\* \d+s Otto \(bot\): @Rex is this right\?\nNew:\n/)
  expect(postedByBots(fake, den)).toEqual(['rex: Take 1 more samples.'])
})
