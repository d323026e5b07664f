// Exponential back-off, as charts, channels and the store use it.
import { expect, test } from 'vitest'
import { exponentialBackOff } from '../../machines/rules/exponential.ts'

test('the wait doubles with every failure, up to the longest, however many there are', () => {
  const waits = [1, 2, 3, 4, 5, 6, 50, 5_000].map((failures) =>
    exponentialBackOff({ firstMs: 500, longestMs: 5_000 }, failures),
  )
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000])
})

test('no failure waits as one does, and nothing doubled is nothing', () => {
  expect([
    exponentialBackOff({ firstMs: 500, longestMs: 5_000 }, 0),
    exponentialBackOff({ firstMs: 0, longestMs: 5_000 }, 9),
  ]).toEqual([500, 0])
})
