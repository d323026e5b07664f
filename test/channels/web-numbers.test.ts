// Numbers of a room are given once: whoever follows it goes on from one.
import { expect, test } from 'vitest'
import { makeWeb, signal } from './web-fixture.ts'

test('a message after a sign that was taken off has a number of its own', async () => {
  const { channel, intake } = makeWeb()
  await channel.start(intake)
  await channel.post('lobby', { name: 'Dana', text: 'hello', id: 'm1' })
  const sign = { group: 'web:lobby', bot: 'iris', message: 'm1', emoji: '⏳' }
  await channel.react?.(sign, signal())
  const cursor = channel.list('lobby', { limit: 9 }).at(-1)?.seq ?? 0
  await channel.unreact?.(sign, signal())
  await channel.post('lobby', { name: 'Dana', text: 'still there?', id: 'm2' })
  expect(channel.list('lobby', { after: cursor, limit: 9 }).map(({ id }) => id)).toEqual(['m2'])
  // The same sign may stand there again.
  await channel.react?.(sign, signal())
  const told = channel.changes('lobby', { after: 0, limit: 9 })
  expect(told.map((each) => 'id' in each && [each.id, each.text])).toEqual([
    ['m1', 'hello'],
    ['m2', 'still there?'],
    ['m1 ⏳ iris', '⏳'],
  ])
  expect(channel.list('lobby', { limit: 9 })).toEqual(told)
})
