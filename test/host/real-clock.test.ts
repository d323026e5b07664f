// The clock of the machine, however the wall clock is set.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { realClock } from '../../src/host/local/real-clock.ts'
import { testMachine } from './machine-time.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

test('when the wall clock is set back or forward, time goes on from where it was', () => {
  const clock = realClock()
  const told: number[] = []
  const tell = (ms: number) => {
    vi.advanceTimersByTime(ms)
    told.push(clock.now())
  }
  tell(100)
  vi.setSystemTime(400_000)
  tell(0)
  tell(250)
  tell(50)
  vi.setSystemTime(2_000_000)
  tell(10)
  expect(told).toEqual([1_000_100, 1_000_100, 1_000_350, 1_000_400, 1_000_410])
})

test('a timer set before the wall clock is set back goes off when its span is over', () => {
  const clock = realClock()
  const woken: number[] = []
  // Longer than setTimeout can: the rest is measured anew on the way.
  const span = 2 ** 31 + 5_000
  clock.at(1_000_000 + span, () => woken.push(clock.now()))
  vi.setSystemTime(400_000)
  vi.advanceTimersByTime(span - 1)
  expect(woken).toEqual([])
  vi.advanceTimersByTime(1)
  expect(woken).toEqual([1_000_000 + span])
})

test('a timer that became due while the machine slept goes off within half a minute of its waking', () => {
  const machine = testMachine()
  const clock = realClock({ sources: machine.sources() })
  const from = clock.now()
  const woken: number[] = []
  clock.at(from + 3_600_000, () => woken.push(clock.now() - from))
  machine.sleep(8 * 3_600_000)
  machine.pass(29_999)
  vi.advanceTimersByTime(29_999)
  expect(woken).toEqual([])
  machine.pass(1)
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(1)
  expect(woken).toEqual([8 * 3_600_000 + 30_000])
})

test('nobody is woken before its time, though setTimeout goes off a little early', () => {
  const machine = testMachine()
  const clock = realClock({ sources: machine.sources() })
  const due = clock.now() + 1_000
  const woken: boolean[] = []
  clock.at(due, () => woken.push(clock.now() >= due))
  machine.pass(999.5)
  vi.advanceTimersByTime(1_000)
  expect(woken).toEqual([])
  machine.pass(1)
  vi.advanceTimersByTime(1)
  expect(woken).toEqual([true])
})
