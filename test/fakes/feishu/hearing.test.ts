// What the official SDK hears from the fake: whom the scope gate lets through, under which ids, in which form.
import { expect, test } from 'vitest'
import { allScopes } from './scopes.ts'
import { room, textTo } from './room.ts'

const peopleOnly = allScopes.filter((scope) => scope !== 'im:message.group_msg.include_bot:read')
const mentionsOnly = allScopes.filter((scope) => !scope.startsWith('im:message.group_msg'))
const mentionsByPeople = mentionsOnly.filter((scope) => !scope.includes('include_bot'))

test('a message arrives once, whole, with the ids of the app that hears it (R4)', async () => {
  const { fake, lab, listen } = await room()
  const heard = await listen('iris')
  const id = fake.say('ann', lab, 'hi @iris and @bo', { mentions: ['iris', 'bo'], at: 1_700_000_000_000 })
  await fake.until(() => fake.pushes.some(({ app, outcome }) => app === 'iris' && outcome === 'acked'))
  const ids = (who: string) => ({ open_id: fake.openId(who, 'iris'), union_id: fake.unionId(who), user_id: null })
  expect(heard.map(({ sender, message }) => ({ sender, message }))).toEqual([
    {
      sender: { sender_id: ids('ann'), sender_type: 'user', tenant_key: 'tenant_of_the_fake' },
      message: {
        message_id: id,
        create_time: '1700000000000',
        update_time: '1700000000000',
        chat_id: lab,
        chat_type: 'group',
        message_type: 'text',
        content: '{"text":"hi @_user_1 and @_user_2"}',
        mentions: [
          { key: '@_user_1', id: ids('iris'), mentioned_type: 'bot', name: 'iris', tenant_key: 'tenant_of_the_fake' },
          { key: '@_user_2', id: ids('bo'), mentioned_type: 'user', name: 'bo', tenant_key: 'tenant_of_the_fake' },
        ],
      },
    },
  ])
  expect(fake.openId('ann', 'iris')).not.toBe(fake.openId('ann', 'otto'))
})

test('the tenth mention is @_user_10 beside @_user_1 (R5)', async () => {
  const people = Array.from({ length: 10 }, (_, i) => `p${i + 1}`)
  const { fake, lab, listen } = await room({ people })
  const heard = await listen('iris')
  const words = people.toReversed().map((name) => `@${name}`)
  fake.say('p1', lab, words.join(' '), { mentions: people })
  await fake.until(() => heard.length === 1)
  expect(JSON.parse(heard[0]?.message.content ?? '')).toEqual({
    text: '@_user_10 @_user_9 @_user_8 @_user_7 @_user_6 @_user_5 @_user_4 @_user_3 @_user_2 @_user_1',
  })
})

test('without the group scope a bot hears only what names it, without include_bot only people (X1)', async () => {
  const { fake, lab, listen, client } = await room({
    apps: [
      { handle: 'iris' },
      { handle: 'otto', scopes: mentionsOnly },
      { handle: 'pia', scopes: peopleOnly },
      { handle: 'quin', scopes: mentionsByPeople },
    ],
  })
  await Promise.all(['iris', 'otto', 'pia', 'quin'].map((app) => listen(app)))
  const told = fake.say('ann', lab, 'good morning')
  const asked = fake.say('ann', lab, '@otto are you there?', { mentions: ['otto'] })
  const all = fake.say('ann', lab, '@Everyone lunch', { mentions: ['all'] })
  const sent = await client('iris').im.v1.message.create(
    textTo(
      lab,
      `<at user_id="${fake.openId('otto', 'iris')}">otto</at> <at user_id="ou_unknown">pia</at> hello <at user_id="${fake.openId('quin', 'iris')}">quin</at>`,
    ),
  )
  const byBot = sent.data?.message_id ?? ''
  await fake.until(() =>
    fake.pushes.every(({ type, outcome }) => type !== 'im.message.receive_v1' || outcome === 'acked'),
  )
  const heardBy = (app: string) =>
    fake.pushes.filter((push) => push.app === app && push.message !== undefined).map(({ message }) => message)
  const called = fake.say('bo', lab, '@quin?', { mentions: ['quin'] })
  expect({ iris: heardBy('iris'), otto: heardBy('otto'), pia: heardBy('pia'), quin: heardBy('quin') }).toEqual({
    iris: [told, asked, all, called],
    otto: [asked, byBot],
    pia: [told, asked, all, called],
    quin: [called],
  })
  expect(fake.posted(lab).at(-2)).toEqual({
    id: byBot,
    by: 'iris',
    text: '@otto @pia hello @quin',
    mentions: ['otto', 'quin'],
  })
})

test("a bot's mention comes with the ids of its own app; a re-read shows the reader's (R3)", async () => {
  const { fake, lab, listen, client } = await room()
  const heard = await listen('otto')
  await client('iris').im.v1.message.create(textTo(lab, `<at user_id="${fake.openId('otto', 'iris')}">otto</at> hi`))
  await fake.until(() => heard.length === 1)
  const [event] = heard
  expect(event?.sender).toEqual({
    sender_id: { open_id: fake.openId('iris', 'otto'), union_id: fake.unionId('iris'), user_id: null },
    sender_type: 'bot',
    tenant_key: 'tenant_of_the_fake',
  })
  expect(event?.message.mentions?.[0]?.id['open_id']).toBe(fake.openId('otto', 'iris'))
  const read = await client('otto').im.v1.message.get({ path: { message_id: event?.message.message_id ?? '' } })
  expect(read.data?.items?.map(({ sender, body, mentions }) => ({ sender, body, mentions }))).toEqual([
    {
      sender: {
        id: fake.app('iris').appId,
        id_type: 'app_id',
        sender_type: 'app',
        open_bot_id: fake.openId('iris', 'otto'),
        tenant_key: 'tenant_of_the_fake',
      },
      body: { content: '{"text":"@_user_1 hi"}' },
      mentions: [
        {
          key: '@_user_1',
          id: fake.openId('otto', 'otto'),
          id_type: 'open_id',
          name: 'otto',
          tenant_key: 'tenant_of_the_fake',
        },
      ],
    },
  ])
})

