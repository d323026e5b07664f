// A bot that cannot come online: it says why, the others go on, and what passes by itself is mended by itself (R1).
import { expect, test } from 'vitest'
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { allScopes } from '../fakes/feishu/scopes.ts'
import { apps, bots, feishuRooms, postedByBots, replied } from './feishu-room.ts'
import { waitFor } from './visitor.ts'

const room = feishuRooms()
type Service = Awaited<ReturnType<Awaited<ReturnType<typeof room>>['start']>>

/** State and reason of each bot's line, as the page shows them. */
async function connectionsOf({ url }: Service): Promise<Record<string, unknown>> {
  const rows = (await (await fetch(`${url}/api/connections`)).json()) as ConnectionRow[]
  const ofFeishu = rows.filter(({ channel }) => channel === 'feishu')
  return Object.fromEntries(ofFeishu.map(({ bot, state, reason }) => [bot, reason ? `${state}: ${reason}` : state]))
}

const refusal = ({ lines }: Service, level: 'error' | 'warn') =>
  waitFor('why iris is not online', () => lines.find((line) => line['bot'] === 'iris' && line.level === level))

test.each([
  [
    'an app id that nobody has',
    { appId: 'cli_0000000000000000' },
    'Feishu answered 10003: invalid app_id; the app id is unknown',
  ],
  ['a wrong secret', { appSecret: 'swordfish' }, 'Feishu answered 10014: app secret invalid; the app secret is wrong'],
])('with %s the bot is not online and says so, and the other one answers', async (_, iris, error) => {
  const { fake, lab, start } = await room({ accounts: { iris } })
  const service = await start(['rex'])
  expect(await refusal(service, 'error')).toMatchObject({
    channel: 'feishu',
    error,
    msg: 'the bot is not online, and trying again does not help',
  })
  expect(await connectionsOf(service)).toEqual({ iris: `failed: ${error}`, rex: 'online' })
  expect(fake.connections('iris')).toBe(0)
  const id = fake.say('ann', lab, '@Rex are you there?', { mentions: ['rex'] })
  expect(await service.outcome('rex', lab, id)).toEqual(replied('mentioned'))
  expect(postedByBots(fake, lab)).toEqual(['rex: Take 1 more samples.'])
  expect(JSON.stringify(service.lines)).not.toContain('swordfish')
})

test('without the scope to post, the bot says in its verdict what is missing, and nothing in the group', async () => {
  const scopes = allScopes.filter((scope) => !scope.startsWith('im:message:send') && scope !== 'im:message')
  const [iris, rex] = apps
  const { fake, lab, start } = await room({
    platform: {
      apps: [
        { handle: 'iris', ...iris, scopes },
        { handle: 'rex', ...rex },
      ],
    },
  })
  const service = await start()
  const toIris = fake.say('ann', lab, '@Iris are you there?', { mentions: ['iris'] })
  expect(await service.outcome('iris', lab, toIris)).toContain('send failed: channelRefused')
  const refused = service.verdicts('iris', lab).find(({ gate }) => gate === 'send')
  expect(refused?.reason).toContain('im:message:send_as_bot')
  const toRex = fake.say('ann', lab, '@Rex are you there?', { mentions: ['rex'] })
  expect(await service.outcome('rex', lab, toRex)).toEqual(replied('mentioned'))
  expect(postedByBots(fake, lab)).toEqual(['rex: Take 2 more samples.'])
})

test('without the scope to hear all, the bot answers mentions, hears nothing else, and the log says so once', async () => {
  const scopes = allScopes.filter((scope) => !scope.startsWith('im:message.group_msg'))
  const [iris, rex] = apps
  const { fake, lab, start } = await room({
    platform: {
      apps: [
        { handle: 'iris', ...iris, scopes },
        { handle: 'rex', ...rex },
      ],
    },
  })
  const service = await start()
  const said = fake.say('ann', lab, 'Which papers cover statistics?')
  const first = fake.say('ann', lab, '@Iris are you there?', { mentions: ['iris'] })
  expect((await service.outcome('iris', lab, first)).at(-1)).toBe('dispatch end: replied')
  const second = fake.say('ann', lab, '@Iris still there?', { mentions: ['iris'] })
  expect((await service.outcome('iris', lab, second)).at(-1)).toBe('dispatch end: replied')
  const heard = service.verdicts('iris', lab).filter(({ messages }) => messages.includes(said))
  expect(service.verdicts('rex', lab).some(({ messages }) => messages.includes(said))).toBe(true)
  expect(heard).toEqual([])
  const warnings = service.lines.filter(({ bot, level }) => bot === 'iris' && level === 'warn')
  expect(warnings.map(({ msg }) => msg)).toEqual([
    'the bot hears nothing but mentions: add the scope im:message.group_msg, or set its policy to mention',
  ])
})

test('a service that starts without the network comes online by itself when the network is back', async () => {
  const { fake, lab, start } = await room()
  fake.down()
  const service = await start([])
  expect(await refusal(service, 'warn')).toMatchObject({
    channel: 'feishu',
    error: expect.stringMatching(/^Feishu cannot be reached: /) as string,
    msg: 'the bot is not online; it is tried again',
  })
  // The page is there all the while.
  const inLobby = await service.visitor.say('lobby', 'Iris, are you there?')
  await service.visitor.reply('lobby', { id: inLobby, bot: 'iris' })
  fake.up()
  await Promise.all(bots.map((bot) => service.isOnline(bot)))
  expect(await connectionsOf(service)).toEqual({ iris: 'online', rex: 'online' })
  const id = fake.say('ann', lab, '@Iris are you there?', { mentions: ['iris'] })
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 2 more samples.'])
})

test('a platform that fails and then does not is joined by itself', async () => {
  const { fake, lab, start } = await room()
  fake.fail('endpoint', { http: 502 }, { http: 502 })
  const service = await start()
  const delayed = service.lines.filter(({ msg }) => msg === 'the bot is not online; it is tried again')
  expect(delayed.map(({ bot }) => String(bot)).toSorted()).toEqual(bots)
  const id = fake.say('ann', lab, '@Iris are you there?', { mentions: ['iris'] })
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
})
