// A store that takes no more writes for a while: posts are refused or kept, nothing is lost and nothing happens twice (S5).
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { says } from '../llm/fake-provider.ts'
import { scriptedChat, type ScriptedChat } from '../fakes/scripted-chat.ts'
import { answersOf, refusing } from './refusing.ts'
import { iris, quick, rooms, type Running, running, tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { said, waitFor } from './visitor.ts'

const folder = tempFolders()
let chat: ScriptedChat
let service: Running

beforeEach(async () => {
  chat = await scriptedChat((n) => `Take ${n} more samples.`)
  service = await running(folder(), fileFor(chat))
})

afterEach(async () => {
  await service.stop()
  await chat.stop()
})

const fileFor = ({ model }: ScriptedChat) => ({
  bots: [{ ...iris, model }],
  groupSocial: { ...quick, policy: 'mention' },
})

test('a post that cannot be stored is answered 503 and is no part of the talk; posted again it is answered once', async () => {
  const { visitor } = service
  const mend = refuse('INSERT ON room_message')
  expect(await visitor.post('lobby', 'Iris, how many?', { id: 'm1' })).toMatchObject({ status: 503 })
  expect(await visitor.messages('lobby')).toEqual([])
  expect(await visitor.health()).toMatchObject({
    status: 'degraded',
    postsRefused: true,
    failures: { posts: { count: 1 } },
  })
  mend()
  // Nobody has posted since.
  await waitFor('posts that are taken', async () => (await visitor.health())['status'] === 'ok' || undefined)
  expect(await visitor.post('lobby', 'Iris, how many?', { id: 'm1' })).toMatchObject({ status: 201 })
  expect(await courseOf('m1')).toEqual(oneReplyTo('m1'))
})

// The first message of a group also makes its actor; both are parts of one write.
test.each(['actor', 'message', 'entry'])(
  'a first message that %s cannot take is kept, answered 503, and handed in again by itself',
  async (table) => {
    const { visitor } = service
    const mend = refuse(`INSERT ON ${table}`)
    expect(await visitor.post('lobby', 'Iris, how many?', { id: 'm1' })).toEqual({
      status: 503,
      type: 'about:blank',
      title: 'Service Unavailable',
      detail: 'message m1 is kept and the bots get it later; post it again with this id to be sure',
      code: 'notTaken',
    })
    mend()
    expect(await courseOf('m1')).toEqual(oneReplyTo('m1'))
    expect(await visitor.post('lobby', 'Iris, how many?', { id: 'm1' })).toMatchObject({ status: 200 })
    expect(await visitor.health()).toMatchObject({ status: 'ok', halted: 0 })
    expect(await courseOf('m1')).toEqual(oneReplyTo('m1'))
    expect(chat.asked.map(({ stage }) => stage)).toEqual(['compose'])
  },
)

test('a model’s answer that cannot be stored is stored later, and not asked for again', async () => {
  const { visitor } = service
  const mend = refuse(answersOf.compose)
  const asked = await visitor.say('lobby', 'Iris, how many?')
  await waitFor('a refused write', () => service.lines.find(({ msg }) => msg.startsWith('the store refused a write')))
  expect(await visitor.replies('lobby')).toEqual([])
  mend()
  expect(await courseOf(asked)).toEqual(oneReplyTo(asked))
  expect(chat.asked.map(({ stage }) => stage)).toEqual(['compose'])
})

test('a timer that cannot be stored goes off later', async () => {
  const { visitor } = service
  const mend = refuse(`UPDATE ON actor WHEN old.timers LIKE '%pausing%' AND new.timers NOT LIKE '%pausing%'`)
  const asked = await visitor.say('lobby', 'Iris, how many?')
  await waitFor('a refused write', () => service.lines.find(({ msg }) => msg.startsWith('the store refused a write')))
  mend()
  expect(await courseOf(asked)).toEqual(oneReplyTo(asked))
})

test('a reply that the room cannot take is tried again and posted once', async () => {
  const { visitor } = service
  const mend = refuse('INSERT ON room_message WHEN new.bot = 1')
  const asked = await visitor.say('lobby', 'Iris, how many?')
  await visitor.verdict('lobby', { gate: 'send', outcome: 'retry' })
  mend()
  expect(await courseOf(asked)).toEqual(oneReplyTo(asked))
})

test('a reply that is posted but not settled is settled later and stays one', async () => {
  const { visitor } = service
  const mend = refuse(answersOf.deliver)
  const asked = await visitor.say('lobby', 'Iris, how many?')
  await visitor.reply('lobby', { id: asked, bot: 'iris' })
  mend()
  expect(await courseOf(asked)).toEqual(oneReplyTo(asked))
})

test('a reply that is posted but not settled counts under the ceiling, in every room (U6)', async () => {
  await service.stop()
  const bots = [{ ...iris, model: chat.model, limits: { dailyMessages: 1 } }]
  service = await running(folder(), { ...fileFor(chat), bots, channels: rooms('lobby', 'den') })
  const { visitor } = service
  const mend = refuse(answersOf.deliver)
  const inLobby = await visitor.say('lobby', 'Iris, how many?')
  await visitor.reply('lobby', { id: inLobby, bot: 'iris' })
  const inDen = await visitor.say('den', 'Iris, how many?')
  expect(said(await visitor.outcome('den', 'iris', inDen))).toEqual([
    'dispatch start: mentioned',
    'budget failed: dailyCeiling',
    'dispatch end: silent',
  ])
  mend()
  expect(await courseOf(inLobby)).toEqual(oneReplyTo(inLobby))
})

const prlimit = '/usr/bin/prlimit'
const canLimitFiles = process.platform === 'linux' && existsSync(prlimit)

test.runIf(canLimitFiles)(
  'files that may not grow any more: the process lives on and makes everything good',
  async () => {
    const home = folder()
    const child = await spawned(home, fileFor(chat))
    onTestFinished(() => child.kill())
    const { visitor } = child
    const limit = (bytes: number | 'unlimited') =>
      execFileSync(prlimit, ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`])
    const first = await visitor.say('lobby', 'Iris, how many?')
    await visitor.reply('lobby', { id: first, bot: 'iris' })
    // The turn and its cooldown write, too: only the fall of the window, minutes away, may still be due.
    await waitFor('quiet', async () => Number((await visitor.health())['nextDue']) - Date.now() > 60_000 || undefined)

    limit(statSync(`${child.store}-wal`).size)
    expect(await visitor.post('lobby', 'Iris, and then?', { id: 'm2' })).toMatchObject({ status: 503 })
    expect(await visitor.health()).toMatchObject({
      status: 'degraded',
      postsRefused: true,
      failures: { posts: { count: 1, error: expect.any(String) } },
    })
    expect((await visitor.messages('lobby')).map(({ id }) => id)).not.toContain('m2')

    limit('unlimited')
    await waitFor('posts that are taken', async () => (await visitor.health())['status'] === 'ok' || undefined)
    expect(await visitor.post('lobby', 'Iris, and then?', { id: 'm2' })).toMatchObject({ status: 201 })
    await visitor.reply('lobby', { id: 'm2', bot: 'iris' })

    let answer = () => {}
    chat.behave({ compose: (...call) => void (answer = () => says('Take more samples.')(...call)) })
    await visitor.say('lobby', 'Iris, and in the end?', { id: 'm3' })
    await waitFor('the question to the model', () => chat.asked[0])
    limit(statSync(`${child.store}-wal`).size)
    answer()
    await waitFor('a refused write', () => child.lines().find(({ msg }) => String(msg).startsWith('the store refused')))
    limit('unlimited')
    await visitor.reply('lobby', { id: 'm3', bot: 'iris' })
    expect(chat.asked.map(({ stage }) => stage)).toEqual(['compose'])
    expect((await visitor.replies('lobby')).map(({ replyTo }) => replyTo)).toEqual([first, 'm2', 'm3'])
  },
)

const refuse = (what: string) => refusing(service.store, what)

/** The turn of a message as the ledger has it, and everything in the room as sender and what it answers. */
async function courseOf(id: string) {
  const outcome = said(await service.visitor.outcome('lobby', 'iris', id))
  const talk = await service.visitor.messages('lobby')
  return {
    turn: outcome.filter((line) => !line.startsWith('send retry')),
    talk: talk.map(({ sender, replyTo = '' }) => [sender, replyTo]),
  }
}

const oneReplyTo = (id: string) => ({
  turn: [
    'dispatch start: mentioned',
    'compose draft: written',
    'delay wait: typingDelay',
    'send sent: delivered',
    'dispatch end: replied',
  ],
  talk: [
    ['person:ann', ''],
    ['iris', id],
  ],
})
