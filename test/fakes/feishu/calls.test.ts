// The rest of the HTTP side as the official SDK meets it: tokens, scopes, history, who is in a chat.
import { expect, test } from 'vitest'
import { officialClient, refusal } from './official-client.ts'
import { room, textTo } from './room.ts'
import { allScopes } from './scopes.ts'

test('an expired token is refused with 99991663 until a client fetches a new one', async () => {
  const { fake, lab, client } = await room()
  const iris = client('iris')
  const send = (from = iris) => refusal(from.im.v1.message.create(textTo(lab, 'hello')))
  const first = await send()
  fake.expireTokens()
  expect([first.slice(0, 8), await send(), (await send(client('iris'))).slice(0, 8)]).toEqual([
    'answered',
    '400 99991663',
    'answered',
  ])
  expect(fake.calls.filter(({ name }) => name === 'token').length).toBe(2)
})

test('a token lives as long as it was said to', async () => {
  const { lab, client } = await room({ tokenLifeMs: 0 })
  expect(await refusal(client('iris').im.v1.message.create(textTo(lab, 'hello')))).toBe('400 99991663')
})

test('a wrong secret gets no token', async () => {
  const { fake, lab } = await room()
  const { appId } = fake.app('iris')
  const send = officialClient(fake, { appId, appSecret: 'wrong' }).im.v1.message.create(textTo(lab, 'hello'))
  await expect(send).rejects.toThrow('10014')
})

test('a missing scope is named; history without its scope is refused with 230027', async () => {
  const without = (prefix: string) => allScopes.filter((scope) => !scope.startsWith(prefix))
  const { lab, client } = await room({
    apps: [
      { handle: 'iris', scopes: without('im:message:send') },
      { handle: 'otto', scopes: without('im:message.group_msg') },
    ],
  })
  const send = client('iris').im.v1.message.create(textTo(lab, 'hello'))
  await expect(send).rejects.toMatchObject({
    response: {
      status: 400,
      data: {
        code: 99991672,
        msg: 'Access denied. One of the following scopes is required: [im:message:send_as_bot, im:message].',
      },
    },
  })
  const history = client('otto').im.v1.message.list({ params: { container_id_type: 'chat', container_id: lab } })
  expect(await refusal(history)).toBe('400 230027')
})

test('history comes in pages, oldest or newest first, threads apart, recalled messages emptied', async () => {
  const { fake, lab, client } = await room()
  const ids = [1, 2, 3].map((n) => fake.say('ann', lab, `message ${n}`, { at: n * 1_000_000 }))
  const inThread = fake.say('bo', lab, 'aside', { threadOf: ids[0]!, at: 4_000_000 })
  fake.recall(ids[1]!)
  const list = async (params: object) => {
    const { data } = await client('iris').im.v1.message.list({
      params: { container_id_type: 'chat', container_id: lab, ...params },
    })
    return {
      items: data?.items?.map(({ message_id, body }) => [message_id, body?.content]),
      token: data?.page_token,
      more: data?.has_more,
    }
  }
  const first = {
    items: [
      [ids[0], '{"text":"message 1"}'],
      [ids[1], 'This message was recalled'],
    ],
    token: '2',
    more: true,
  }
  expect(await list({ page_size: 2 })).toEqual(first)
  expect(await list({ page_size: 2, page_token: '2' })).toEqual({
    items: [[ids[2], '{"text":"message 3"}']],
    token: '',
    more: false,
  })
  expect((await list({ sort_type: 'ByCreateTimeDesc', end_time: '2500', page_size: 1 })).items).toEqual([
    [ids[1], 'This message was recalled'],
  ])
  const thread = fake.posted(lab).at(-1)?.thread
  expect((await list({ container_id_type: 'thread', container_id: thread })).items).toEqual([
    [ids[0], '{"text":"message 1"}'],
    [inThread, '{"text":"aside"}'],
  ])
})

test('the bot, the chat, its people and its bots are told in the ids of the asking app (R1)', async () => {
  const { fake, lab, client } = await room()
  const iris = client('iris')
  const get = async (url: string): Promise<unknown> => iris.request({ method: 'GET', url })
  expect(await get('/open-apis/bot/v3/info')).toMatchObject({
    code: 0,
    bot: { open_id: fake.openId('iris', 'iris'), app_name: 'iris' },
  })
  expect(await get(`/open-apis/im/v1/chats/${lab}/members/bots`)).toMatchObject({
    data: {
      items: [
        { bot_id: fake.openId('iris', 'iris'), bot_name: 'iris' },
        { bot_id: fake.openId('otto', 'iris'), bot_name: 'otto' },
      ],
    },
  })
  const members = await iris.im.v1.chatMembers.get({ path: { chat_id: lab }, params: { member_id_type: 'open_id' } })
  expect(members.data?.items?.map(({ member_id, name }) => [member_id, name])).toEqual([
    [fake.openId('ann', 'iris'), 'ann'],
    [fake.openId('bo', 'iris'), 'bo'],
  ])
  expect((await iris.im.v1.chat.get({ path: { chat_id: lab } })).data).toMatchObject({
    name: 'lab',
    chat_mode: 'group',
    user_count: '2',
    bot_count: '2',
  })
  expect((await iris.im.v1.chat.list({})).data?.items?.map(({ chat_id }) => chat_id)).toEqual([lab])
  fake.leave('iris', lab)
  expect(await refusal(iris.im.v1.chat.get({ path: { chat_id: lab } }))).toBe('400 232011')
  expect(await refusal(iris.im.v1.message.create(textTo(lab, 'hello')))).toBe('400 230002')
})
