// When the store is pruned: in steps with rests between them, again after a failure, and never once it is stopped.
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPruning, restMs } from '../../src/store/pruning.ts'
import type { Prunable } from '../../src/store/prunable.ts'
import { inMemory } from '../host/stores.ts'

const config = { store: { path: ':memory:', retainDays: 1, maxMegabytes: 64 } }

function pruning(step: Prunable['step']) {
  vi.useFakeTimers({ now: 1_000_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const table = { table: 'some', neededMs: 0, step, oldest: () => undefined, again: () => undefined }
  return { lines, stop: openPruning({ db: inMemory(), config, others: [table], now: Date.now, log }).start() }
}

test('pruning rests three times as long as it works, and two seconds when there is nothing to do', () => {
  expect([restMs(true, 3), restMs(true, 40), restMs(true, 0.1), restMs(false, 3)]).toEqual([9, 120, 4, 2_000])
})

test('what fails is told and tried again after half a minute and the end of the round; once stopped nothing is tried', () => {
  const tries: number[] = []
  const { lines, stop } = pruning(() => {
    tries.push(Date.now() - 1_000_000_000_000)
    if (tries.length < 3) throw new Error('database or disk is full')
    return 0
  })
  vi.advanceTimersByTime(65_000)
  stop()
  vi.advanceTimersByTime(600_000)
  expect({ tries: tries.slice(0, 3), lines }).toEqual({
    tries: [0, 32_000, 64_000],
    lines: Array.from({ length: 2 }, () => 'old records could not be removed: it is tried again later'),
  })
  expect(Math.max(...tries)).toBeLessThanOrEqual(65_000)
})
