// What a call leaves in memory when it has ended.
import { getEventListeners } from 'node:events'
import { queryObjects } from 'node:v8'
import { expect, test, vi } from 'vitest'
import { failureOf, modelAt, provider, request } from './calls.ts'
import { failure, says } from './fake-provider.ts'

/** After a collection of garbage. */
const signals = (): number => queryObjects(AbortSignal, { format: 'count' })
const calls = 60

test.each([
  ['an answer', says('here'), { answered: { text: 'here' } }],
  ['a refusal', failure(400, 'no'), { kind: 'failed' }],
])('a call that ended with %s leaves no signal behind, however much time it had', async (_what, answer, end) => {
  const server = await provider(answer)
  const model = modelAt(server.baseUrl)
  const outer = new AbortController()
  const before = signals()
  for (let n = 0; n < calls; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await failureOf(model.ask(request({ timeoutMs: 600_000, signal: outer.signal })))).toMatchObject(end)
  }
  expect(getEventListeners(outer.signal, 'abort')).toEqual([])
  // Those of a connection that is kept are less than one a call.
  await vi.waitFor(() => expect(signals() - before).toBeLessThan(calls / 2), { timeout: 5_000 })
})
