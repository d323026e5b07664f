// The long connection's troubles as the official SDK meets them: late, lost and failed acknowledgements, dead sockets.
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { FakeFeishu } from './fake-feishu.ts'
import { decodeFrame, encodeFrame } from './frames.ts'
import { refusedConnection } from './official-client.ts'
import { room, textTo } from './room.ts'

const outcomesOf = (fake: FakeFeishu, app: string): string[] =>
  fake.pushes.filter((push) => push.app === app).map(({ attempt, outcome }) => `${attempt} ${outcome}`)

const settled = (fake: FakeFeishu, app: string) =>
  fake.until(() => outcomesOf(fake, app).at(-1)?.endsWith('acked') === true)

test('an event whose handler fails comes again, under the same event id (R10)', async () => {
  const { fake, lab, listen } = await room()
  let tries = 0
  const heard = await listen('iris', () => {
    tries += 1
    if (tries < 3) throw new Error('the store is full')
  })
  fake.say('ann', lab, 'hello')
  await settled(fake, 'iris')
  expect(outcomesOf(fake, 'iris')).toEqual(['1 failed', '2 failed', '3 acked'])
  expect(new Set(heard.map(({ event_id }) => event_id)).size).toBe(1)
})

test('an event whose handler is late comes again, and the late acknowledgement changes nothing (R10)', async () => {
  const { fake, lab, listen } = await room({ ackTimeoutMs: 100 })
  const first = Promise.withResolvers<void>()
  let tries = 0
  const heard = await listen('iris', () => {
    tries += 1
    return tries === 1 ? first.promise : undefined
  })
  fake.say('ann', lab, 'hello')
  await fake.until(() => heard.length > 1)
  first.resolve()
  await settled(fake, 'iris')
  expect(outcomesOf(fake, 'iris')[0]).toBe('1 unanswered')
  expect(outcomesOf(fake, 'iris').length).toBe(heard.length)
})

test('an acknowledgement that is lost on its way brings the event again (R10)', async () => {
  const { fake, lab, listen } = await room({ ackTimeoutMs: 100 })
  const heard = await listen('iris')
  fake.dropAcks('iris', 2)
  fake.say('ann', lab, 'hello')
  await settled(fake, 'iris')
  expect(outcomesOf(fake, 'iris').slice(0, 2)).toEqual(['1 unanswered', '2 unanswered'])
  expect(outcomesOf(fake, 'iris').length).toBe(heard.length)
})

test('an event that nobody acknowledges is lost after the last try', async () => {
  const { fake, lab } = await room({ redeliverMs: [1, 1] })
  fake.say('ann', lab, 'hello')
  await fake.until(() => outcomesOf(fake, 'iris').length === 3)
  expect(outcomesOf(fake, 'iris')).toEqual(['1 unconnected', '2 unconnected', '3 unconnected'])
})

test('duplicates have one message id and two event ids (R10)', async () => {
  const { fake, lab, listen } = await room()
  const heard = await listen('iris')
  fake.deliverTwice()
  const id = fake.say('ann', lab, 'hello')
  fake.deliverTwice(false)
  fake.redeliver(id)
  await fake.until(() => heard.length === 3)
  expect(heard.map(({ message }) => message.message_id)).toEqual([id, id, id])
  expect(new Set(heard.map(({ event_id }) => event_id)).size).toBe(3)
})

test('each event goes to one of the connections, to all of them in the long run', async () => {
  const { fake, lab, listen } = await room()
  const both = await Promise.all([listen('iris'), listen('iris')])
  for (let i = 0; i < 20; i += 1) fake.say('ann', lab, `message ${i}`)
  await fake.until(() => both.flat().length === 20)
  expect(fake.connections('iris')).toBe(2)
  expect(new Set(fake.pushes.filter(({ app }) => app === 'iris').map(({ connection }) => connection)).size).toBe(2)
})

test('a cut connection is opened again and what came meanwhile arrives', async () => {
  const { fake, lab, listen } = await room()
  const heard = await listen('iris')
  fake.disconnect('iris')
  await fake.until(() => fake.connections('iris') === 0)
  fake.say('ann', lab, 'hello')
  await settled(fake, 'iris')
  expect([outcomesOf(fake, 'iris')[0], heard.length]).toEqual(['1 unconnected', 1])
})

test('a half-dead socket takes events and answers nothing until the ping timeout replaces it', async () => {
  const { fake, lab, listen } = await room({ ackTimeoutMs: 100, pingMs: 150 })
  // The SDK starts this wait anew at every ping: it must be shorter than the time between two.
  const heard = await listen('iris', undefined, 0.1)
  fake.halfDead('iris')
  expect(fake.connections('iris')).toBe(1)
  fake.say('ann', lab, 'hello')
  await settled(fake, 'iris')
  expect([outcomesOf(fake, 'iris')[0], heard.length]).toEqual(['1 unanswered', 1])
})

test('while the network is down no call gets through and no connection opens', async () => {
  const { fake, lab, listen, client } = await room({ redeliverMs: Array.from({ length: 100 }, () => 20) })
  const heard = await listen('iris')
  fake.down()
  fake.disconnect('iris')
  await fake.until(() => fake.connections('iris') === 0)
  await expect(client('iris').im.v1.message.create(textTo(lab, 'hello'))).rejects.toThrow('socket hang up')
  fake.say('ann', lab, 'are you there?')
  await fake.until(() => outcomesOf(fake, 'iris').length === 3)
  expect([fake.connections('iris'), fake.sends, heard]).toEqual([0, [], []])
  fake.up()
  await settled(fake, 'iris')
  expect(heard.length).toBe(1)
})

test('a wrong secret and an unknown app end the connection for good', async () => {
  const { fake } = await room()
  const { appId, appSecret } = fake.app('iris')
  expect([
    await refusedConnection(fake, { appId, appSecret: 'wrong' }),
    await refusedConnection(fake, { appId: 'cli_0000000000000000', appSecret }),
  ]).toEqual([
    'pullConnectConfig failed: code=514, msg=auth failed',
    'pullConnectConfig failed: code=1000040344, msg=app not found',
  ])
})

test('an event waits for the first ping: the client would lose it before', async () => {
  const { fake, lab } = await room()
  const { appId, appSecret } = fake.app('iris')
  const answer = await fetch(`${fake.url}/callback/ws/endpoint`, {
    method: 'POST',
    body: JSON.stringify({ AppID: appId, AppSecret: appSecret }),
  })
  const { data } = (await answer.json()) as { data: { URL: string } }
  const socket = new WebSocket(data.URL)
  onTestFinished(() => socket.terminate())
  const types: unknown[] = []
  socket.on('message', (bytes: Buffer) => types.push(decodeFrame(bytes).headers['type']))
  await once(socket, 'open')
  fake.say('ann', lab, 'hello')
  socket.send(encodeFrame({ seq: 0, log: 0, service: 2, method: 0, headers: { type: 'ping' } }))
  while (types.length < 2) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await once(socket, 'message')
  }
  expect(types.slice(0, 2)).toEqual(['pong', 'event'])
})

test('an app that did not subscribe to an event does not hear it', async () => {
  const { fake, lab } = await room({ apps: [{ handle: 'iris', events: [] }, { handle: 'otto' }] })
  fake.say('ann', lab, 'hello')
  expect(fake.pushes.map(({ app }) => app)).toEqual(['otto'])
})
