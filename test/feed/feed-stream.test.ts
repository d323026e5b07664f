import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TalkLine } from '../../src/feed/contract.ts'
import { type FeedOptions, feedStream } from '../../src/feed/feed-stream.ts'
import { readerOf, rowOf, seqsIn, start, steppedHub, tells } from './feed-fixture.ts'

const actor = { key: 'iris web:a', group: 'web:a' }
const line = (id: string): TalkLine => ({ id, at: 1, sender: 'ann', name: 'Ann', bot: false, text: `text of ${id}` })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function streamOf({ hub }: ReturnType<typeof steppedHub>, over: Partial<FeedOptions> = {}) {
  const disconnect = vi.fn<() => void>()
  const options = { hub, actor, lines: (_: string, ids: readonly string[]) => ids.map(line), now: () => 5, disconnect }
  return { disconnect, reader: readerOf(feedStream({ ...options, ...over })) }
}

describe('a reader', () => {
  test('hears where the feed stands, then every row, and after that what changes', async () => {
    const life = steppedHub({ known: () => [rowOf('iris web:a', 3), rowOf('rex web:a', 4)] })
    const { reader } = streamOf(life)
    expect([await reader.next(), await reader.next()]).toEqual([
      { event: 'hello', data: { position: start, now: 5 } },
      { id: start, event: 'board', data: [rowOf('iris web:a', 3), rowOf('rex web:a', 4)] },
    ])
    life.step('rex web:a')
    await vi.advanceTimersByTimeAsync(50)
    expect(await reader.next()).toEqual({ id: start + 1, event: 'board', data: [rowOf('rex web:a', 1)] })
  })

  test('hears rows that come without a step, and none that is older than what it has', async () => {
    const life = steppedHub({ known: () => [rowOf('iris web:a', 3)] })
    const { reader } = streamOf(life)
    await reader.next()
    await reader.next()
    life.step('cy web:a')
    life.hub.list([rowOf('iris web:a', 2), rowOf('cy web:a', 7), rowOf('rex web:b', 9)])
    life.hub.list([rowOf('rex web:b', 8)])
    await vi.advanceTimersByTimeAsync(50)
    expect(await reader.next()).toEqual({
      id: start + 2,
      event: 'board',
      data: [rowOf('cy web:a', 1), rowOf('rex web:b', 9)],
    })
    expect(life.hub.board().map(({ key, seq }) => [key, seq])).toEqual([
      ['cy web:a', 1],
      ['iris web:a', 3],
      ['rex web:b', 9],
    ])
  })

  test('hears steps and talk of the chosen actor alone, and of the others their rows', async () => {
    const life = steppedHub()
    const { reader } = streamOf(life)
    await reader.next()
    life.step('iris web:a')
    life.step('rex web:a')
    life.hub.said('web:a', 'm1')
    life.hub.said('web:b', 'm2')
    life.step('iris web:a')
    await vi.advanceTimersByTimeAsync(50)
    expect([await reader.next(), await reader.next(), await reader.next()]).toEqual([
      { event: 'board', data: [rowOf('iris web:a', 2), rowOf('rex web:a', 1)] },
      {
        event: 'steps',
        data: [
          { key: 'iris web:a', seq: 1 },
          { key: 'iris web:a', seq: 2 },
        ],
      },
      { id: start + 5, event: 'talk', data: [line('m1')] },
    ])
  })

  test('is told at most every 50 ms', async () => {
    const life = steppedHub()
    const { reader } = streamOf(life)
    await reader.next()
    life.step('iris web:a')
    expect(seqsIn(await reader.until(tells(1)))).toEqual([1])
    const more = reader.until(tells(3))
    let told = false
    void more.then(() => (told = true))
    life.step('iris web:a')
    await vi.advanceTimersByTimeAsync(49)
    life.step('iris web:a')
    expect(told).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(seqsIn(await more)).toEqual([2, 3])
  })

  test('resumes after the last id without the rows that did not change', async () => {
    const life = steppedHub({ known: () => [rowOf('rex web:a', 9)] })
    for (let n = 0; n < 5; n += 1) life.step('iris web:a')
    const { reader } = streamOf(life, { lastId: start + 3 })
    expect([await reader.next(), await reader.next(), await reader.next()]).toEqual([
      { event: 'hello', data: { position: start + 3, now: 5 } },
      { event: 'board', data: [rowOf('iris web:a', 5)] },
      {
        id: start + 5,
        event: 'steps',
        data: [
          { key: 'iris web:a', seq: 4 },
          { key: 'iris web:a', seq: 5 },
        ],
      },
    ])
  })

  test('that comes back too late is told of the gap first, and gets the rows that changed in it', async () => {
    const life = steppedHub({ size: 2 })
    life.step('iris web:a')
    life.step('rex web:b')
    for (let n = 0; n < 4; n += 1) life.step('iris web:a')
    const { reader } = streamOf(life, { lastId: start + 1 })
    expect([await reader.next(), await reader.next(), await reader.next(), await reader.next()]).toEqual([
      { event: 'hello', data: { position: start + 1, now: 5 } },
      { event: 'gap', data: { missed: 3 } },
      { event: 'board', data: [rowOf('rex web:b', 1), rowOf('iris web:a', 5)] },
      {
        id: start + 6,
        event: 'steps',
        data: [
          { key: 'iris web:a', seq: 4 },
          { key: 'iris web:a', seq: 5 },
        ],
      },
    ])
  })

  test('gets no id before all rows are told, so that coming back earlier tells them again', async () => {
    const known = Array.from({ length: 900 }, (_, n) => rowOf(`iris web:${n}`, 1))
    const { reader } = streamOf(steppedHub({ known: () => known }))
    await reader.next()
    const first = reader.next()
    await vi.advanceTimersByTimeAsync(200)
    const boards = [await first, await reader.next(), await reader.next()]
    expect(boards.map((told) => [told?.id, (told?.data as unknown[] | undefined)?.length])).toEqual([
      [undefined, 400],
      [undefined, 400],
      [start, 100],
    ])
  })

  test('hears a comment every 15 s', async () => {
    const { reader } = streamOf(steppedHub(), { actor: undefined })
    await vi.advanceTimersByTimeAsync(45_000)
    expect(await reader.text(4)).toEqual([
      'retry: 2000\n\nevent: hello\ndata: {"position":1000,"now":5}\n\n',
      ': still here\n\n',
      ': still here\n\n',
      ': still here\n\n',
    ])
  })
})

