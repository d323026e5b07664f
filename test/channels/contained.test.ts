// Somebody else's code in this process, contained for as long as anybody has some.
import { expect, test } from 'vitest'
import { containForeignCode } from '../../src/channels/contained.ts'

test('channels and tools of others are contained by one listener, which stays until both are gone', () => {
  const count = () => ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event))
  const [before, more] = [count(), count().map((n) => n + 1)]
  const [channels, tools] = [containForeignCode(), containForeignCode()]
  expect(count()).toEqual(more)
  channels()
  channels()
  expect(count()).toEqual(more)
  tools()
  expect(count()).toEqual(before)
})
