// What may change something waits for an operator's word once something from outside was read, in virtual time (A6).
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallRef } from '../../machines/agent/children.ts'
import type { AgentRights } from '../../machines/group/settings.ts'
import type { Script } from '../fakes/group-life.ts'
import { call, calls, callsMore, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

const fetched = { outcome: { output: { isError: false, readsOutside: true, entries: [], grown: 50 } }, afterMs: 500 }
const done = { outcome: { output: { isError: false, entries: [], grown: 50 } }, afterMs: 500 }
const web = (id: string) => call(id, 'web.fetch', 'read')
const bash = (id: string, digest?: string) => call(id, 'bash', 'once', digest)

function asking(script: Script = {}, agent: AgentRights = rights) {
  const scripted: Script = {
    compose: () => calls(web('1.0'), bash('1.1', 'd1')),
    act: (n) => (n === 1 ? fetched : done),
    think: () => thinks('Done.'),
    ...script,
  }
  const life = lifeWith(scripted, { agent })
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
          const { call: made } = input as { call: CallRef }
          return `${at} ${made.id}${made.refused ? ` ${made.refused}` : ''}`
        }),
  }
}

test('the room is asked by one line, and the call is made when an operator says yes', () => {
  const life = asking()
  life.answers(30_000, 1, true)
  life.host.runUntil(120_000)
  expect(life.asks('ask')).toMatchObject([{ run: 'r1', n: 1, call: { id: '1.1', digest: 'd1' } }])
  expect(life.made()).toEqual(['2000 1.0', '30000 1.1'])
  expect(life.sent().map(([, text]) => text)).toEqual(['May I? 1', 'Done.'])
  expect(life.story('work').filter((line) => /asked|approved|denied/.test(line))).toEqual([
    '2600 work asked',
    '30000 work approved',
  ])
  expect((life.context() as { run?: unknown }).run).toBeUndefined()
})

test('a no is a result that the model reads; a second one ends the run, and nothing more is said', () => {
  const life = asking({ think: (n) => callsMore(bash(`${n + 1}.0`, `d${n + 1}`)) })
  life.answers(30_000, 1, false)
  life.host.runUntil(90_000)
  expect(life.made()).toEqual(['2000 1.0', '30000 1.1 denied'])
  life.answers(90_000, 2, false)
  life.host.runUntil(200_000)
  expect(life.made()).toHaveLength(2)
  expect(life.at('work', 'failed').map(({ why }) => why)).toEqual(['callsDenied', 'callsDenied'])
  expect(life.sent().map(([, text]) => text)).toEqual(['May I? 1', 'May I? 2'])
})

test('without a word for ten minutes it is a no, and that time is not the run’s', () => {
  const life = asking()
  life.host.runUntil(900_000)
  expect(life.made()).toEqual(['2000 1.0', '602600 1.1 denied'])
  expect(life.at('work', 'denied').map(({ why }) => why)).toEqual(['nobodyApproved'])
  expect(life.sent().map(([, text]) => text)).toEqual(['May I? 1', 'Done.'])
})

test('a word on another number, or on one that was answered, is for nothing', () => {
  const life = asking({ think: (n) => (n === 1 ? callsMore(bash('2.0', 'd2')) : thinks('Done.')) })
  life.answers(20_000, 2, true)
  life.answers(21_000, 7, true)
  life.answers(30_000, 1, true)
  life.answers(30_001, 1, true)
  life.host.runUntil(60_000)
  expect(life.made()).toEqual(['2000 1.0', '30000 1.1'])
  life.answers(60_000, 1, true)
  life.host.runUntil(90_000)
  expect(life.made()).toHaveLength(2)
  life.answers(90_000, 2, true)
  life.host.runUntil(120_000)
  expect(life.made().at(-1)).toBe('90000 2.0')
})

