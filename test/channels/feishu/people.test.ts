// People across apps and restarts: one id, by their union id, wherever the platform shows them (X5).
import { expect, test } from 'vitest'
import { channelOnFake } from './channel-on-fake.ts'

test('one person is one for two apps, in messages, mentions, quotes and lists of members', async () => {
  const { fake, lab, channel, connect, heard, taken } = await channelOnFake({ historyLimit: 20 })
  await connect('iris', 'otto')
  await heard(fake.say('ann', lab, 'hi @bo', { mentions: ['bo'] }))
  await heard(fake.say('bo', lab, 'hi @ann', { mentions: ['ann'] }))
  const ids = { ann: fake.unionId('ann'), bo: fake.unionId('bo') }
  expect(
    taken
      .map(({ sender, mentions, bots }) => [bots?.[0], sender.id, mentions?.map(({ id }) => id)])
      .toSorted((x, y) => String(x).localeCompare(String(y))),
  ).toEqual([
    ['iris', ids.ann, [ids.bo]],
    ['iris', ids.bo, [ids.ann]],
    ['otto', ids.ann, [ids.bo]],
    ['otto', ids.bo, [ids.ann]],
  ])
  expect(channel.people?.(`feishu:${lab}`)?.toSorted()).toEqual(Object.values(ids).toSorted())
})

test('after a restart the past is by the people whom the service knows, though the platform tells open ids alone', async () => {
  const known = new Map<string, string>()
  const world = await channelOnFake({ historyLimit: 20, authorOf: (id) => known.get(id) })
  const { fake, lab, channel, connect, heard, taken } = world
  const earlier = fake.say('bo', lab, 'earlier', { at: Date.now() - 2_000 })
  const unknown = fake.say('bo', lab, 'also bo', { at: Date.now() - 1_000 })
  known.set(earlier, fake.unionId('bo'))
  await connect('iris')
  await heard(fake.say('ann', lab, 'hello'))
  const shown = taken.map(({ id, sender: { alsoKnownAs, ...sender } }) => [id === unknown, sender, alsoKnownAs?.length])
  expect(shown).toEqual([
    [false, { id: fake.unionId('bo'), name: 'bo', bot: false }, 1],
    [true, { id: fake.unionId('bo'), name: 'bo', bot: false }, 1],
    [false, { id: fake.unionId('ann'), name: 'ann', bot: false }, 1],
  ])
  expect(channel.people?.(`feishu:${lab}`)?.toSorted()).toEqual([fake.unionId('ann'), fake.unionId('bo')].toSorted())
})

test('a bot of another program is one, in what it says and in the past', async () => {
  const { fake, lab, connect, heard, taken } = await channelOnFake({ historyLimit: 20 })
  await connect('iris')
  await heard(fake.say('otto', lab, 'built'))
  fake.disconnect('iris')
  await fake.until(
    () => fake.connections('iris') === 1 && fake.calls.filter(({ name }) => name === 'endpoint').length === 2,
  )
  fake.say('otto', lab, 'again', { at: Date.now() - 1_000 })
  await heard(fake.say('ann', lab, 'thanks'))
  expect([...new Set(taken.filter(({ sender }) => sender.bot).map(({ sender }) => sender.id))]).toEqual([
    fake.unionId('otto'),
  ])
})
