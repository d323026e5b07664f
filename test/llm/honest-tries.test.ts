// Whatever a provider does: a call is charged at least what was served, and no more than its tries may have cost.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openModel } from '../../src/llm/client.ts'
import { guardModel, listModels } from '../../src/llm/model-list.ts'
import type { ChatRequest, ModelError } from '../../src/llm/model.ts'
import { mostOf } from '../../src/llm/usage.ts'
import { messages, request } from './calls.ts'
import { type Billed, bookableOf, course, paidProvider, servedOf } from './paid-provider.ts'

const timeoutMs = 1_000
/** Of the event loop: after a longer one a try may have been given up before its request was read. */
const longestStallNs = 50e6
/** So many tries are held for a call. */
const tries = fc.integer({ min: 50, max: 400 }).map((percent) => percent / 100)

interface Given {
  /** Of every model that may be asked; undefined: nothing listens there. */
  courses: (Parameters<typeof paidProvider>[0] | undefined)[]
  reservedTokens: number
  /** The caller gives up when so many requests have arrived. */
  calledOffAt: number | undefined
  /** A try that would cost more than this may not leave. */
  ceiling: number
}

/** A conversation that tools are part of. */
const working: Pick<ChatRequest, 'messages' | 'tools'> = {
  tools: [
    {
      name: 'lookup',
      description: 'Looks a word up in the dictionary of the group',
      parameters: { type: 'object', properties: { word: { type: 'string', description: 'As it is written' } } },
    },
  ],
  messages: [
    ...messages,
    { role: 'assistant', content: '', calls: [{ id: 'c0', name: 'lookup', arguments: '{"word":"chime"}' }] },
    { role: 'tool', content: 'A sound of bells, and to speak up.\n'.repeat(20), callId: 'c0' },
  ],
}

async function asked({ courses, reservedTokens, calledOffAt, ceiling }: Given, what: typeof working) {
  const bill: Billed[] = []
  const off = new AbortController()
  let mark = 0
  /** What a kill would have left unbooked, at any moment. */
  let unmarked = 0
  const arrived = (billed: Billed): void => {
    bill.push(billed)
    unmarked = Math.max(unmarked, servedOf(bill) - mark)
    if (bill.length === calledOffAt) off.abort()
  }
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const providers = await Promise.all(courses.map((each) => paidProvider(each ?? [], arrived)))
  await Promise.all(providers.filter((_, i) => !courses[i]).map(({ stop }) => stop()))
  const models = providers.map(({ baseUrl }) => openModel({ provider: 'openai', baseUrl, apiKey: 'k', model: 'm' }))
  const guarded = models.map((model) => guardModel(model, () => undefined))
  const [first] = models
  const model = first && models.length === 1 ? first : listModels(guarded)
  const mayCost = (tokens: number): void => {
    if (tokens > ceiling) throw new Error('the ceiling is reached')
    mark = tokens
  }
  try {
    const call = model.ask({ ...request({ timeoutMs, signal: off.signal }), ...what, reservedTokens, mayCost })
    const booked = await call.then(
      ({ tokens }) => tokens,
      (error: ModelError) => error.tokens ?? 0,
    )
    // Whoever calls off does not know what became of the try under way.
    const known = bill.map((each, i) => ({ ...each, isTold: each.isTold && i + 1 !== calledOffAt }))
    const bookable = delay.max > longestStallNs ? Infinity : bookableOf(known)
    return { booked, bookable, bill, unmarked }
  } finally {
    delay.disable()
    await Promise.all(providers.filter((_, i) => courses[i]).map(({ stop }) => stop()))
  }
}

const givenFor = (most: number) =>
  fc.record<Given>({
    courses: fc.array(fc.option(fc.array(course, { minLength: 1, maxLength: 4 }), { nil: undefined, freq: 6 }), {
      minLength: 1,
      maxLength: 3,
    }),
    reservedTokens: tries.map((n) => Math.ceil(n * most)),
    calledOffAt: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 4 }),
    ceiling: fc.oneof(
      fc.constant(Infinity),
      tries.map((n) => Math.ceil(n * most)),
    ),
  })

test.each([
  ['', { messages }, 100],
  ['with tools on offer and called, ', working, 60],
])(
  '%sserved ≤ booked ≤ what its tries may have cost, within what was held, and a kill at any moment books no less',
  async (_what, what, numRuns) => {
    const most = mostOf(request(what))
    await fc.assert(
      fc.asyncProperty(givenFor(most), async (history) => {
        const { booked = 0, bookable, bill, unmarked } = await asked(history, what)
        expect(booked).toBeGreaterThanOrEqual(servedOf(bill))
        expect(booked).toBeLessThanOrEqual(bookable)
        expect(booked).toBeLessThanOrEqual(Math.max(history.reservedTokens, most))
        expect(booked).toBeLessThanOrEqual(history.ceiling)
        expect(unmarked).toBe(0)
      }),
      { numRuns },
    )
  },
  240_000,
)
