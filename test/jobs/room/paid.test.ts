// Whatever a provider does, and whichever bot leaves: bots that share a call are charged what was served, and no more than it may have cost.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DecideInput, Decision } from '../../../machines/group/children.ts'
import { makeDecide } from '../../../src/jobs/decide.ts'
import type { JobContext } from '../../../src/jobs/prompt-talk.ts'
import { openModel } from '../../../src/llm/client.ts'
import { callOf } from '../../../src/jobs/call-cost.ts'
import { type Billed, bookableOf, course, paidProvider, servedOf } from '../../llm/paid-provider.ts'
import { toDecide } from '../jobs.ts'
import { bots, question, roomOf } from './room.ts'

/** The shared call has three fifths of it, and what is left is enough for a bot's own. */
const timeoutMs = 2_600
/** Of the event loop: after a longer one a try may have been given up before its request was read. */
const longestStallNs = 50e6

interface Given {
  courses: Parameters<typeof paidProvider>[0]
  /** When so many requests have arrived, this bot's chart leaves. */
  leaves: { bot: number; at: number }[]
  /** What a bot may still pay. */
  ceilings: number[]
}

async function judged({ courses, leaves, ceilings }: Given) {
  const bill: Billed[] = []
  const marks = bots.map(() => 0)
  const leaving = bots.map(() => new AbortController())
  let unmarked = 0
  const provider = await paidProvider(courses, (billed) => {
    bill.push(billed)
    unmarked = Math.max(unmarked, servedOf(bill) - sum(marks))
    for (const { bot, at } of leaves) {
      if (bill.length === at) leaving[bot]?.abort()
    }
  })
  const model = openModel({ provider: 'openai', baseUrl: provider.baseUrl, apiKey: 'k', model: 'm' })
  const room = roomOf([question])
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const decide = async (bot: string, n: number): Promise<number> => {
    const input: DecideInput = { ...toDecide, batch: ['5'], maxTokens: 2_500, timeoutMs }
    const signal = leaving[n]?.signal ?? new AbortController().signal
    const mayCost = (tokens: number): void => {
      if (signal.aborted || tokens > (ceilings[n] ?? Infinity)) throw new Error('it may not pay that')
      marks[n] = tokens
    }
    const deps = { ...room.deps, model }
    const place = { bot, group: 'web:lobby', signal }
    const work = (call: Pick<JobContext, 'mayCost'>): Promise<Decision> => {
      const context = { ...place, ...call }
      return room.rooms.decide({ input, context, deps }, makeDecide(deps))
    }
    try {
      const { tokens } = await callOf({ reserve: () => () => {} }, { bot, mayCost, onSettled: () => {} }, 0, (call) =>
        work(call as Pick<JobContext, 'mayCost'>),
      )
      return signal.aborted ? (marks[n] ?? 0) : tokens
    } catch (error) {
      return signal.aborted ? (marks[n] ?? 0) : ((error as { tokens?: number }).tokens ?? 0)
    }
  }
  try {
    const booked = sum(await Promise.all(bots.map(({ id }, n) => decide(id, n))))
    // Who leaves does not know what becomes of what was under way for it.
    const left = sum(marks.filter((_, n) => leaving[n]?.signal.aborted))
    return { booked, bill, unmarked, bookable: delay.max > longestStallNs ? Infinity : bookableOf(bill) + left }
  } finally {
    delay.disable()
    await provider.stop()
  }
}

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0)

const given = fc.record<Given>({
  courses: fc.array(course, { minLength: 1, maxLength: 5 }),
  leaves: fc.array(fc.record({ bot: fc.nat(2), at: fc.integer({ min: 1, max: 3 }) }), { maxLength: 2 }),
  ceilings: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(Infinity) }, { weight: 1, arbitrary: fc.nat(900) }), {
    minLength: 3,
    maxLength: 3,
  }),
})

test('a try that no bot may pay does not leave, and costs nobody anything', async () => {
  const courses = [{ fault: 'answers' as const, prompt: 0.6, answer: 0, absurd: undefined }]
  const { booked, bill } = await judged({ courses, leaves: [], ceilings: [192, 0, 0] })
  expect({ booked, bill }).toEqual({ booked: 0, bill: [] })
})

test('served ≤ booked ≤ served and under way, and a kill at any moment books no less', async () => {
  await fc.assert(
    fc.asyncProperty(given, async (history) => {
      const { booked, bookable, bill, unmarked } = await judged(history)
      expect(booked).toBeGreaterThanOrEqual(servedOf(bill))
      expect(booked).toBeLessThanOrEqual(bookable)
      expect(unmarked).toBe(0)
    }),
    { numRuns: 40 },
  )
}, 240_000)
