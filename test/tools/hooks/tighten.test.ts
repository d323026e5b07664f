// Whatever hooks answer, there is never more than before: tools, limits, calls, words, rights (A6).
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedMark } from '../../../src/tools/hooks/tighten.ts'
import { hooksOf, place, signal, toolCall } from './sources.ts'

const known = ['fs.read', 'fs.write', 'bash', 'web.fetch', 'mcp.files.search']
const names = fc.constantFrom(...known, 'fs.*', '*', 'mcp.*', 'rm', '')
const limit = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, 500, 1_000, 1e12))

/** What a hook may say, what it may not, and anything at all. */
const answers = fc.oneof(
  fc.record(
    {
      refuse: fc.string(),
      dropTools: fc.array(names),
      maxOutputTokens: limit,
      dropText: fc.boolean(),
      dropCalls: fc.oneof(fc.constant('all'), fc.array(fc.integer({ min: -1, max: 9 }))),
      reason: fc.string(),
      askOperators: fc.string(),
      replace: fc.string({ maxLength: 600 }),
      outside: fc.boolean(),
      end: fc.string(),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    { tools: fc.array(names), calls: fc.array(fc.anything()), approved: fc.boolean(), text: fc.string() },
    { requiredKeys: [] },
  ),
  fc.record({ dropTools: fc.array(names) }, { requiredKeys: [] }),
  fc.record({ maxOutputTokens: fc.integer({ min: 1, max: 2_000 }) }),
  fc.record({ dropCalls: fc.array(fc.integer({ min: 0, max: 5 })), dropText: fc.boolean() }, { requiredKeys: [] }),
  fc.record({ replace: fc.string({ maxLength: 600 }), outside: fc.boolean() }, { requiredKeys: [] }),
  fc.anything(),
  fc.constant(undefined),
)

const modules = fc.array(answers, { minLength: 1, maxLength: 3 })
const saying = (given: readonly unknown[]) =>
  hooksOf(
    ...given.map((answer) => {
      const says = () => answer
      return { beforeModel: says, afterModel: says, beforeTool: says, afterTool: says }
    }),
  ).hooks

test('no answer adds a tool, raises a limit, or makes a call of its own', async () => {
  const offers = fc.record({
    tools: fc.uniqueArray(fc.constantFrom(...known)),
    most: fc.integer({ min: 1, max: 1_500 }),
  })
  const [kept, refused] = [new Set<string>(), new Set<boolean>()]
  await fc.assert(
    fc.asyncProperty(modules, offers, async (given, { tools, most }) => {
      const request = { ...place, kind: 'step', tools, maxOutputTokens: most, messages: [] } as const
      const before = await saying(given).beforeModel(request, signal)
      refused.add('refused' in before)
      const left = 'ok' in before ? before.ok : { tools: [], maxOutputTokens: 1 }
      const calls = tools.map((tool) => ({ tool, arguments: '{}' }))
      const after = await saying(given).afterModel({ ...request, text: 'x', calls }, signal)
      const dropped = 'ok' in after ? [...after.ok.dropped.keys()] : []
      expect({
        added: left.tools.filter((name) => !tools.includes(name)),
        isRaised: left.maxOutputTokens > most || left.maxOutputTokens < 1,
        beyond: dropped.filter((n) => n < 0 || n >= calls.length),
      }).toEqual({ added: [], isRaised: false, beyond: [] })
      if ('ok' in before) for (const name of left.tools) kept.add(name)
    }),
    { numRuns: 500 },
  )
  expect([kept.size, refused.size]).toEqual([known.length, 2])
})

test('no answer takes back what another one took, and a result is replaced by nothing longer', async () => {
  await fc.assert(
    fc.asyncProperty(modules, fc.string({ maxLength: 400 }), async (given, text) => {
      const first = {
        afterModel: () => ({ dropText: true, dropCalls: [1], reason: 'no' }),
        beforeTool: () => ({ askOperators: 'a word' }),
        afterTool: () => ({ outside: true, end: 'over' }),
      }
      const others = given.map((answer) => ({
        afterModel: () => answer,
        beforeTool: () => answer,
        afterTool: () => answer,
      }))
      const { hooks } = hooksOf(first, ...others)
      const before = await hooks.beforeTool(toolCall, signal)
      const said = { ...place, kind: 'step', tools: ['bash'], maxOutputTokens: 9, text } as const
      const two = [1, 2].map(() => ({ tool: 'bash', arguments: '{}' }))
      const heard = await hooks.afterModel({ ...said, calls: two }, signal)
      const after = await hooks.afterTool({ ...toolCall, text, isError: false }, signal)
      const { outside, ends, text: left, withheld } = after
      const most = withheld ? 0 : Math.max(text.length, 200) + changedMark.length
      expect({
        asks: 'refused' in before || before.ok.asks?.by === 'h0',
        drops: 'refused' in heard || (heard.ok.dropsText && heard.ok.dropped.get(1)?.by === 'h0'),
        marks: [outside, ends],
        isLonger: left.length > most,
      }).toEqual({ asks: true, drops: true, marks: [true, { by: 'h0', reason: 'over' }], isLonger: false })
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['a key that no hook has', { addTools: ['bash'] }],
  ['a limit below one', { maxOutputTokens: 0 }],
  ['a text', 'yes'],
  ['a list', [{ refuse: 'x' }]],
  ['tools by number', { dropTools: [1] }],
])('%s is no answer: the model is not called', async (_, answer) => {
  const { hooks, failed } = hooksOf({ beforeModel: () => answer })
  const request = { ...place, kind: 'reply', tools: ['bash'], maxOutputTokens: 100, messages: [] } as const
  expect([await hooks.beforeModel(request, signal), failed]).toEqual([
    { refused: { by: 'h0', reason: 'its beforeModel failed', failed: true } },
    ['h0 beforeModel'],
  ])
})

test('each is asked of what those before it left, and the first that refuses is the last that is asked', async () => {
  const seen: object[] = []
  const see = (more: object) => (given: { tools: readonly string[]; maxOutputTokens: number }) => {
    seen.push([given.tools, given.maxOutputTokens])
    return more
  }
  const { hooks } = hooksOf(
    { beforeModel: see({ dropTools: ['fs.*'], maxOutputTokens: 50 }) },
    { beforeModel: see({ maxOutputTokens: 80 }) },
    { beforeModel: see({ refuse: 'not\nnow' }) },
    { beforeModel: see({}) },
  )
  const request = { ...place, kind: 'step', tools: known, maxOutputTokens: 100, messages: [] } as const
  expect(await hooks.beforeModel(request, signal)).toEqual({ refused: { by: 'h2', reason: 'not now' } })
  const left = ['bash', 'web.fetch', 'mcp.files.search']
  expect(seen).toEqual([
    [known, 100],
    [left, 50],
    [left, 50],
  ])
})

test('a hook that fails after another one withholds the result, and what that one marked stays', async () => {
  const { hooks, failed } = hooksOf(
    { afterTool: () => ({ outside: true, replace: 'less' }) },
    {
      afterTool: () => {
        throw new Error('x')
      },
    },
  )
  expect(await hooks.afterTool({ ...toolCall, text: 'seven samples', isError: false }, signal)).toEqual({
    text: '',
    changedBy: 'h0',
    outside: true,
    withheld: { by: 'h1', reason: 'its afterTool failed', failed: true },
  })
  expect(failed).toEqual(['h1 afterTool'])
})

test.each([
  ['a short one', 5, 200],
  ['a long one', 300, 300],
])('in place of %s a hook puts no more than its length, or 200 characters', async (_, chars, most) => {
  const { hooks } = hooksOf({ afterTool: () => ({ replace: 'y'.repeat(1_000) }) })
  const { text } = await hooks.afterTool({ ...toolCall, text: 'x'.repeat(chars), isError: false }, signal)
  expect(text).toBe(`${changedMark}${'y'.repeat(most)}`)
})
