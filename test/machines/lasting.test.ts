// What would stand in later prompts is not written on the word of what came from outside, unless an operator agrees, in virtual time (A3, A6).
import { expect, test } from 'vitest'
import type { CallRef } from '../../machines/agent/children.ts'
import type { AgentRights } from '../../machines/group/settings.ts'
import type { Script } from '../fakes/group-life.ts'
import { call, calls, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

const tools: AgentRights['tools'] = ['fs.read', 'web.fetch', 'fact.remember', 'tape.handoff'].map((name) => ({
  name,
  by: 'members',
}))
const result = (more: object = {}) => ({
  outcome: { output: { isError: false, entries: [], grown: 50, ...more } },
  afterMs: 500,
})
const fact = (id: string): CallRef => ({ ...call(id, 'fact.remember', 'keyed', `d${id}`), lasts: true })

const word = (allow: boolean) => {
  const event = { type: 'operator.approve', n: 1, allow }
  return event
}

function lifeOf(of: CallRef[], { operators = ['olga'], ...over }: { operators?: string[]; readOutside?: true } = {}) {
  const begun = calls(...of)
  const { output } = begun.outcome
  const script: Script = {
    compose: () => ({ ...begun, outcome: { output: { ...output, run: { ...output.run, ...over } } } }),
    act: (n) => result(of[n - 1]?.tool === 'web.fetch' ? { readsOutside: true } : {}),
    think: () => thinks('Done.'),
  }
  const life = lifeWith(script, { agent: { ...rights, tools, operators } })
  life.say(1_000, { ...mention, sender: 'ann' })
  return {
    ...life,
    /** Calls as they were made, with why they were not. */
    made: () =>
      life.asks('act').map((input) => {
        const { call: made, readOutside } = input as { call: CallRef; readOutside?: true }
        return [made.tool, made.refused ?? '', readOutside ?? false]
      }),
  }
}

test('a fact is noted at once where nothing came from outside', () => {
  const life = lifeOf([call('1.0'), fact('1.1')])
  life.host.runUntil(60_000)
  expect([life.made(), life.asks('ask')]).toEqual([
    [
      ['fs.read', '', false],
      ['fact.remember', '', false],
    ],
    [],
  ])
})

test('after a page was read an operator is asked for a word on that very fact, and a yes notes it', () => {
  const life = lifeOf([call('1.0', 'web.fetch'), fact('1.1')])
  life.host.runUntil(10_000)
  expect([life.made(), life.asks('ask')]).toMatchObject([
    [['web.fetch', '', false]],
    [{ n: 1, call: { tool: 'fact.remember', digest: 'd1.1' } }],
  ])
  life.host.tellAt(30_000, 'g', word(true))
  life.host.runUntil(60_000)
  expect(life.made().at(-1)).toEqual(['fact.remember', '', true])
})

test('a no, or nobody to ask, and it is not noted', () => {
  const denied = lifeOf([call('1.0', 'web.fetch'), fact('1.1')])
  denied.host.runUntil(10_000)
  denied.host.tellAt(30_000, 'g', word(false))
  denied.host.runUntil(60_000)
  const alone = lifeOf([call('1.0', 'web.fetch'), fact('1.1')], { operators: [] })
  alone.host.runUntil(60_000)
  expect([denied.made().at(-1), alone.made().at(-1), alone.asks('ask')]).toEqual([
    ['fact.remember', 'denied', true],
    ['fact.remember', 'outsideRead', true],
    [],
  ])
})

test('a run that was begun on a file of the chat has read from outside before its first call', () => {
  const life = lifeOf([fact('1.0')], { operators: [], readOutside: true })
  life.host.runUntil(60_000)
  expect(life.made()).toEqual([['fact.remember', 'outsideRead', true]])
})

test('a summary is written all the same: the run goes on from it, and it is told that it may rest on that', () => {
  const life = lifeOf([call('1.0', 'web.fetch'), call('1.1', 'tape.handoff', 'keyed')])
  life.host.runUntil(60_000)
  expect(life.made()).toEqual([
    ['web.fetch', '', false],
    ['tape.handoff', '', true],
  ])
})
