// A few rounds of the crash test; `node test/crash/crash.ts --rounds 20` runs more.
import { expect, test } from 'vitest'
import { crashRounds } from './crash-rounds.ts'

test(
  'kill -9 at any moment loses nothing, sends nothing twice and delays no timer (S5, R10, U4)',
  { timeout: 60_000 },
  async () => {
    const { problems, messages, during } = await crashRounds({ rounds: 4, seed: 3, progress: () => undefined })
    expect(problems).toEqual([])
    expect({ talked: messages > 0, hitTimers: during.timer > 0 }).toEqual({ talked: true, hitTimers: true })
  },
)

test(
  'nor while the clocks jump and the provider fails and bills strangely: nothing is unbooked (S5, U3)',
  { timeout: 90_000 },
  async () => {
    const { problems, messages } = await crashRounds({
      rounds: 3,
      seed: 26,
      jumps: true,
      faults: true,
      progress: () => undefined,
    })
    expect(problems).toEqual([])
    expect(messages).toBeGreaterThan(0)
  },
)
