// How the time of a call is shared between its two tries.
import { describe, expect, test } from 'vitest'
import { isWorthATry, makeTryTimes } from '../../src/llm/try-time.ts'

const call = { format: 'json', timeoutMs: 12_000 } as const

describe('the first of two tries', () => {
  test('has half of the time, and of an odd time a whole number of ms', () => {
    const times = makeTryTimes()
    expect([times.ofFirst(call), times.ofFirst({ ...call, timeoutMs: 2_001 })]).toEqual([6_000, 1_001])
  })

  test('has all of it where answers take more than a quarter, until faster ones have come for a while', () => {
    const times = makeTryTimes()
    times.answered(call, 4_000)
    const slow = times.ofFirst(call)
    for (let answer = 0; answer < 3; answer += 1) times.answered(call, 100)
    expect([slow, times.ofFirst(call)]).toEqual([12_000, 6_000])
  })

  test('has all of it after a call that ended late twice: the model may be slow; and half again if it hangs even so', () => {
    const times = makeTryTimes()
    const asked = [1, 2, 3].map(() => {
      const first = times.ofFirst(call)
      times.timedOut(call, first)
      return first
    })
    expect(asked).toEqual([6_000, 12_000, 6_000])
  })

  test('of a judgement does not depend on how long texts take', () => {
    const times = makeTryTimes()
    times.answered({ ...call, format: 'text' }, 11_000)
    expect([times.ofFirst(call), times.ofFirst({ ...call, format: 'text' })]).toEqual([6_000, 12_000])
  })
})

test('a second try is made while a quarter of the time is left', () => {
  expect([3_000, 2_999].map((left) => isWorthATry(left, call))).toEqual([true, false])
})
