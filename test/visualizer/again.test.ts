// Work asked for while it runs is done once more: the last change is never left out.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { again } from '../../visualizer/again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('asked for often it runs once; asked for while it runs, once more', async () => {
  const ends: (() => void)[] = []
  const work = again(() => new Promise((end) => ends.push(end)), 500)
  work.ask()
  work.ask()
  await vi.advanceTimersByTimeAsync(500)
  expect(ends.length).toBe(1)
  work.ask()
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(500)
  expect(ends.length).toBe(2)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends.length).toBe(2)
})

test('stopped while it runs, it stays stopped', async () => {
  const ends: (() => void)[] = []
  const work = again(() => new Promise((end) => ends.push(end)), 500)
  work.ask()
  await vi.advanceTimersByTimeAsync(500)
  work.ask()
  work.stop()
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends.length).toBe(1)
})
