// Hooks around one call of a tool: whether it is made, and what is read of it (A6).
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ActInput } from '../../../machines/agent/children.ts'
import { act } from '../../../src/jobs/run/act.ts'
import { openRunTape } from '../../../src/store/run-tape.ts'
import type { HookModule, ToolCall } from '../../../src/tools/hooks/contract.ts'
import { makeRegistry } from '../../../src/tools/registry.ts'
import { tool, ToolError } from '../../../src/tools/tool.ts'
import { inMemory } from '../../host/stores.ts'
import { hooksOf } from '../../tools/hooks/sources.ts'
import { context } from '../jobs.ts'

const key = 'iris web:lobby'

/** One call of a tool that reads from outside and says this, with hooks around it. */
async function called(
  module: HookModule,
  { over = {}, says = 'Seven samples.' }: { over?: Partial<ActInput['call']>; says?: string | Error } = {},
) {
  let made = 0
  const look = tool({
    name: 'web.look',
    description: 'looks',
    effect: 'read',
    readsOutside: true,
    schema: z.object({ at: z.string() }),
    run() {
      made += 1
      return says instanceof Error ? Promise.reject(says) : Promise.resolve(says)
    },
  })
  const tape = openRunTape(inMemory())
  const body = { tool: 'web.look', wire: 'w', name: 'web.look', arguments: '{"at":"here"}' }
  tape.append(key, 1, [{ run: 'r', id: '1.0', kind: 'tool_call', body, tokens: 9 }])
  const input: ActInput = {
    run: 'r',
    turn: 1,
    call: { id: '1.0', tool: 'web.look', effect: 'read', ...over },
    askers: ['ann'],
    tools: ['web.look'],
    timeoutMs: 1_000,
  }
  const seen: ToolCall[] = []
  const { hooks } = hooksOf({
    ...module,
    beforeTool(call: ToolCall) {
      seen.push(call)
      return module.beforeTool?.(call)
    },
  })
  const deps = { registry: makeRegistry([look]), tape, workspaceOf: () => '/', hooks }
  const acted = await act(deps, input, { ...context, oneToOne: false, key })
  return { ...acted, made, seen, text: (acted.entries.at(-1)?.body as { text?: string } | undefined)?.text }
}

test('a call that is refused is not made, and the model reads the reason', async () => {
  const { made, seen, text, isError, hooked } = await called({ beforeTool: () => ({ refuse: 'not this site' }) })
  expect([made, text, isError, hooked]).toEqual([
    0,
    'not made: not this site',
    true,
    { did: 'refused', by: 'h0', reason: 'not this site' },
  ])
  expect(seen).toMatchObject([{ tool: 'web.look', args: { at: 'here' }, askers: ['ann'], approved: false }])
})

test('a call that waits for a word is not made and tells which it is; with the word it is', async () => {
  const asks: HookModule = { beforeTool: () => ({ askOperators: 'a word' }) }
  const held = await called(asks)
  expect([held.made, held.entries, held.holds]).toEqual([0, [], { digest: expect.stringMatching(/./) }])
  const yes = await called(asks, { over: { approved: true } })
  expect([yes.made, yes.text, yes.holds]).toEqual([1, 'Seven samples.', undefined])
})

test('an operator’s word is no word against a hook that refuses, and no hook is asked of what is refused already', async () => {
  const refusing: HookModule = { beforeTool: () => ({ refuse: 'no' }) }
  expect((await called(refusing, { over: { approved: true } })).made).toBe(0)
  const { made, seen } = await called({ beforeTool: () => undefined }, { over: { refused: 'denied' } })
  expect([made, seen]).toEqual([0, []])
})

test.each([
  ['a result', 'mail ann@example.org', false],
  ['an error', new ToolError('no ann@example.org'), true],
])('%s is read as a hook leaves it, marked, and still from outside', async (_, says, isError) => {
  const masks: HookModule = {
    afterTool: ({ text }) => ({ replace: text.replace(/\S+@\S+/, '[address]'), outside: false }),
  }
  const acted = await called(masks, { says })
  expect([acted.text, acted.isError, acted.readsOutside, acted.hooked]).toEqual([
    `(changed by a hook) ${isError ? 'no' : 'mail'} [address]`,
    isError,
    true,
    { did: 'changed', by: 'h0' },
  ])
})

test('a result is withheld where its hook fails, and ends the run where its hook says so', async () => {
  const failing = await called({
    afterTool() {
      throw new Error('x')
    },
  })
  expect([failing.made, failing.text, failing.isError, failing.hooked?.did]).toEqual([
    1,
    'its result is withheld: what checks results here failed; it may have been done',
    true,
    'withheld',
  ])
  const ending = await called({ afterTool: () => ({ end: 'not for models' }) })
  expect([ending.ends, ending.hooked]).toEqual([true, { did: 'ended', by: 'h0', reason: 'not for models' }])
})
