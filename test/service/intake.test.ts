// What channels hand in, when a part of it, or somebody who hears of it, fails.
import { expect, test } from 'vitest'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { inTurn, tellEach } from '../../src/channels/each.ts'
import { makeFeed, type VerdictRecord } from '../../src/feed/feed.ts'
import { makeHub } from '../../src/feed/hub.ts'
import { makeIntake } from '../../src/service/intake.ts'

const fail = (): never => {
  throw new TypeError('a bug')
}
const message = (id: string): InboundMessage => ({
  id,
  group: 'web:lobby',
  ts: 1,
  sender: { id: 'ann', name: 'Ann', bot: false },
  text: 'Hello.',
})

function room(over: Partial<Parameters<typeof makeIntake>[0]> = {}) {
  const stored: string[] = []
  const woken: string[] = []
  const told: string[] = []
  const intake = makeIntake({
    read: ({ id }) => [{ key: 'iris web:lobby', event: { type: 'message.received' }, dedupe: id }],
    unread: ({ id }, error) => void told.push(`unread ${id}: ${(error as Error).message}`),
    orders: () => ({ obey: () => [] }),
    receive(inbound, alongside) {
      alongside()
      woken.push(...inbound.map(({ dedupe = '' }) => dedupe))
      return inbound.map(() => 'accepted')
    },
    store: ({ id }) => void stored.push(id),
    said: ({ id }) => void told.push(`said ${id}`),
    duplicate: ({ dedupe }) => void told.push(`duplicate ${dedupe}`),
    refused: (error) => void told.push(`refused: ${(error as Error).message}`),
    listenerFailed: (error) => void told.push(`failed: ${(error as Error).message}`),
    ...over,
  })
  return { stored, woken, told, take: () => intake([message('a'), message('b'), message('c')]) }
}

test('a message that cannot be read stands in the talk and wakes nobody; those beside it are taken', async () => {
  const here = room({
    read: ({ id }) =>
      id === 'b' ? fail() : [{ key: 'iris web:lobby', event: { type: 'message.received' }, dedupe: id }],
  })
  await here.take()
  expect([here.stored, here.woken, here.told]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'c'],
    ['unread b: a bug', 'said a', 'said b', 'said c'],
  ])
})

test('orders that cannot be read keep no message from being taken', async () => {
  const here = room({ orders: fail })
  await here.take()
  expect(here.woken).toEqual(['a', 'b', 'c'])
})

test('who is told that a message came may fail: it is taken, and the others are told', async () => {
  const told: string[] = []
  const here = room({
    said({ id }) {
      told.push(id)
      fail()
    },
  })
  await here.take()
  expect([told, here.told]).toEqual([
    ['a', 'b', 'c'],
    ['failed: a bug', 'failed: a bug', 'failed: a bug'],
  ])
})

test('a host that tries again without a sick group is handed each message once', async () => {
  const here = room({
    receive(inbound, alongside) {
      alongside()
      alongside()
      here.woken.push(...inbound.map(({ dedupe = '' }) => dedupe))
      return inbound.map(() => 'duplicate')
    },
  })
  await here.take()
  expect([here.woken, here.told.slice(3)]).toEqual([
    ['a', 'b', 'c'],
    ['duplicate a', 'duplicate b', 'duplicate c'],
  ])
})

test('what nothing was stored of is refused, and that is told', async () => {
  const here = room({ receive: fail })
  await expect(here.take()).rejects.toThrow('a bug')
  expect(here.told).toEqual(['refused: a bug'])
})

test('of those who hear the same, one that throws keeps nothing from the others', () => {
  const heard: string[] = []
  const listeners = ['first', 'second', 'third'].map((name) => (said: string) => {
    heard.push(`${name} ${said}`)
    if (name === 'first') fail()
  })
  const failed: unknown[] = []
  const feed = makeFeed((error) => failed.push(error))
  for (const listen of listeners) feed.subscribe('lab', ({ bot }) => listen(bot))
  feed.publish({ group: 'lab', bot: 'by the feed' } as VerdictRecord)
  inTurn(listeners, (error) => failed.push(error))('in turn')
  tellEach(listeners, (listen) => listen('each'))
  const hub = makeHub({ start: 0 })
  for (const listen of listeners) hub.next(() => listen('by the hub'))
  hub.said('lab', 'm1')
  expect(heard).toEqual(
    ['by the feed', 'in turn', 'each', 'by the hub'].flatMap((by) => [`first ${by}`, `second ${by}`, `third ${by}`]),
  )
  expect(failed).toEqual([new TypeError('a bug'), new TypeError('a bug')])
})
