// What hooks made of a run's calls, as its chart goes on from there, in virtual time (A6).
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Acted, CallRef } from '../../machines/agent/children.ts'
import type { AgentRights } from '../../machines/group/settings.ts'
import type { Script } from '../fakes/group-life.ts'
import { call, calls, callsMore, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

const output = (over: Partial<Acted>) => ({
  outcome: { output: { isError: false, entries: [], grown: 50, ...over } },
  afterMs: 500,
})
const done = output({})
const held = output({ holds: { digest: 'd' }, hooked: { did: 'asked', by: 'mine.mjs', reason: 'a word' }, grown: 0 })
const refusal = (why: 'hookRefused' | 'hookFailed') => ({
  outcome: { error: { kind: 'refused', why, message: 'x', reason: 'no keys', tokens: 0 } },
  afterMs: 500,
})

function hooked(script: Script, agent: AgentRights = rights) {
  const life = lifeWith({ compose: () => calls(call('1.0')), think: () => thinks('Done.'), ...script }, { agent })
  life.say(1_000, { ...mention, sender: 'olga' })
  return {
    ...life,
    answers(at: number, n: number, allow: boolean): void {
      life.host.runUntil(at)
      const event = { type: 'operator.approve', n, allow }
      life.host.tellAt(at, 'g', event)
    },
    made: () =>
      life.asked
        .filter(({ src }) => src === 'act')
        .map(({ at, input }) => {
          const { call: made } = input as { call: CallRef & { approved?: true } }
          return [at, made.id, made.refused ?? (made.approved ? 'approved' : '')].join(' ').trim()
        }),
    reasons: () => life.at('work').map(({ outcome, why, reason }) => [outcome, why, reason]),
  }
}

test('a read that a hook holds is made when an operator says yes to it; those beside it are not held up', () => {
  const life = hooked({
    compose: () => calls(call('1.0'), call('1.1'), call('1.2', 'bash', 'once')),
    act: (n) => (n === 1 ? held : done),
  })
  life.host.runUntil(20_000)
  expect(life.made()).toEqual(['2000 1.0', '2000 1.1'])
  expect(life.asks('ask')).toMatchObject([{ n: 1, call: { id: '1.0', digest: 'd', refused: 'unapproved' } }])
  life.answers(30_000, 1, true)
  life.host.runUntil(60_000)
  expect(life.made()).toEqual(['2000 1.0', '2000 1.1', '30000 1.0 approved', '30500 1.2'])
  expect(life.sent().map(([, text]) => text)).toEqual(['May I? 1', 'Done.'])
  expect(life.reasons().slice(0, 3)).toEqual([
    ['refused', 'toolRefused', 'a word'],
    ['acted', 'toolAnswered', undefined],
    ['asked', 'hookAsks', undefined],
  ])
})

test('without operators nobody can be asked: it is not made, and the model reads why', () => {
  const tools = rights.tools.map(({ name }) => ({ name, by: 'members' as const }))
  const life = hooked({ act: (n) => (n === 1 ? held : done) }, { ...rights, operators: [], tools })
  life.host.runUntil(60_000)
  expect([life.made(), life.asks('ask')]).toEqual([['2000 1.0', '2500 1.0 unapproved'], []])
  expect(life.sent().map(([, text]) => text)).toEqual(['Done.'])
})

test('a no to a call that a hook holds leaves it undone', () => {
  const life = hooked({
    compose: () => calls(call('1.0', 'bash', 'once')),
    act: (n) => (n === 1 ? held : done),
  })
  life.answers(30_000, 1, false)
  life.host.runUntil(60_000)
  expect(life.made()).toEqual(['2000 1.0', '30000 1.0 denied'])
})

test('what a hook marks as from outside lets nothing be changed without a word', () => {
  const life = hooked({
    compose: () => calls(call('1.0'), call('1.1', 'bash', 'once', 'd1')),
    act: (n) => (n === 1 ? output({ readsOutside: true }) : done),
  })
  life.host.runUntil(20_000)
  expect([life.made(), life.asks('ask').length]).toEqual([['2000 1.0'], 1])
})

test('a hook that ends the run ends it at once, beside other reads too: nothing is said', () => {
  const ends = output({ ends: true, hooked: { did: 'ended', by: 'mine.mjs', reason: 'not for models' } })
  const life = hooked({
    compose: () => calls(call('1.0'), call('1.1')),
    act: (n) => (n === 1 ? ends : { ...done, afterMs: 5_000 }),
  })
  life.host.runUntil(60_000)
  expect(life.reasons().slice(0, 2)).toEqual([
    ['acted', 'toolAnswered', 'not for models'],
    ['failed', 'hookEnded', undefined],
  ])
  expect([life.asks('think'), life.sent(), (life.context() as { run?: unknown }).run]).toEqual([[], [], undefined])
})

test.each(['hookRefused', 'hookFailed'] as const)('a step that is %s is asked once: the run ends in silence', (why) => {
  const life = hooked({ think: () => refusal(why) })
  life.host.runUntil(60_000)
  expect(life.asks('think')).toHaveLength(1)
  expect(life.reasons().slice(1, 2)).toEqual([['failed', why, 'no keys']])
  expect([life.sent(), (life.context() as { run?: unknown }).run]).toEqual([[], undefined])
})

test('a call that a hook dropped from an answer is not made, and the run goes on', () => {
  const dropped = { ...call('2.0', 'bash', 'once'), refused: 'byHook' as const }
  const life = hooked({ act: () => done, think: (n) => (n === 1 ? callsMore(dropped) : thinks('Done.')) })
  life.host.runUntil(60_000)
  expect(life.made()).toEqual(['2000 1.0', '3500 2.0 byHook'])
  expect(life.sent().map(([, text]) => text)).toEqual(['Done.'])
})

test('whatever hooks hold and whoever says what when, a call that was held is made on an operator’s yes to it, or not at all', () => {
  const outcomes = fc.array(fc.constantFrom('done', 'held', 'held', 'outside', 'ends'), { minLength: 1, maxLength: 12 })
  const words = fc.array(
    fc.record({ after: fc.integer({ min: 1, max: 20_000 }), n: fc.integer({ min: 1, max: 4 }), allow: fc.boolean() }),
    { maxLength: 8 },
  )
  const seen = { approved: 0, refused: 0 }
  fc.assert(
    fc.property(outcomes, words, (made, said) => {
      const life = hooked({
        compose: () => calls(call('1.0'), call('1.1'), call('1.2', 'bash', 'once')),
        act(n) {
          const last = life.asked.findLast(({ src }) => src === 'act')?.input as { call: Taken } | undefined
          const what = last?.call.refused ? 'done' : (made[n % made.length] ?? 'done')
          // As the job does: what an operator allowed is not held.
          if (what === 'held' && !last?.call.approved) return held
          if (what === 'ends') return output({ ends: true, hooked: { did: 'ended', by: 'mine.mjs' } })
          return what === 'outside' ? output({ readsOutside: true }) : done
        },
        think: (n) => (n === 1 ? callsMore(call('2.0'), call('2.1', 'bash', 'once')) : thinks('Done.')),
      })
      let at = 2_000
      const yes: { at: number; n: number }[] = []
      for (const { after, n, allow } of said) {
        at += after
        life.answers(at, n, allow)
        if (allow) yes.push({ at, n })
      }
      life.host.runUntil(4_000_000)
      const asks = life.asked.flatMap(({ src, at: when, input }) =>
        src === 'ask' ? [{ when, ...(input as { n: number; call: Taken }) }] : [],
      )
      const first = new Set<string>()
      const unasked = life.asked.flatMap(({ src, at: when, input }) => {
        if (src !== 'act') return []
        const { call: of } = input as { call: Taken }
        const isAgain = first.has(of.id)
        first.add(of.id)
        if (of.refused) seen.refused += 1
        if (of.refused || !(isAgain || of.approved)) return []
        seen.approved += 1
        const ask = asks.findLast((each) => each.call.id === of.id && each.when < when)
        return ask && yes.some((word) => word.n === ask.n && word.at === when) ? [] : [of.id]
      })
      expect(unasked).toEqual([])
    }),
    { numRuns: 150 },
  )
  expect([seen.approved > 5, seen.refused > 5]).toEqual([true, true])
})

type Taken = CallRef & { approved?: true }
