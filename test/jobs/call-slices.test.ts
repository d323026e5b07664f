// Where a cluster hands out slices of the ceilings, a call waits for its own, and gives back what it did not cost.
import { expect, test } from 'vitest'
import { callOf, postOf } from '../../src/jobs/call-cost.ts'
import { CeilingError, type HoldSlice, makeCeilings } from '../../src/llm/ceilings.ts'

interface Given {
  most?: number
  isAborted?: boolean
  hold?: HoldSlice
}

function under({ most = 1_000, isAborted = false, hold }: Given = {}) {
  const told: string[] = []
  const text = ({ messages, tokens }: { messages: number; tokens: number }): string => `${messages} ${tokens}`
  const slices: HoldSlice = async (_, spending, ahead) => {
    told.push(`hold ${text(spending)}, ahead ${text(ahead)}`)
    return {
      more: (further) => void told.push(`more ${text(further)}`),
      settle: (spent) => void told.push(`settle ${text(spent)}`),
    }
  }
  // What one process could spend is no limit of a cluster's: other workers spend, too.
  const limits = { dailyMessages: 0, dailyTokens: 0 }
  const ceilings = makeCeilings({ process: limits, bots: {}, spent: () => [], hold: hold ?? slices, now: () => 0 })
  const signal = isAborted ? AbortSignal.abort() : new AbortController().signal
  const place = {
    bot: 'iris',
    most,
    signal,
    onSettled: () => {},
    mayCost: (tokens: number) => void told.push(`may cost ${tokens}`),
  }
  return { ceilings, place, told }
}

test('all that its chart has reserved is held before it begins, and what it cost is told at its end', async () => {
  const { ceilings, place, told } = under()
  await callOf(ceilings, place, 1, async (call) => {
    call.mayCost(400)
    return { tokens: 250 }
  })
  expect(told).toEqual(['hold 0 1000, ahead 1 0', 'may cost 400', 'settle 0 250'])
})

test('tries beyond that are held before they leave', async () => {
  const { ceilings, place, told } = under({ most: 300 })
  await callOf(ceilings, place, 0, async (call) => {
    for (const tokens of [200, 400, 900]) call.mayCost(tokens)
    return { tokens: 850 }
  })
  expect(told).toEqual([
    'hold 0 300, ahead 0 0',
    'may cost 200',
    'more 0 100',
    'may cost 400',
    'more 0 500',
    'may cost 900',
    'settle 0 850',
  ])
})

test('a call that fails has cost what its error says, else what had begun, and one that was left all that was held', async () => {
  const settled = async (error: object, isAborted = false) => {
    const { ceilings, place, told } = under({ isAborted })
    const failing = async (call: { mayCost: (tokens: number) => void }) => {
      call.mayCost(400)
      throw error
    }
    await expect(callOf(ceilings, place, 0, failing)).rejects.toBeInstanceOf(Error)
    return told.at(-1)
  }
  expect(await settled(Object.assign(new Error('busy'), { tokens: 0 }))).toBe('settle 0 0')
  expect(await settled(new Error('cut'))).toBe('settle 0 400')
  expect(await settled(new Error('left'), true)).toBe('settle 0 1000')
})

test('no call is made and nothing is posted for which no slice is left', async () => {
  const { ceilings, place } = under({ hold: () => Promise.reject(new CeilingError('dailyCeiling', { scope: 'bot' })) })
  let made = 0
  const work = async () => (made += 1)
  await expect(callOf(ceilings, place, 1, work)).rejects.toMatchObject({
    kind: 'ceiling',
    tokens: 0,
    why: 'dailyCeiling',
  })
  await expect(postOf(ceilings, place, work)).rejects.toMatchObject({ kind: 'ceiling' })
  expect(made).toBe(0)
})

test('a post costs a message where it is posted, and where nobody knows', async () => {
  const settled = async (isAborted: boolean, post: () => Promise<unknown>) => {
    const { ceilings, place, told } = under({ isAborted })
    await postOf(ceilings, place, post).catch(() => {})
    return told
  }
  const fails = () => Promise.reject(new Error('offline'))
  expect(await settled(false, async () => 1)).toEqual(['hold 1 0, ahead 0 0', 'settle 1 0'])
  expect(await settled(false, fails)).toEqual(['hold 1 0, ahead 0 0', 'settle 0 0'])
  expect(await settled(true, fails)).toEqual(['hold 1 0, ahead 0 0', 'settle 1 0'])
})
