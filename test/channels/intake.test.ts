// What channels hand in, when a part of it, or somebody who hears of it, fails.
import { expect, test } from 'vitest'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { tellEach } from '../../src/channels/each.ts'
import { makeFeed, type VerdictRecord } from '../../src/feed/feed.ts'
import { makeHub } from '../../src/feed/hub.ts'
import { makeIntake } from '../../src/channels/intake.ts'

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
  const handed: string[] = []
  const told: string[] = []
  const intake = makeIntake({
    host: {
      async receive(messages) {
        handed.push(...messages.map(({ id }) => id))
        return messages.map(() => 'accepted')
      },
      receiveFrom: fail,
    },
    mayWrite: () => {},
    said: (_, id) => void told.push(`said ${id}`),
    refused: (error) => void told.push(`refused: ${(error as Error).message}`),
    listenerFailed: (error) => void told.push(`failed: ${(error as Error).message}`),
    ...over,
  })
  return { handed, told, take: () => intake([message('a'), message('b'), message('c')]) }
}

test('who is told that a message came may fail: it is taken, and the others are told', async () => {
  const told: string[] = []
  const here = room({
    said(_, id) {
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

test('what nothing was stored of is refused, and that is told', async () => {
  const here = room({ host: { receive: async () => fail(), receiveFrom: fail } })
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
  tellEach(listeners, (listen) => listen('each'))
  const hub = makeHub({ start: 0 })
  for (const listen of listeners) hub.next(() => listen('by the hub'))
  hub.said('lab', 'm1')
  expect(heard).toEqual(
    ['by the feed', 'each', 'by the hub'].flatMap((by) => [`first ${by}`, `second ${by}`, `third ${by}`]),
  )
  expect(failed).toEqual([new TypeError('a bug')])
})

test('behind the intake a text has the words of what it carries, and who quotes a message replies to it (A12)', async () => {
  const taken: InboundMessage[] = []
  const intake = makeIntake({
    host: { receive: async (messages) => (taken.push(...messages), []), receiveFrom: fail },
    mayWrite: () => {},
    said: () => {},
    refused: fail,
    listenerFailed: fail,
  })
  const parts = [
    { kind: 'image', name: 'cat.png' },
    { kind: 'quote', id: 'q', text: 'before' },
  ] as const
  await intake([
    { ...message('a'), text: '', parts },
    { ...message('b'), replyTo: 'other', parts },
    { ...message('c'), parts: [] },
  ])
  expect(taken).toEqual([
    { ...message('a'), text: '[image: cat.png]', parts, replyTo: 'q' },
    { ...message('b'), text: 'Hello. [image: cat.png]', parts, replyTo: 'other' },
    message('c'),
  ])
})