test('what the asker or anybody else says while it waits is no word', () => {
  const life = asking()
  for (const [n, text] of [',approve 1', 'approve 1', 'yes'].entries())
    life.say(20_000 + n, { ...mention, sender: 'olga', ...(text.startsWith(',') && { triesCommand: 'approve' }) })
  life.host.runUntil(500_000)
  expect(life.made()).toEqual(['2000 1.0'])
})

test('the line that could not be worded leaves the call refused', () => {
  const life = asking({ ask: () => ({ outcome: { error: { kind: 'failed', message: 'x' } }, afterMs: 100 }) })
  life.host.runUntil(60_000)
  expect(life.made()).toEqual(['2000 1.0', '2600 1.1 outsideRead'])
})

test('where nobody could say yes, nobody is asked', () => {
  const tools = rights.tools.map(({ name }) => ({ name, by: 'members' as const }))
  const life = asking({}, { ...rights, operators: [], tools })
  life.host.runUntil(60_000)
  expect(life.asks('ask')).toEqual([])
  expect(life.made()).toEqual(['2000 1.0', '2500 1.1 outsideRead'])
})

test('what is to be done later in somebody’s name waits for a word, too, though it is keyed (A13)', () => {
  const later = { ...call('1.1', 'schedule.add', 'keyed', 'd1'), lasts: true as const }
  const tools = [...rights.tools, { name: 'schedule.add', by: 'operators' as const }]
  const life = asking({ compose: () => calls(web('1.0'), later) }, { ...rights, tools })
  life.host.runUntil(10_000)
  expect(life.made()).toEqual(['2000 1.0'])
  life.answers(30_000, 1, true)
  life.host.runUntil(60_000)
  expect(life.made()).toEqual(['2000 1.0', '30000 1.1'])
})

interface Played {
  kinds: ('web' | 'bash' | 'read')[][]
  words: { after: number; n: number; allow: boolean }[]
}

test('whatever is called and whoever says what when, no call that may change something is made after an outside read without an operator’s yes to that very call', () => {
  const kinds = fc.array(fc.array(fc.constantFrom('web', 'bash', 'read'), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  })
  const words = fc.array(
    fc.record({ after: fc.integer({ min: 1, max: 20_000 }), n: fc.integer({ min: 1, max: 4 }), allow: fc.boolean() }),
    { maxLength: 8 },
  )
  const play = ({ kinds: steps, words: answers }: Played): void => {
    const refs = steps.map((step, s) =>
      step.map((kind, i) => {
        const id = `${s + 1}.${i}`
        return kind === 'web' ? web(id) : kind === 'bash' ? bash(id, `d${(s + i) % 2}`) : call(id)
      }),
    )
    const [first = [], ...rest] = refs
    const life = asking({
      compose: () => calls(...first),
      act: () => fetched,
      think: (n) => (rest[n - 1] ? callsMore(...(rest[n - 1] ?? [])) : thinks('Done.')),
    })
    let at = 2_000
    const yes: { at: number; n: number }[] = []
    for (const { after, n, allow } of answers) {
      at += after
      life.answers(at, n, allow)
      if (allow) yes.push({ at, n })
    }
    life.host.runUntil(4_000_000)
    const asked = life.asked.flatMap(({ src, at: when, input }) =>
      src === 'ask' ? [{ at: when, ...(input as { n: number; call: CallRef }) }] : [],
    )
    let isOutside = false
    const unasked: string[] = []
    for (const { src, at: madeAt, input } of life.asked) {
      if (src !== 'act') continue
      const { call: made } = input as { call: CallRef }
      const ask = asked.find((each) => each.call.id === made.id && each.call.digest === made.digest)
      const isAllowed =
        ask !== undefined && yes.some(({ n, at: said }) => n === ask.n && said === madeAt && said > ask.at)
      if (made.effect === 'once' && !made.refused && isOutside && !isAllowed) unasked.push(made.id)
      isOutside = true
    }
    expect(unasked).toEqual([])
  }
  fc.assert(
    fc.property(fc.record({ kinds, words }), (played) => play(played)),
    { numRuns: 150 },
  )
})
