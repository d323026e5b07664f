// Preloaded into the service under test: tells its figures every second, and moves its clocks when asked to.
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { constants, monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { type ClockShift, type ProbeFigures, shiftVariable } from './probe-contract.ts'

const everyMs = 1_000
const resolutionMs = 10
const mb = 1_024 * 1_024

if (isMainThread && process.send) start()

function start(): void {
  const first = process.env[shiftVariable]
  if (first !== undefined) moveClocks(JSON.parse(first) as ClockShift)
  // Nobody is left behind by a soak that was killed.
  process.once('disconnect', () => process.exit(1))
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  let taken = 0
  const heapLiveMb = heapAfterCollections()
  setInterval(() => {
    const { heapUsed, heapTotal, external } = process.memoryUsage()
    const live = heapLiveMb()
    taken = Math.max(taken, heapTotal / mb)
    const figures: ProbeFigures = {
      heapMb: heapUsed / mb,
      heapTakenMb: taken,
      ...(live !== undefined && { heapLiveMb: live }),
      externalMb: external / mb,
      handles: process.getActiveResourcesInfo().length,
      // A mean of nothing is no number, and would leave no slope of all the others.
      ...(delay.count > 0 && {
        delayMeanMs: Math.max(0, delay.mean / 1e6 - resolutionMs),
        delayMaxMs: Math.max(0, delay.max / 1e6 - resolutionMs),
      }),
    }
    delay.reset()
    if (process.connected) process.send?.(figures)
  }, everyMs).unref()
  // The channel to the soak must not keep a service that has stopped from ending.
  process.channel?.unref()
}

/** Between two collections garbage piles up: only what is left by one tells whether anything is kept for good. */
function heapAfterCollections(): () => number | undefined {
  let live: number | undefined
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isFullCollection)) live = oldHeapMb()
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => live
}

const isFullCollection = (entry: PerformanceEntry): boolean =>
  (entry as { detail?: { kind?: number } }).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR

const oldHeapMb = (): number =>
  getHeapSpaceStatistics().reduce(
    (sum, { space_name: name, space_used_size: size }) => sum + (name.startsWith('new_') ? 0 : size / mb),
    0,
  )

/** Production code asks for the time by `Date.now` and `os.uptime` alone. */
function moveClocks(first: ClockShift): void {
  let shift = first
  const { now } = Date
  const { uptime } = os
  Date.now = () => now() + shift.setMs + shift.sleptMs
  os.uptime = () => uptime() + shift.sleptMs / 1_000
  syncBuiltinESMExports()
  process.on('message', (message: ClockShift) => void (shift = message))
}
