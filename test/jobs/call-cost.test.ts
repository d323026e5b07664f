// A call's tries are held under the ceilings one by one, and a failure without a price is charged what had begun.
import { describe, expect, test } from 'vitest'
import { CeilingError, makeCeilings } from '../../src/llm/ceilings.ts'
import { callOf } from '../../src/jobs/call-cost.ts'
import { failureOf, modelAt, mostOfTry, provider, request } from '../llm/calls.ts'
import { failure, says } from '../llm/fake-provider.ts'

function under(dailyTokens: number) {
  const limits = { dailyMessages: 10, dailyTokens }
  const ceilings = makeCeilings({ process: limits, bots: {}, spent: () => [], now: () => 0 })
  const marks: number[] = []
  const releases: (() => void)[] = []
  const place = {
    bot: 'iris',
    mayCost: (tokens: number) => void marks.push(tokens),
    onSettled: (release: () => void) => void releases.push(release),
  }
  const used = () => ceilings.used('iris').tokens
  return { ceilings, place, marks, used, release: () => releases.forEach((each) => each()) }
}

const soon = { 'retry-after': '0' }

describe('a 5xx after the work, followed by an answer', () => {
  const asked = async (dailyTokens: number) => {
    const server = await provider(failure(500, 'too late', soon), says('here'))
    const life = under(dailyTokens)
    const ask = (call: object) => modelAt(server.baseUrl).ask({ ...request({ reservedTokens: 1_000 }), ...call })
    const outcome = await failureOf(callOf(life.ceilings, life.place, 1, ask))
    return { ...life, outcome, requests: server.bodies.length }
  }

  test('is charged both, and both are held meanwhile', async () => {
    const { outcome, requests, marks, used, release } = await asked(2 * mostOfTry)
    expect(outcome).toMatchObject({ answered: { text: 'here', tokens: mostOfTry + 42 } })
    expect([requests, marks, used()]).toEqual([2, [mostOfTry, 2 * mostOfTry], 2 * mostOfTry])
    release()
    expect(used()).toBe(0)
  })

  test('is not tried again where a ceiling has no room for it', async () => {
    const { outcome, requests, marks } = await asked(2 * mostOfTry - 1)
    expect(outcome).toMatchObject({ kind: 'unavailable', tokens: mostOfTry })
    expect([requests, marks]).toEqual([1, [mostOfTry]])
  })

  test('is not made at all where a ceiling has no room for the first try', async () => {
    const { outcome, requests, marks } = await asked(mostOfTry - 1)
    expect(outcome).toMatchObject({ kind: 'ceiling', tokens: 0 })
    expect([requests, marks]).toEqual([0, []])
  })
})

test('a try that was turned away is taken back before the next one', async () => {
  const server = await provider(failure(429, 'busy', soon), says('here'))
  const { ceilings, place, marks } = under(1_000)
  const call = callOf(ceilings, place, 1, (over) => modelAt(server.baseUrl).ask({ ...request(), ...over }))
  expect(await failureOf(call)).toMatchObject({ answered: { tokens: 42 } })
  expect(marks).toEqual([mostOfTry, 0, mostOfTry])
})

test('a try that cannot be written down is not made', async () => {
  const server = await provider(says('never'))
  const { ceilings, place } = under(1_000)
  const full = () => {
    throw new Error('database or disk is full')
  }
  const call = callOf(ceilings, { ...place, mayCost: full }, 1, (over) =>
    modelAt(server.baseUrl).ask({ ...request(), ...over }),
  )
  expect(await failureOf(call)).toEqual({ kind: 'failed', message: 'database or disk is full', tokens: 0 })
  expect(server.bodies).toEqual([])
})

test('a mistake after a try is charged what had begun, a ceiling of messages nothing', async () => {
  const { ceilings, place } = under(1_000)
  const mistaken = callOf(ceilings, place, 1, async ({ mayCost }) => {
    mayCost(70)
    throw new TypeError('a mistake')
  })
  expect(await failureOf(mistaken)).toEqual({ kind: 'failed', message: 'a mistake', tokens: 70 })
  await expect(callOf(ceilings, place, 11, () => Promise.resolve(1))).rejects.toBeInstanceOf(CeilingError)
})
