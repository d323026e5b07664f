// How work goes is one message that says something else now, in the rooms of this machine, on Feishu and on XMPP; and a new one where that is refused (A11).
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Conversation, inSteps, readConversation } from '../fakes/scripted-tools.ts'
import type { TalkLine } from '../../src/feed/contract.ts'
import { readerOf, type StreamEvent } from '../feed/feed-fixture.ts'
import { feishuRooms, postedByBots } from './feishu-room.ts'
import { tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { waitFor } from './visitor.ts'
import { working } from './working.ts'
import { isLeftOut, xmppRooms } from './xmpp-room.ts'

const folder = tempFolders()
const feishu = feishuRooms()
const notice = 'I go through the notes.'
const line = 'The first half is done.'

const steps = inSteps({ text: notice, calls: [['fs.list', {}]] }, { text: line, calls: [['fs.list', { path: '.' }]] })
const quick = { inlineMs: 50, progressMs: 300 }

/** Says how it goes twice, and then thinks until `ends` is called. */
function telling() {
  const over = Promise.withResolvers<void>()
  return {
    compose(response: Parameters<typeof steps>[0], body: Record<string, unknown>): void {
      const { step }: Conversation = readConversation(body)
      if (step < 2) steps(response, body)
      else void over.promise.then(() => inSteps('It is done.')(response, body))
    },
    // It may not have been asked yet.
    ends: () => over.resolve(),
  }
}

const withTools = (file: object, group: string): void => {
  const { bots } = file as { bots: object[] }
  const allow = [{ tools: ['fs.*'], groups: [group], by: 'members' }]
  Object.assign(bots[0] ?? {}, { agent: { allow, ...quick } })
}

test('in a room of this machine: the room, the page and the store have the words of now', async () => {
  const home = folder()
  const { chat, service } = await working(home, [], {
    allow: [{ tools: ['fs.*'], groups: ['web:lobby'], by: 'members' }],
    ...quick,
  })
  const model = telling()
  chat.behave({ compose: model.compose })
  const of = new URLSearchParams({ actor: 'iris web:lobby' }).toString()
  const page = readerOf((await fetch(`${service.url}/api/feed?${of}`)).body ?? new ReadableStream())
  onTestFinished(() => page.stop())
  const saysOnPage = (told: StreamEvent) =>
    told.event === 'talk' ? (told.data as TalkLine[]).filter(({ bot }) => bot).map(({ text }) => text) : []
  const shown = page.until((told) => saysOnPage(told).includes(line))
  await service.visitor.say('lobby', 'Iris, what is in the notes?')
  const said = async () => (await service.visitor.replies('lobby')).map(({ text }) => text)
  await waitFor('the notice', async () => ((await said())[0] === notice ? true : undefined))
  await waitFor('how it goes', async () => ((await said())[0] === line ? true : undefined))
  expect((await shown).flatMap(saysOnPage)).toEqual([notice, line])
  model.ends()
  await waitFor('the answer', async () => ((await said()).includes('It is done.') ? true : undefined))
  expect(await said()).toEqual([line, 'It is done.'])
  const talk = await fetch(`${service.url}/api/talk?${of}`)
  expect(((await talk.json()) as TalkLine[]).map(({ text }) => text)).toEqual([
    'Iris, what is in the notes?',
    line,
    'It is done.',
  ])
})

test('on Feishu; killed before the platform has answered, the same words are put there again', async () => {
  const { fake, lab, home, file, chat } = await feishu()
  withTools(file, `feishu:${lab}`)
  const model = telling()
  chat.behave({ compose: model.compose })
  const first = await spawned(home, file)
  onTestFinished(first.kill)
  await fake.until(() => fake.connections('iris') === 1)
  fake.fail('edit', { done: 'silent' })
  fake.say('ann', lab, '@Iris what is in the notes?', { mentions: ['iris'] })
  const edits = () => fake.calls.filter(({ name }) => name === 'edit').length
  await fake.until(() => edits() === 1, 10_000)
  await first.kill()
  const second = await spawned(home, file)
  onTestFinished(second.kill)
  await fake.until(() => edits() === 2, 10_000)
  const posted = fake.posted(lab).filter(({ by }) => by === 'iris')
  expect(posted.map(({ text, edited }) => [text, edited])).toEqual([[line, true]])
})

test('on Feishu a message that can be changed no more is followed by a new one', async () => {
  const { fake, lab, file, chat, start } = await feishu()
  withTools(file, `feishu:${lab}`)
  const model = telling()
  chat.behave({ compose: model.compose })
  const service = await start()
  fake.fail('edit', { http: 400, code: 230072 })
  fake.say('ann', lab, '@Iris what is in the notes?', { mentions: ['iris'] })
  await waitFor('the line', () => (postedByBots(fake, lab).length === 2 ? true : undefined))
  model.ends()
  await waitFor('the answer', () => (postedByBots(fake, lab).length === 3 ? true : undefined))
  expect(postedByBots(fake, lab)).toEqual([`iris: ${notice}`, `iris: ${line}`, 'iris: It is done.'])
  expect(service.lines.some(({ msg }) => msg.startsWith('a message could not be changed'))).toBe(true)
  await service.stop()
})

describe.skipIf(isLeftOut)('on XMPP', () => {
  const rooms = xmppRooms()

  test('people are shown the other words in the place of the first', async () => {
    const { comes, start, room, file, chat } = await rooms()
    withTools(file, `xmpp:${room}`)
    const model = telling()
    chat.behave({ compose: model.compose })
    const ann = await comes('ann')
    const service = await start()
    await ann.say('Iris, what is in the notes?')
    const { id } = await ann.until('the notice', ({ text }) => text === notice)
    await ann.until('how it goes', ({ text, replaces }) => text === line && replaces === id)
    model.ends()
    await ann.until('the answer', ({ text }) => text === 'It is done.')
    await ann.upToDate()
    expect(ann.heard.filter(({ by }) => by === 'Iris').map(({ text }) => text)).toEqual([notice, line, 'It is done.'])
    await service.stop()
  })
})
