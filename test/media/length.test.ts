// How long a recording is taken to be: its sender may say anything.
import { expect, test } from 'vitest'
import { secondsOf } from '../../src/media/media.ts'

test('a recording is never taken for shorter than its bytes allow', () => {
  expect([
    secondsOf({ seconds: 0, bytes: 10_000_000 }),
    secondsOf({ seconds: 60, bytes: 100_000 }),
    secondsOf({ bytes: 9_000 }),
    secondsOf({ seconds: 3 }),
  ]).toEqual([250, 60, 3, 3])
})
