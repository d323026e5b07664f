// Who answers whom in a Feishu group, from the platform's event to the post, through the official SDK.
import { expect, test } from 'vitest'
import { allScopes } from '../fakes/feishu/scopes.ts'
import { wantsTo } from '../fakes/scripted-chat.ts'
import { says } from '../llm/fake-provider.ts'
import { apps, bots, byBot, feishuRooms, people, postedByBots, replied } from './feishu-room.ts'

const room = feishuRooms()
const silent = (why: string, start = 'batchReady') => [`dispatch start: ${start}`, why, 'dispatch end: silent']
const wantsNot = says('{"want_to_reply":false,"reason":"nothing to add"}')

test('of two bots the one that is mentioned answers, and the other one stays silent (R3, R4)', async () => {
  const { fake, lab, start } = await room()
  const service = await start()
  const id = fake.say('ann', lab, '@Rex is this right?', { mentions: ['rex'] })
  expect(await service.outcome('rex', lab, id)).toEqual(replied('mentioned'))
  expect(await service.outcome('iris', lab, id)).toEqual(silent('addressee skip: addressedToOther'))
  expect(fake.posted(lab)).toEqual([
    expect.objectContaining({ id, by: 'ann' }),
    { id: expect.any(String), by: 'rex', replyTo: id, text: 'Take 1 more samples.' },
  ])
})

test('in auto each bot asks the model whether to speak on talk that mentions nobody (R7)', async () => {
  const { fake, chat, lab, start } = await room({ social: { decision: { sharedInRoom: false } } })
  chat.behave({ decide: byBot({ iris: wantsTo, rex: wantsNot }) })
  const service = await start()
  const id = fake.say('bo', lab, 'Which statistics fit, and who does the code review?')
  expect(await service.outcome('iris', lab, id)).toEqual(replied('batchReady'))
  expect(await service.outcome('rex', lab, id)).toEqual(silent('decide skip: modelDeclines'))
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.'])
})

test('in mention nobody answers talk that mentions nobody, and the model is not asked (R7)', async () => {
  const { fake, chat, lab, start } = await room({ social: { policy: 'mention' } })
  const service = await start()
  const id = fake.say('bo', lab, 'Which statistics fit, and who does the code review?')
  for (const bot of bots) {
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    expect(await service.outcome(bot, lab, id)).toEqual(silent('policy skip: mentionsOnly'))
  }
  expect([postedByBots(fake, lab), chat.asked]).toEqual([[], []])
})

test('in open every bot answers, and the model is not asked whether (R7, I7)', async () => {
  const { fake, chat, lab, start } = await room({ social: { policy: 'open' } })
  const service = await start()
  const id = fake.say('bo', lab, 'Good morning, all')
  for (const bot of bots) {
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    expect((await service.outcome(bot, lab, id)).at(-1)).toBe('dispatch end: replied')
  }
  expect(
    fake
      .posted(lab)
      .map(({ by }) => by)
      .toSorted(),
  ).toEqual(['bo', ...bots])
  expect(chat.asked.filter(({ stage }) => stage === 'decide')).toEqual([])
})

test('a one-to-one chat is answered without asking whether, whatever the policy (R6)', async () => {
  const { fake, chat, start } = await room({ social: { policy: 'mention' } })
  const service = await start()
  const direct = fake.p2p('ann', 'iris')
  const id = fake.say('ann', direct, 'are you there')
  expect(await service.outcome('iris', direct, id)).toEqual([
    'dispatch start: oneToOne',
    'compose draft: written',
    'delay wait: typingDelay',
    'send sent: delivered',
    'dispatch end: replied',
  ])
  expect(postedByBots(fake, direct)).toEqual(['iris: Take 1 more samples.'])
  expect(chat.asked.map(({ stage }) => stage)).toEqual(['compose'])
})

test('the tenth mention is not taken for the first one, whose key is its beginning (R5)', async () => {
  const many = Array.from({ length: 9 }, (_, i) => ({ handle: `p${i + 1}`, name: `Pat${i + 1}` }))
  const { fake, chat, start } = await room({ platform: { people: [...people, ...many] } })
  const crowd = fake.group('crowd', ['ann', ...many.map(({ handle }) => handle), ...bots])
  const service = await start()
  const names = many.map(({ name }) => `@${name}`).join(' ')
  const id = fake.say('ann', crowd, `@Rex after ${names}`, { mentions: [...many.map(({ handle }) => handle), 'rex'] })
  expect(await service.outcome('rex', crowd, id)).toEqual(replied('mentioned'))
  expect(await service.outcome('iris', crowd, id)).toEqual(silent('addressee skip: addressedToOther'))
  expect(chat.asked[0]?.user).toMatch(new RegExp(`^1\\* \\d+s Ann: @Rex after ${names}$`, 'm'))
})

const handsOver = (n: number) => (n === 1 ? '@Rex please look at it.' : 'It is sound.')
const deafToOthers = { handle: 'rex', name: 'Rex', scopes: allScopes.filter((scope) => !scope.includes('include_bot')) }

test('a bot that mentions another is answered once, though the platform delivers the mention, too (R3, R10)', async () => {
  const { fake, lab, start } = await room({ reply: handsOver, social: { policy: 'mention', loop: {} } })
  const service = await start()
  fake.say('ann', lab, '@Iris, who checks this?', { mentions: ['iris'] })
  await fake.until(() => fake.posted(lab).length === 3)
  const [, asking, answer] = fake.posted(lab)
  expect([asking, answer]).toMatchObject([
    { by: 'iris', text: '@Rex please look at it.', mentions: ['rex'] },
    { by: 'rex', text: 'It is sound.' },
  ])
  expect(await service.outcome('rex', lab, asking?.id ?? '')).toEqual(replied('mentioned'))
  const delivered = fake.pushes.filter(({ app, message }) => app === 'rex' && message === asking?.id)
  await fake.until(() => delivered.every(({ outcome }) => outcome === 'acked'))
  expect([delivered.length, service.duplicates('rex', lab)]).toEqual([1, [asking?.id]])
})

test('bots of one process hear each other without the scope for that', async () => {
  const { fake, lab, start } = await room({
    platform: { apps: [...apps.filter(({ handle }) => handle !== 'rex'), deafToOthers] },
    reply: handsOver,
    social: { policy: 'mention', loop: {} },
  })
  const service = await start()
  fake.say('ann', lab, '@Iris, who checks this?', { mentions: ['iris'] })
  await fake.until(() => fake.posted(lab).length === 2)
  const asking = fake.posted(lab)[1]?.id ?? ''
  expect(await service.outcome('rex', lab, asking)).toEqual(replied('mentioned'))
  expect(postedByBots(fake, lab)).toEqual(['iris: @Rex please look at it.', 'rex: It is sound.'])
  expect(fake.pushes.filter(({ app, message }) => app === 'rex' && message === asking)).toEqual([])
})
