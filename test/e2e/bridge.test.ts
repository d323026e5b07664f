// Two services whose bots hear each other over the bridge alone, and fall silent by themselves (X1, X3–X6; bad inputs 18, 19).
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeEvent } from '../../src/channels/bridge/envelope.ts'
import { sign } from '../../src/channels/bridge/signature.ts'
import { key } from '../channels/bridge/bridge-world.ts'
import { scriptedChat } from '../fakes/scripted-chat.ts'
import { bridged } from './bridge-relay.ts'
import { type Running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const polling = { timeout: 15_000, interval: 20 }

async function twoServices(over: object = {}, hopLimit = 4) {
  const [irisSays, rexSays] = await Promise.all([
    scriptedChat((n) => `Rex, what of number ${n}?`),
    scriptedChat((n) => `Iris, and what of letter ${String.fromCodePoint(96 + n)}?`),
  ])
  onTestFinished(async () => void (await Promise.all([irisSays.stop(), rexSays.stop()])))
  const both = await bridged(
    folder,
    [
      { id: 'alpha', bot: { id: 'iris', name: 'Iris', model: irisSays.model } },
      { id: 'beta', bot: { id: 'rex', name: 'Rex', model: rexSays.model } },
    ],
    over,
    hopLimit,
  )
  return { ...both, irisSays, rexSays }
}

const saidBy = async ({ visitor }: Running, bot: string): Promise<string[]> =>
  (await visitor.replies('lobby')).filter(({ sender }) => sender === bot).map(({ text }) => text)

const many = { maxBotTurns: 100, maxPairTurns: 100, maxRoomTurns: 100 }

test('bots that name each other for ever stop at the hop limit, and wake at a person’s next word (X3, 18)', async () => {
  const { alpha, beta, passed } = await twoServices({ loop: many })
  await alpha.visitor.say('lobby', 'Iris, hello?')
  await waitFor('the reply that stays at home', async () => (await saidBy(alpha, 'iris'))[2])
  await alpha.visitor.say('lobby', 'Iris, once more?')
  await waitFor('the second one', async () => (await saidBy(alpha, 'iris'))[5])
  expect(passed.map(({ from, hops, status }) => [from, hops, status])).toEqual(
    [1, 2, 3, 4, 1, 2, 3, 4].map((hops) => [hops % 2 === 1 ? 'chime:alpha' : 'chime:beta', hops, 202]),
  )
  // Nobody told alpha who Rex is; by the time of its second word it has heard him.
  expect(passed.filter(({ from }) => from === 'chime:alpha').map(({ mentions }) => mentions)).toEqual([
    [],
    [{ id: 'beta/rex', name: 'Rex' }],
    [{ id: 'beta/rex', name: 'Rex' }],
    [{ id: 'beta/rex', name: 'Rex' }],
  ])
  expect(await saidBy(beta, 'rex')).toEqual([
    'Iris, and what of letter a?',
    'Iris, and what of letter b?',
    'Iris, and what of letter c?',
    'Iris, and what of letter d?',
  ])
})

test('where hops would let them go on, the loop brake of the group ends it (X3, 18)', async () => {
  const { alpha, beta, passed } = await twoServices({}, 20)
  await alpha.visitor.say('lobby', 'Iris, hello?')
  const brake = await beta.visitor.verdict('lobby', { bot: 'rex', gate: 'loop', outcome: 'skip' })
  expect(brake.why).toBe('onlyBotsSpoke')
  expect(passed.map(({ hops }) => hops)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('what a peer says is read as a bot’s, by the name of who said it', async () => {
  const { alpha, rexSays } = await twoServices()
  await alpha.visitor.say('lobby', 'Iris, hello?')
  const asked = await waitFor('the question of Rex', () => rexSays.asked.find(({ stage }) => stage === 'compose'))
  expect(asked.user).toContain('Rex, what of number 1?')
  expect(asked.user).toMatch(/Iris/)
})

test.each(['bridge', 'channel'])(
  'the same message by both ways, first the %s, is one message (X5, 19)',
  async (first) => {
    const { beta, rexSays } = await twoServices({ policy: 'open' })
    const told = {
      group: 'web:lobby',
      message: 'm-1',
      sender: { id: 'iris', name: 'Iris' },
      text: 'Rex, are forty samples enough?',
      mentions: [{ id: 'beta/rex', name: 'Rex' }],
      hops: 4,
      root: 'm-0',
    }
    const byBridge = async () => {
      const now = Date.now()
      const { id, body } = writeEvent('alpha', told, now)
      const headers = { 'content-type': 'application/cloudevents+json', ...sign([key(1)], id, body, now) }
      return (await fetch(`${beta.url}/v1/events`, { method: 'POST', headers, body })).status
    }
    const byChannel = async () => (await beta.visitor.post('lobby', told.text, { id: 'm-1', name: 'Ann' })).status
    const ways = first === 'bridge' ? [byBridge, byChannel] : [byChannel, byBridge]
    const statuses = []
    // oxlint-disable-next-line no-await-in-loop -- one way after the other
    for (const way of [...ways, byBridge]) statuses.push(await way())
    expect(statuses).toEqual(first === 'bridge' ? [202, 409, 200] : [201, 202, 200])
    await beta.visitor.outcome('lobby', 'rex', 'm-1')
    // What the bridge brought stands in the room, which knows the message then.
    expect(beta.lines.filter(({ msg }) => msg === 'duplicate ignored').map(({ messages }) => messages)).toEqual(
      first === 'bridge' ? [] : [['m-1']],
    )
    expect(rexSays.asked.filter(({ stage }) => stage === 'compose')).toHaveLength(1)
    const room = await beta.visitor.messages('lobby')
    expect(room.map(({ id, sender, name, replyTo }) => [id === 'm-1' ? id : sender, name, replyTo])).toEqual([
      ['m-1', first === 'bridge' ? 'Iris (alpha)' : 'Ann', undefined],
      ['rex', 'Rex', 'm-1'],
    ])
  },
)

test('people in the room of one service see what the bots of the other one say, once, as theirs', async () => {
  const { alpha } = await twoServices()
  await alpha.visitor.say('lobby', 'Iris, hello?')
  await waitFor('the fourth word', async () => (await alpha.visitor.replies('lobby'))[3])
  expect(
    (await alpha.visitor.messages('lobby')).slice(0, 4).map(({ sender, name, bot, text }) => [sender, name, bot, text]),
  ).toEqual([
    ['person:ann', 'Ann', false, 'Iris, hello?'],
    ['iris', 'Iris', true, 'Rex, what of number 1?'],
    ['beta/rex', 'Rex (beta)', true, 'Iris, and what of letter a?'],
    ['iris', 'Iris', true, 'Rex, what of number 2?'],
  ])
})

test('a peer that is down does not hold a reply back, and hears it once it is back, also after a restart (X6, S5)', async () => {
  const { alpha, beta, passed, toB, again } = await twoServices({ policy: 'mention' })
  toB.state.target = undefined
  const id = await alpha.visitor.say('lobby', 'Iris, hello?')
  await alpha.visitor.reply('lobby', { id, bot: 'iris' })
  await vi.waitFor(() => expect(passed.map(({ status }) => status)).toContain(503), polling)
  await alpha.stop()
  toB.state.target = beta.url
  const restarted = await again()
  onTestFinished(() => restarted.stop())
  await waitFor('the answer of Rex', async () => (await beta.visitor.replies('lobby'))[0])
  const taken = passed.filter(({ from, status }) => from === 'chime:alpha' && status < 300)
  expect(taken.map(({ status, text }) => [status, text])).toEqual([[202, 'Rex, what of number 1?']])
})

test('a request that nobody signed is refused, and the log says so once a minute (X2, 22)', async () => {
  const { beta } = await twoServices()
  const headers = { 'content-type': 'application/cloudevents+json' }
  const unsigned = await fetch(`${beta.url}/v1/events`, { method: 'POST', headers, body: '{}' })
  expect([unsigned.status, ((await unsigned.json()) as { detail: string }).detail]).toEqual([
    401,
    'webhook-id, webhook-timestamp and webhook-signature are needed',
  ])
  for (let n = 0; n < 20; n += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await fetch(`${beta.url}/v1/events`, { method: 'POST', headers, body: '{}' })
  // The others of the minute are counted.
  expect(beta.lines.filter(({ msg }) => msg === 'a request to the bridge was refused')).toMatchObject([
    { level: 'warn', status: 401 },
  ])
  expect(await beta.visitor.health()).toMatchObject({ refusedByBridge: 21 })
})
