// The line between a bot and its server: cut, silent without an end, in pieces, taken by another, never answered.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { xml } from '@xmpp/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../src/channels/xmpp/session.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { waitFor } from '../../e2e/visitor.ts'
import { online } from './channel-world.ts'
import { person } from './person.ts'
import { startRelay } from './relay.ts'

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('a line', () => {
  let prosody: Prosody
  let made = 0
  const newRoom = () => prosody.room(`room${(made += 1)}`)
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'ann'])
  })
  afterAll(() => prosody.stop())

  const relayed = async (options?: { pieces: number }) => {
    const relay = await startRelay(prosody.service, options)
    onTestFinished(relay.stop)
    return { relay, through: { ...prosody, service: relay.service } }
  }

  test('whose other end is gone without a word is given up within a minute, and nothing is missed (XEP-0199)', async () => {
    const { relay, through } = await relayed()
    const room = newRoom()
    const clock = turnedClock()
    const iris = await online(through, room, { timers: clock })
    const ann = await person(prosody, 'ann', room)
    relay.silence()
    await ann.say('do you hear me?')
    clock.turn(20_000)
    expect(iris.told).toEqual(['ready'])
    clock.turn(20_000)
    await iris.heard('do you hear me?')
    expect(iris.taken.map(({ text, contextOnly }) => [text, contextOnly])).toEqual([['do you hear me?', undefined]])
    expect(iris.told).toEqual(['ready', 'reconnecting', 'ready'])
  })

  test('that is quiet and alive stands', async () => {
    const clock = turnedClock()
    const iris = await online(prosody, newRoom(), { timers: clock })
    for (let n = 0; n < 3; n += 1) {
      clock.turn(20_000)
      // oxlint-disable-next-line no-await-in-loop -- its echo comes behind the answer to the question
      await iris.post({ key: `k${n}`, text: 'still here' })
    }
    expect(iris.told).toEqual(['ready'])
  })

  test('that breaks is mended on the same stream: every message once, and the posts too (XEP-0198)', async () => {
    const { relay, through } = await relayed()
    const room = newRoom()
    const iris = await online(through, room)
    const ann = await person(prosody, 'ann', room)
    await ann.say('one')
    await iris.heard('one')
    relay.cut()
    await ann.say('two')
    await iris.heard('two')
    await iris.post({ key: 'k', text: 'three' })
    await ann.until('the post', ({ text }) => text === 'three')
    expect(iris.taken.map(({ text, contextOnly }) => [text, contextOnly])).toEqual([
      ['one', undefined],
      ['two', undefined],
      ['three', undefined],
    ])
  })

  test('that falls again and again as soon as it stands is left to the pauses of its chart', async () => {
    const { relay, through } = await relayed()
    const iris = await online(through, newRoom())
    for (let n = 1; n <= 3; n += 1) {
      relay.cut()
      const told = 2 * n
      // oxlint-disable-next-line no-await-in-loop -- one fall after the other
      await waitFor('what becomes of it', () => iris.told[told === 6 ? 5 : told])
    }
    expect(iris.told).toEqual([
      'ready',
      'reconnecting',
      'ready',
      'reconnecting',
      'ready',
      'down: the connection breaks again and again',
    ])
  })

  test('that brings characters in pieces brings them whole', async () => {
    const { through } = await relayed({ pieces: 7 })
    const room = newRoom()
    const iris = await online(through, room)
    const ann = await person(prosody, 'ann', room, '张伟')
    await ann.say('样本够不够？👩‍🔬')
    expect(await iris.heard('样本够不够？👩‍🔬')).toMatchObject({ sender: { id: 'ann@localhost', name: '张伟' } })
  })

  test('of an account that another program takes is given up for good: two would throw each other out', async () => {
    const { relay, through } = await relayed()
    const room = newRoom()
    const first = await online(through, room)
    const second = await online(prosody, room)
    const reason = await waitFor('the end of the first', () => first.told[1])
    expect(reason).toBe(
      'down for good: another program has taken the account: two Chimes must not run with the same one',
    )
    await waitFor('the end of its line', () => (relay.open() === 0 ? true : undefined))
    expect([relay.made(), second.told]).toEqual([1, ['ready']])
  })

  test('that is closed while the server is silent ends', async () => {
    const { relay, through } = await relayed()
    const iris = await online(through, newRoom())
    relay.silence()
    await iris.close()
    await waitFor('the end of its line', () => (relay.open() === 0 ? true : undefined))
    expect(iris.told).toEqual(['ready'])
  })

  test('that is closed while the service refuses hands nothing in any more', async () => {
    const room = newRoom()
    const iris = await online(prosody, room, { refuses: 2 })
    const ann = await person(prosody, 'ann', room)
    await ann.say('nobody takes this')
    await waitFor('a refusal', () => (iris.refused() === 1 ? true : undefined))
    await iris.close()
    const again = await online(prosody, room)
    await again.heard('nobody takes this')
    expect([iris.taken, iris.refused()]).toEqual([[], 1])
  })
})

