// The sign that a bot writes: told again every so many seconds, until it ends, or for three minutes.
import { expect, test } from 'vitest'
import { keepShowing } from '../../src/channels/keep-showing.ts'

function typing(call: () => Promise<unknown> = async () => true) {
  let now = 0
  let due: { at: number; wake: () => void } | undefined
  const told: number[] = []
  const end = keepShowing({
    timers: {
      now: () => now,
      at(at, wake) {
        due = { at, wake }
        return () => (due = undefined)
      },
    },
    everyMs: 4_000,
    show() {
      told.push(now)
      return call()
    },
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  async function pass(until: number): Promise<void> {
    await settle()
    while (due && due.at <= until) {
      now = due.at
      const { wake } = due
      due = undefined
      wake()
      // oxlint-disable-next-line no-await-in-loop -- one timer after the other
      await settle()
    }
    now = until
  }
  return { told, end, pass }
}

test('it is told every so many seconds until it ends', async () => {
  const { told, end, pass } = typing()
  await pass(9_000)
  await end()
  await pass(60_000)
  expect(told).toEqual([0, 4_000, 8_000])
})

test('a turn that never ends shows it for three minutes', async () => {
  const { told, pass } = typing()
  await pass(3_600_000)
  expect(told.at(-1)).toBe(176_000)
})

test('a refusal ends it', async () => {
  const { told, pass } = typing(() => Promise.reject(new Error('Too Many Requests')))
  await pass(60_000)
  expect(told).toEqual([0])
})
