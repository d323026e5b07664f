// What one person may use in a day is counted through kill -9, at least as served and at most with what was in flight.
import { expect, test } from 'vitest'
import { personRounds } from './person-rounds.ts'

const rounds = 3

test(
  'kill -9 while a person’s call is in flight forgets nothing that it cost them, loses no message and answers none twice',
  { timeout: 60_000 },
  async () => {
    const { rounds: all, over } = await personRounds({ rounds, seed: 5 })
    for (const [n, { day, served, unsure, stands }] of all.entries()) {
      expect(stands).toEqual(Array.from({ length: n + 1 }, () => [1, 1]))
      expect(day.messages).toBe(n + 1)
      expect(day.tokens).toBeGreaterThanOrEqual(served)
      expect(day.tokens).toBeLessThanOrEqual(served + unsure)
    }
    expect(all.filter(({ calls }) => calls > 0).length).toBeGreaterThan(0)
    const last = all.at(-1)?.day
    expect(over).toEqual({ refusedAt: ['budget'], calls: 0, replies: 0, day: last })
  },
)