const header = `<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0' id='x' from='localhost'>`

test.each([
  ['never says a word', ''],
  ['ends before the login', `${header}</stream:stream>`],
  ['goes on after the end of its stream', `${header}</stream:stream><message/><message/>`],
  ['sends a sign that XML does not know', `${header}<message>&#1;</message>`],
  ['offers no login', `${header}<stream:features/>`],
  ['asks for a login that never ends', ''],
])('a server that %s is a line that is down, and is closed', async (what, says) => {
  const sockets = new Set<Socket>()
  let made = 0
  const isEndless = what.startsWith('asks')
  const server = createServer((socket) => {
    made += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      if (!isEndless) {
        socket.write(says)
        return
      }
      const auth = /<auth[^>]*>([^<]+)</.exec(data.toString())?.[1]
      const sasl = 'urn:ietf:params:xml:ns:xmpp-sasl'
      const nonce = auth && /r=(.*)/.exec(atob(auth))?.[1]
      const offer = `<stream:features><mechanisms xmlns='${sasl}'><mechanism>SCRAM-SHA-1</mechanism></mechanisms></stream:features>`
      const challenge = `<challenge xmlns='${sasl}'>${btoa(`r=${nonce}x,s=${btoa('salt')},i=2000000000`)}</challenge>`
      socket.write(auth ? challenge : header + offer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const told: boolean[] = []
  const nothing = () => {}
  const { port } = server.address() as AddressInfo
  const session = openSession(
    { jid: 'iris@localhost', password: 'secret', service: `xmpp://127.0.0.1:${port}` },
    {
      timers: realClock(),
      silenceMs: 20_000,
      opened: nothing,
      resumed: nothing,
      broke: nothing,
      stanza: nothing,
      line: { ready: nothing, reconnecting: nothing, down: ({ permanent }) => told.push(permanent) },
    },
  )
  await waitFor('a connection', () => (made > 0 ? true : undefined))
  if (says !== `${header}<stream:features/>`) await waitFor('that it is down', () => told[0] !== undefined || undefined)
  await session.close()
  await waitFor('the end of the connection', () => (sockets.size === 0 ? true : undefined))
  expect(told.filter(Boolean)).toEqual([])
  await expect(session.send(xml('presence'))).rejects.toMatchObject({ kind: 'unavailable' })
})

/** A clock that stands until it is turned; timers that are due then call back. */
function turnedClock() {
  let time = Date.now()
  const timers = new Set<{ due: number; wake: () => void }>()
  return {
    now: () => time,
    at(due: number, wake: () => void) {
      const timer = { due, wake }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    turn(ms: number) {
      time += ms
      for (const timer of timers) {
        if (timer.due > time) continue
        timers.delete(timer)
        timer.wake()
      }
    },
  }
}
