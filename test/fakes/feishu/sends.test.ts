// Sending as the official SDK meets it: once by uuid, under limits, replies, reactions, failures on demand.
import { expect, test } from 'vitest'
import { refusal } from './official-client.ts'
import { room, text, textTo } from './room.ts'

test('a send with a known uuid posts nothing and gives the first id (S5)', async () => {
  const { fake, lab, client } = await room()
  const iris = client('iris')
  const ids = [
    await iris.im.v1.message.create(textTo(lab, 'once', 'key-1')),
    await iris.im.v1.message.create(textTo(lab, 'once', 'key-1')),
    await client('otto').im.v1.message.create(textTo(lab, 'mine', 'key-1')),
  ].map(({ data }) => data?.message_id)
  expect(ids[1]).toBe(ids[0])
  expect(fake.posted(lab)).toEqual([
    { id: ids[0], by: 'iris', text: 'once' },
    { id: ids[2], by: 'otto', text: 'mine' },
  ])
  expect(fake.sends.map(({ app, outcome }) => [app, outcome])).toEqual([
    ['iris', 'posted'],
    ['iris', 'again'],
    ['otto', 'posted'],
  ])
  expect(await refusal(iris.im.v1.message.create(textTo(lab, 'long', 'k'.repeat(51))))).toBe('400 99992402')
})

test('a uuid is forgotten after its time', async () => {
  const { fake, lab, client } = await room({ uuidLifeMs: 0 })
  const iris = client('iris')
  await iris.im.v1.message.create(textTo(lab, 'twice', 'key-1'))
  await iris.im.v1.message.create(textTo(lab, 'twice', 'key-1'))
  expect(fake.posted(lab).map(({ text: words }) => words)).toEqual(['twice', 'twice'])
})

test('the bots of a chat share five sends a second; the sixth is refused and counted', async () => {
  // A second that does not end.
  const { fake, lab, client } = await room({ secondMs: 600_000 })
  const clients = [client('iris'), client('otto')]
  const answers: string[] = []
  for (let i = 0; i < 6; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    answers.push(await refusal(clients[i % 2]!.im.v1.message.create(textTo(lab, `message ${i}`))))
  }
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual([
    ...Array.from({ length: 5 }, () => 'answered {"c'),
    '400 99991400',
  ])
  expect([fake.posted(lab).length, fake.refused(), fake.mostPerSecond(lab)]).toEqual([5, 1, 6])
})

test('an app has a limit on each call', async () => {
  const { client } = await room({ callsPerSecond: 2, secondMs: 600_000 })
  const info = () => refusal(client('iris').request({ method: 'GET', url: '/open-apis/bot/v3/info' }))
  expect([await info(), await info(), await info()].map((answer) => answer.slice(0, 8))).toEqual([
    'answered',
    'answered',
    '400 9999',
  ])
})

test('a reply stands under its message and opens a thread on demand; a recalled message takes none', async () => {
  const { fake, lab, client } = await room()
  const id = fake.say('ann', lab, 'question')
  const reply = (inThread: boolean) =>
    client('iris').im.v1.message.reply({
      path: { message_id: id },
      data: { ...text('answer'), reply_in_thread: inThread },
    })
  const plain = await reply(false)
  const threaded = await reply(true)
  const thread = threaded.data?.thread_id
  expect(fake.posted(lab)).toEqual([
    { id, by: 'ann', text: 'question', thread },
    { id: plain.data?.message_id, by: 'iris', text: 'answer', replyTo: id },
    { id: threaded.data?.message_id, by: 'iris', text: 'answer', replyTo: id, thread },
  ])
  expect(thread).toMatch(/^omt_/)
  fake.recall(id)
  expect(await refusal(reply(false))).toBe('400 230011')
})

test('a reaction is added, removed by its id by its owner only, and must be a known one (T6)', async () => {
  const { fake, lab, client } = await room()
  const path = { message_id: fake.say('ann', lab, 'done!') }
  const react = (emoji_type: string) =>
    client('iris').im.v1.messageReaction.create({ path, data: { reaction_type: { emoji_type } } })
  const typing = await react('Typing')
  await react('THUMBSUP')
  const own = { path: { ...path, reaction_id: typing.data?.reaction_id ?? '' } }
  expect(await refusal(client('otto').im.v1.messageReaction.delete(own))).toBe('400 231007')
  await client('iris').im.v1.messageReaction.delete(own)
  expect(fake.posted(lab)[0]?.reactions).toEqual([{ by: 'iris', emoji: 'THUMBSUP' }])
  expect(await refusal(react('thumbs up'))).toBe('400 231001')
})

test('a failure on demand: a status, a code with status 200, a page, a send whose answer is lost', async () => {
  const { fake, lab, client } = await room()
  const iris = client('iris')
  fake.failSends({ http: 503 }, { code: 99991403 }, { http: 429, code: 99991400 }, { done: 'cut' })
  const answers = []
  for (let i = 0; i < 5; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    answers.push(await refusal(iris.im.v1.message.create(textTo(lab, 'hello', 'key-1'))))
  }
  expect(answers.slice(0, 4)).toEqual([
    '503 no code',
    'answered {"code":99991403,"msg":"failed with 99991403"}',
    '429 99991400',
    'ECONNRESET',
  ])
  expect(fake.posted(lab).length).toBe(1)
  expect(answers[4]).toContain(fake.posted(lab)[0]?.id)
})

test('a send may be carried out and never answered', async () => {
  const { fake, lab, client } = await room()
  fake.failSends({ done: 'silent' })
  const call = refusal(client('iris').im.v1.message.create(textTo(lab, 'hello')))
  await fake.until(() => fake.calls.at(-1)?.name === 'send')
  expect(fake.posted(lab).length).toBe(1)
  await fake.stop()
  expect(await call).toBe('ECONNRESET')
})

test('a send to a person opens the one-to-one chat', async () => {
  const { fake, client } = await room()
  const to = (receive_id: string) => ({
    params: { receive_id_type: 'open_id' as const },
    data: { receive_id, ...text('hello') },
  })
  await client('iris').im.v1.message.create(to(fake.openId('ann', 'iris')))
  expect(fake.posted(fake.p2p('ann', 'iris')).map(({ by, text: words }) => [by, words])).toEqual([['iris', 'hello']])
  expect(await refusal(client('iris').im.v1.message.create(to(fake.openId('ann', 'otto'))))).toBe('400 230001')
})
