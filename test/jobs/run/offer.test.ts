// What tools take of a prompt, before it is written: never less than what the request that offers them is held for.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { composeRequest } from '../../../src/jobs/compose.ts'
import { offeredTools, overheadOfTools } from '../../../src/jobs/run/offer.ts'
import { promptTokens, withMargin } from '../../../src/language/tokens.ts'
import { wireTools } from '../../../src/llm/tool-wire.ts'
import { mostOf } from '../../../src/llm/usage.ts'
import { makeRegistry } from '../../../src/tools/registry.ts'
import { tool } from '../../../src/tools/tool.ts'
import { said } from '../../prompt/iris.ts'
import { context, depsWith, scripted, toCompose } from '../jobs.ts'

const described = (name: string, description: string, fields: string[]) =>
  tool({
    name,
    description,
    effect: 'read',
    schema: z.object(Object.fromEntries(fields.map((field, n) => [`field${n}`, z.string().describe(field)]))),
    run: async () => '',
  })

test('however many there are, and however much is told of each', () => {
  const words = fc.lorem({ maxCount: 60 })
  const given = fc.array(fc.tuple(words, fc.array(words, { maxLength: 8 })), { maxLength: 20 })
  fc.assert(
    fc.property(given, (all) => {
      const registry = makeRegistry(all.map(([description, fields], n) => described(`t.n${n}`, description, fields)))
      const names = registry.tools.map(({ name }) => name)
      const held = withMargin(
        overheadOfTools(
          registry,
          names.map((name) => ({ name, by: 'members' })),
        ),
      )
      expect(held).toBeGreaterThanOrEqual(promptTokens([], offeredTools(registry, names)))
    }),
    { numRuns: 40 },
  )
})

test('as they are described now: tools of servers may come to be told in other words', () => {
  let tools = [described('t.one', 'Short.', [])]
  let edition = 0
  const registry = makeRegistry([], { tools: () => tools, edition: () => edition })
  const overhead = () => overheadOfTools(registry, [{ name: 't.one', by: 'members' }])
  const before = overhead()
  tools = [described('t.one', 'What it does, in more words than before. '.repeat(10), [])]
  edition += 1
  expect(overhead()).toBeGreaterThan(before + 50)
})

describe('a reply that offers tools', () => {
  const requestOf = (description: string, line: string, maxTokens: number, maxBytes?: number) => {
    const many = Array.from({ length: 6 }, (_, n) => described(`t.n${n}`, description, ['one', 'two']))
    const batch = Array.from({ length: 40 }, (_, n) => said(n, 'Bob', line))
    const deps = depsWith(scripted(''), {
      tools: makeRegistry(many),
      talk: () => ({ before: [], batch, after: [] }),
      prompt: () => ({ style: 'compact', timeZone: 'UTC', ...(maxBytes !== undefined && { maxBytes }) }),
    })
    const tools = many.map(({ name }) => name)
    return composeRequest(deps, { ...toCompose, tools, maxTokens, maxTalkTokens: 50_000 }, context)
  }

  test('keeps to what is held for it: the talk leaves room for them, and where they find none it goes without', () => {
    const offers = Array.from({ length: 40 }, (_, n) => {
      const request = requestOf('What it does, in a sentence.', 'word '.repeat(60), 600 + 100 * n)
      expect(mostOf(request)).toBeLessThanOrEqual(600 + 100 * n)
      const told = request.messages[0]?.content.includes('tools') === true
      expect(told).toBe(request.tools !== undefined)
      return request.tools?.length ?? 0
    })
    expect([new Set(offers), offers]).toEqual([new Set([0, 6]), offers.toSorted((a, b) => a - b)])
  })

  test('keeps to the bytes of a request, too', () => {
    const { messages, tools = [] } = requestOf('What it does. '.repeat(100), 'word '.repeat(700), 60_000, 64_000)
    const bytes = Buffer.byteLength(JSON.stringify({ messages, tools: wireTools(tools) }))
    expect([tools.length, bytes < 64_000, bytes > 50_000]).toEqual([6, true, true])
  })
})
