// What strangers can cause costs a line a minute, however much they send.
import { expect, onTestFinished, test, vi } from 'vitest'
import { countedLog } from '../../src/feed/counted-log.ts'

interface Line {
  status: number
  n: number
}

function world() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const written: (number | string)[][] = []
  const log = countedLog(
    ({ status }: Line) => String(status),
    ({ status, n }, more) => written.push([status, n, more]),
  )
  return { log, written }
}

test('the first of a kind is written at once, the others once a minute with their number, until there are none', () => {
  const { log, written } = world()
  for (let n = 1; n <= 1_000; n += 1) log.tell({ status: 401, n })
  log.tell({ status: 413, n: 1 })
  expect(written.splice(0)).toEqual([
    [401, 1, 0],
    [413, 1, 0],
  ])
  vi.advanceTimersByTime(60_000)
  expect(written.splice(0)).toEqual([[401, 1_000, 999]])
  log.tell({ status: 401, n: 1_001 })
  expect(written.splice(0)).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(written.splice(0)).toEqual([[401, 1_001, 1]])
  vi.advanceTimersByTime(60_000)
  log.tell({ status: 401, n: 1_002 })
  expect([written, log.sum(), vi.getTimerCount()]).toEqual([[[401, 1_002, 0]], 1_003, 1])
})

test('kinds beyond a hundred are counted with the oldest, and what was counted is written at the stop', () => {
  const { log, written } = world()
  for (let status = 0; status < 150; status += 1) log.tell({ status, n: 1 })
  expect(written).toHaveLength(100)
  log.stop()
  expect([written.at(-1), written.length, vi.getTimerCount()]).toEqual([[149, 1, 50], 101, 0])
})