describe('a reader that does not read', () => {
  test('is written to no further than its first flush past 64 KB, and let go at the second heartbeat', async () => {
    const life = steppedHub()
    const { disconnect } = streamOf(life)
    const told = vi.spyOn(life.hub, 'read')
    for (let n = 0; n < 2_000; n += 1) life.step('iris web:a', 'x'.repeat(200))
    await vi.advanceTimersByTimeAsync(10_000)
    for (let n = 0; n < 2_000; n += 1) life.step('iris web:a', 'x'.repeat(200))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(told).toHaveBeenCalledOnce()
    expect(disconnect).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(disconnect).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that goes away while there is nothing to tell leaves nothing behind, and what comes then does not throw', async () => {
    const life = steppedHub()
    const { disconnect, reader } = streamOf(life)
    await reader.next()
    const told = vi.spyOn(life.hub, 'read')
    await reader.stop()
    expect(() => life.step('iris web:a')).not.toThrow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([told.mock.calls.length, disconnect.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0, 0])
  })
})

test('what fails while it is written ends the connection, not the service', async () => {
  const life = steppedHub()
  const lines = (): never => {
    throw new Error('the talk cannot be read')
  }
  const { disconnect, reader } = streamOf(life, { lines })
  await reader.next()
  life.hub.said('web:a', 'm1')
  await vi.advanceTimersByTimeAsync(50)
  expect(await reader.next()).toBeUndefined()
  expect(disconnect).toHaveBeenCalledOnce()
})
