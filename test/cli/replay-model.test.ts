import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { TraceLine } from '../../src/lab/virtual/trace.ts'
import { provider } from '../llm/calls.ts'
import { failure } from '../llm/fake-provider.ts'
import { asking, replies, sendsIn, talk, willing } from './asking-replay.ts'
import { chime, start } from './chime.ts'
import { jsonLines } from './talk.ts'
import { folder } from '../world/folders.ts'

type Verdict = TraceLine & { kind: 'verdict' }

const isStartBefore =
  ({ at: until }: Verdict) =>
  ({ gate, outcome, at: when }: Verdict): boolean =>
    gate === 'dispatch' && outcome !== 'end' && when <= until

describe('a replay with a model', () => {
  test('asks the endpoint, and its bill is what the endpoint served', async () => {
    const { code, err, server, summary, trace } = await asking({}, '--price-in', '1', '--price-out', '100')
    const calls = server.bodies.length
    expect(code).toBe(0)
    expect(err).toMatch(
      /^chime: about \d+ model calls and [\d ]+ tokens, as the rehearsal makes them on this talk; .*\n$/,
    )
    expect(new Set(server.bodies.map(({ model }) => model))).toEqual(new Set(['m']))
    expect(sendsIn(trace).map(({ text: said }) => said)).toEqual([replies[1], replies[2], replies[0]])
    expect(summary).toMatchObject({
      messages: 3,
      replies: 3,
      requests: { asked: 3, answered: 3, byName: { asked: 3, answered: 3 } },
      violations: [],
    })
    expect(summary.model).toMatchObject({
      models: ['m'],
      calls,
      tokens: { total: 42 * calls, in: 40 * calls, out: 2 * calls },
      failures: {},
      unreadable: 0,
      uncounted: 0,
      money: Number(((40 * calls + 200 * calls) / 1_000_000).toFixed(6)),
      maxCalls: 200,
      maxTokens: 200_000,
      cut: null,
    })
    expect(summary['callsPerMessage']).toBe(Number((calls / 3).toFixed(4)))
  })

  test('with a fixed latency is the same life every time, and each call takes so long', async () => {
    const [first, again] = [await asking({}, '--latency', '900'), await asking({}, '--latency', '900')]
    expect(again.trace).toEqual(first.trace)
    const started = first.trace.find((each) => each.kind === 'verdict' && each.gate === 'dispatch')
    const composed = first.trace.find((each) => each.kind === 'verdict' && each.gate === 'compose')
    const calls = first.trace.filter((each) => each.kind === 'verdict' && each.tokens !== undefined && each.turn === 1)
    const before = calls.findIndex((each) => each === composed) + 1
    expect(Number(composed?.at) - Number(started?.at)).toBe(900 * before)
  })

  test('takes in virtual time what its calls really took, and no message is heard meanwhile', async () => {
    const { summary, trace } = await asking({})
    const { latencyMs, calls } = summary.model as { latencyMs: { mean: number }; calls: number }
    const verdicts = trace.flatMap((each) => (each.kind === 'verdict' ? [each] : []))
    const spans = verdicts
      .filter(({ gate }) => gate === 'compose')
      .map((composed) => composed.at - Number(verdicts.findLast(isStartBefore(composed))?.at))
    const passed = spans.reduce((sum, ms) => sum + ms, 0)
    // Each is rounded to a whole ms; what the work around a call takes passes as well.
    expect(passed).toBeGreaterThanOrEqual((latencyMs.mean - 1) * calls)
    expect(passed).toBeLessThanOrEqual(Number(summary['elapsedMs']) + calls)
    expect(trace.filter(({ kind }) => kind === 'message').map((each) => each.at)).toEqual(talk.map(({ ts }) => ts))
  })

  test.each([
    ['--max-calls', '1', 1],
    ['--max-tokens', '800', undefined],
  ])('stops at %s %s: the rest is not played, and the summary says where', async (option, most, calls) => {
    const { code, server, summary } = await asking({ answers: [willing(400)] }, option, most)
    expect(code).toBe(0)
    const made = calls ?? server.bodies.length
    expect(summary.model).toMatchObject({ calls: made, cut: { of: 3, by: option }, tokens: { total: 400 * made } })
    expect(server.bodies).toHaveLength(made)
    expect((summary.model['cut'] as { at: number }).at).toBeLessThan(3)
    expect(400 * made).toBeLessThanOrEqual(800)
    // What was cut off breaks no promise.
    expect(summary['violations']).toEqual([])
  })

  test('is told where it was cut, for a person', async () => {
    const server = await provider(willing())
    const cwd = folder({ 'talk.jsonl': jsonLines(talk) })
    const args = ['--bot', 'Iris', '--model', 'm', '--base-url', server.baseUrl, '--max-calls', '2', '--latency', '700']
    const { out } = await chime(['replay', 'talk.jsonl', ...args], { cwd })
    expect(out).toMatch(/\n {2}asked +m: 2 calls \(/)
    expect(out).toMatch(/\n {2}tokens +84 \(80 in, 4 out\)\n/)
    expect(out).toMatch(/; in the play each took 700 ms\n/)
    expect(out).toMatch(/\n {2}not all played +cut at message \d of 3: --max-calls; /)
  })

  test.each([
    [401, 'no key', /rejected the API key \(401\): check the key of this model\n$/],
    [404, 'no model', /knows no model m \(404\): check model\.name and model\.baseUrl\n$/],
  ])('ends at once when the endpoint answers %i', async (status, why, message) => {
    const { code, out, err, server } = await asking({ answers: [failure(status, why)] })
    expect({ code, out, asked: server.bodies.length }).toEqual({ code: 1, out: '', asked: 1 })
    expect(err).toMatch(message)
  })

  test('ends at once when nobody is there', async () => {
    const server = await provider(willing())
    await server.stop()
    const cwd = folder({ 'talk.jsonl': jsonLines(talk) })
    const args = ['--bot', 'Iris', '--model', 'm', '--base-url', server.baseUrl, '--json']
    const { code, out, err } = await chime(['replay', 'talk.jsonl', ...args], { cwd })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(
      /cannot be reached: it refused the connection \(ECONNREFUSED\): start it or correct model\.baseUrl\n$/,
    )
  })

  test('that hangs is given up with Ctrl+C: the figures so far are printed', async () => {
    let asked = (): void => undefined
    const secondCall = new Promise<void>((resolve) => {
      asked = resolve
    })
    const server = await provider(willing(), () => asked())
    const cwd = folder({ 'talk.jsonl': jsonLines(talk) })
    const args = ['--bot', 'Iris', '--model', 'm', '--base-url', server.baseUrl, '--json']
    const child = start(['replay', 'talk.jsonl', ...args], { cwd })
    const ended = once(child, 'close')
    const out = text(child.stdout)
    await secondCall
    child.kill('SIGINT')
    expect((await ended)[0]).toBe(130)
    expect(JSON.parse(await out)).toMatchObject({
      violations: [],
      model: { calls: 2, failures: { interrupted: 1 }, cut: { of: 3, by: 'Ctrl+C' } },
    })
  })
})

test('options of a model say nothing without one, and a model that nobody configured is no model', async () => {
  const cwd = folder({ 'talk.jsonl': jsonLines(talk) })
  const call = ['replay', 'talk.jsonl', '--bot', 'Iris']
  const [lonely, unknown, odd] = await Promise.all([
    chime([...call, '--max-calls', '5'], { cwd }),
    chime([...call, '--model'], { cwd }),
    chime([...call, '--model', 'm', '--decide', 'never'], { cwd }),
  ])
  expect(lonely).toEqual({ code: 1, out: '', err: 'chime: --max-calls says nothing without a model: add --model\n' })
  expect(unknown).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^chime: --model: no model is configured/),
  })
  expect(odd).toMatchObject({ code: 2, out: '' })
})
