// What readers of the feed are told of the bots' lines.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { feedStream } from '../../src/feed/feed-stream.ts'
import { makeHub } from '../../src/feed/hub.ts'
import { readerOf, rowOf, start, stepTold } from './feed-fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const line = (state: string): ConnectionRow => ({ bot: 'iris', channel: 'feishu', state, since: 1, failures: 0 })

function life({ size = 100, lastId }: { size?: number; lastId?: number } = {}) {
  const hub = makeHub({ start, size })
  const rows = [line('connecting')]
  const stream = feedStream({
    hub,
    lastId,
    lines: () => [],
    connections: () => rows,
    now: () => 5,
    disconnect: () => undefined,
  })
  return {
    hub,
    reader: readerOf(stream),
    change(state: string) {
      rows[0] = line(state)
      hub.connectionsChanged()
    },
  }
}

test('a reader is told of all lines at first, and again when one changes', async () => {
  const { reader, change } = life()
  expect([await reader.next(), await reader.next()]).toEqual([
    { event: 'hello', data: { position: start, now: 5 } },
    { id: start, event: 'connections', data: [line('connecting')] },
  ])
  change('online')
  await vi.advanceTimersByTimeAsync(50)
  expect(await reader.next()).toEqual({ id: start + 1, event: 'connections', data: [line('online')] })
})

test('changes that come together are told once, as the lines stand then', async () => {
  const { hub, reader, change } = life()
  await reader.next()
  await reader.next()
  change('online')
  hub.step(stepTold(rowOf('iris web:a', 1)))
  change('reconnecting')
  await vi.advanceTimersByTimeAsync(50)
  expect([await reader.next(), await reader.next()]).toEqual([
    { event: 'board', data: [rowOf('iris web:a', 1)] },
    { id: start + 3, event: 'connections', data: [line('reconnecting')] },
  ])
})

test('a reader that comes back, or was too slow for the ring, is told how they stand', async () => {
  const { reader, hub, change } = life({ size: 2, lastId: start })
  await reader.next()
  expect(await reader.next()).toEqual({ id: start, event: 'connections', data: [line('connecting')] })
  change('failed')
  for (const message of ['m1', 'm2', 'm3']) hub.said('web:a', message)
  await vi.advanceTimersByTimeAsync(50)
  expect([await reader.next(), await reader.next()]).toEqual([
    { event: 'gap', data: { missed: 2 } },
    { id: start + 4, event: 'connections', data: [line('failed')] },
  ])
})