test('every kind of message has its content, broken ones too (A12)', async () => {
  const { fake, lab, listen, client } = await room()
  const heard = await listen('iris')
  const first = fake.say('bo', lab, 'one\n@iris two', { kind: 'post', mentions: ['iris'] })
  fake.say('bo', lab, 'plan.pdf', { kind: 'file' })
  for (const kind of ['image', 'audio', 'sticker'] as const) fake.say('bo', lab, '', { kind })
  const merged = fake.say('bo', lab, '', { kind: 'merge_forward', forwarded: [first] })
  fake.say('bo', lab, '', { raw: '{"text":' })
  await fake.until(() => heard.length === 7)
  const contents = heard.map(({ message }) => [
    message['message_type'],
    message.content.replaceAll(/(img|file)_v3_\w+/g, '$1'),
  ])
  expect(contents).toEqual([
    [
      'post',
      JSON.stringify({
        title: '',
        content: [
          [{ tag: 'text', text: 'one', style: [] }],
          [
            { tag: 'at', user_id: '@_user_1', user_name: 'iris', style: [] },
            { tag: 'text', text: ' two', style: [] },
          ],
        ],
      }),
    ],
    ['file', '{"file_key":"file","file_name":"plan.pdf"}'],
    ['image', '{"image_key":"img"}'],
    ['audio', '{"file_key":"file","duration":2000}'],
    ['sticker', '{"file_key":"file"}'],
    ['merge_forward', 'Merged and Forwarded Message'],
    ['text', '{"text":'],
  ])
  const read = await client('iris').im.v1.message.get({ path: { message_id: merged } })
  expect(read.data?.items?.map(({ message_id, upper_message_id }) => [message_id, upper_message_id])).toEqual([
    [merged, undefined],
    [first, merged],
  ])
})

test('a reply names its parent, root and thread; in a topic group the thread is left out', async () => {
  const { fake, lab, listen } = await room()
  const heard = await listen('iris')
  const topics = fake.group('topics', ['ann', 'iris'], true)
  const question = fake.say('ann', lab, 'question')
  const answer = fake.say('bo', lab, 'answer', { replyTo: question })
  const deeper = fake.say('bo', lab, 'in a thread', { threadOf: question })
  const topic = fake.say('ann', topics, 'topic')
  const inTopic = fake.say('ann', topics, 'more', { replyTo: topic })
  await fake.until(() => heard.length === 5)
  const links = Object.fromEntries(
    heard.map(({ message }) => [
      message.message_id,
      [message['parent_id'], message['root_id'], typeof message['thread_id']],
    ]),
  )
  expect(links).toEqual({
    [question]: [undefined, undefined, 'undefined'],
    [answer]: [question, question, 'undefined'],
    [deeper]: [question, question, 'string'],
    [topic]: [undefined, undefined, 'string'],
    [inTopic]: [topic, topic, 'undefined'],
  })
})

test('one-to-one talk, edits, recalls, reactions, comings and goings are events', async () => {
  const { fake, lab, listen } = await room()
  const heard = await listen('iris')
  const after = async (act: () => unknown): Promise<void> => {
    const before = heard.length
    act()
    await fake.until(() => heard.length > before)
  }
  const alone = fake.p2p('ann', 'iris')
  await after(() => fake.say('ann', alone, 'psst'))
  let id = ''
  await after(() => (id = fake.say('ann', lab, 'frist')))
  await after(() => fake.edit(id, 'first'))
  await after(() => fake.react('bo', id, 'SMILE'))
  await after(() => fake.recall(id))
  await after(() => fake.leave('bo', lab))
  await after(() => fake.enter('bo', lab, 'ann'))
  await after(() => fake.leave('iris', lab, 'ann'))
  await after(() => fake.enter('iris', lab, 'ann'))
  expect(heard.map(({ event_type, message }) => [event_type, message?.['chat_type'], message?.content])).toEqual([
    ['im.message.receive_v1', 'p2p', '{"text":"psst"}'],
    ['im.message.receive_v1', 'group', '{"text":"frist"}'],
    ['im.message.updated_v1', 'group', '{"text":"first"}'],
    ['im.message.reaction.created_v1', undefined, undefined],
    ['im.message.recalled_v1', undefined, undefined],
    ['im.chat.member.user.deleted_v1', undefined, undefined],
    ['im.chat.member.user.added_v1', undefined, undefined],
    ['im.chat.member.bot.deleted_v1', undefined, undefined],
    ['im.chat.member.bot.added_v1', undefined, undefined],
  ])
  expect(heard[6]?.['users']).toEqual([
    {
      name: 'bo',
      tenant_key: 'tenant_of_the_fake',
      user_id: { open_id: fake.openId('bo', 'iris'), union_id: fake.unionId('bo'), user_id: null },
    },
  ])
  expect(fake.posted(lab)).toEqual([
    { id, by: 'ann', text: 'first', reactions: [{ by: 'bo', emoji: 'SMILE' }], edited: true, recalled: true },
  ])
})
