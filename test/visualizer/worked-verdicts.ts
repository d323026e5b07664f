// Every kind of verdict that runs of tools can write, from plays in virtual time.
import type { Hooked } from '../../machines/agent/children.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { answerOf, type Script } from '../fakes/group-life.ts'
import { call, calls, callsMore, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

const failing = { outcome: { error: { kind: 'unavailable', message: 'x' } }, afterMs: 10 }
const acted = { isError: false, entries: [], grown: 10 }
const tooLong = {
  outcome: { error: { kind: 'failed', why: 'promptTooLong', message: 'x', tokens: 0 } },
  afterMs: 10,
} as const
const summary = { outcome: { output: { calls: [], entries: [], grown: 60, tokens: 40 } }, afterMs: 10 }
const slowly = { outcome: { output: acted }, afterMs: 29_000 }
const few = { ...rights, run: { ...rights.run, maxSteps: 3 } }
const same = (n: number) => call(`${n}.0`, 'fs.read', 'read', 'same')

const hooked = (did: Hooked['did'], more: object = {}) => ({
  outcome: { output: { ...acted, isError: did === 'failed', hooked: { did, by: 'mine.mjs' }, ...more } },
  afterMs: 10,
})
const byHook = (why: 'hookRefused' | 'hookFailed') => ({
  outcome: { error: { kind: 'refused', why, message: 'x', numbers: { hook: 'mine.mjs' }, tokens: 0 } },
  afterMs: 10,
})

const plays: [script: Script, input?: object, more?: readonly (readonly [at: number, what: object])[]][] = [
  [{ compose: () => calls(call('1.0')), think: (n) => (n === 2 ? summary : tooLong) }],
  [{ compose: () => calls(call('1.0'), call('1.1', 'bash', 'once')), think: () => thinks('done') }],
  [{ compose: () => calls(call('1.0')), act: () => failing, think: () => thinks('done') }],
  [
    {
      compose: () => calls(call('1.0')),
      act: () => ({ ...slowly, outcome: { output: { ...acted, isError: true } } }),
      think: () => thinks('done'),
    },
  ],
  [{ compose: () => calls(call('1.0')), think: () => failing }],
  [
    {
      compose: () => calls(call('1.0')),
      think: () => ({
        outcome: { output: { ...answerOf(''), answer: { ...answerOf('').answer, silent: true }, tokens: 9 } },
        afterMs: 10,
      }),
    },
  ],
  [{ compose: () => calls(call('1.0')), act: () => slowly, think: () => thinks('done') }, {}, [[30_000, mention]]],
  [{ compose: () => calls(call('1.0')), act: () => slowly }, {}, [[30_000, { ...mention, wish: 'stop' }]]],
  [{ compose: () => calls(call('1.0')), think: (n) => callsMore(call(`${n + 1}.0`)) }, { agent: few }],
  [{ compose: () => calls(same(1)), think: (n) => callsMore(same(n + 1)) }],
  ...(['refused', 'failed', 'changed', 'withheld'] as const).map((did): [Script] => [
    { compose: () => calls(call('1.0')), act: () => hooked(did), think: () => byHook('hookRefused') },
  ]),
  [{ compose: () => calls(call('1.0')), think: () => byHook('hookFailed') }],
  [{ compose: () => calls(call('1.0')), act: () => hooked('ended', { ends: true }) }],
  [{ compose: () => calls(call('1.0')), act: () => hooked('asked', { holds: { digest: 'd' } }) }],
  [
    {
      compose: () => calls(call('1.0')),
      think: (n, held) => ({
        outcome: { output: { calls: [call(`${n}.9`)], entries: [], grown: 2_000, tokens: held } },
        afterMs: 10,
      }),
    },
    { agent: { ...rights, maxTokens: 9_000 } },
  ],
  [
    { compose: () => calls(call('1.0')), act: () => slowly, think: (n) => callsMore(call(`${n + 1}.0`)) },
    { agent: { ...rights, run: { ...rights.run, maxMs: 50_000 } } },
  ],
]

/** Of commands: an answer, one that is not posted, one too many, and one of somebody who may give none. */
export function commandVerdicts(): Verdict[] {
  const life = lifeWith({
    answer: (n) =>
      n === 1
        ? { outcome: { error: { kind: 'permanent', message: 'x' } }, afterMs: 9 }
        : { outcome: { output: { id: 'x' } }, afterMs: 9 },
  })
  life.say(1_000, { ...mention, triesCommand: 'mute' })
  for (let n = 0; n < 9; n += 1) {
    const message = { id: `c${n}`, ts: 0, kind: 'person', sender: 'olga', mentioned: true, tokens: 10 }
    const event = { type: 'command.received', message, command: { name: 'help' } }
    life.host.tellAt(2_000, 'g', event)
  }
  life.host.runUntil(400_000)
  return life.verdicts
}

/** Of the word of operators: a yes, a no, no answer, and a no that ends the work. */
export function approvalVerdicts(): Verdict[] {
  const bash = (id: string) => call(id, 'bash', 'once')
  return [true, false].flatMap((first) => {
    const life = lifeWith({
      compose: () => calls(call('1.0', 'web.fetch'), bash('1.1')),
      act: () => ({ outcome: { output: { ...acted, readsOutside: true } }, afterMs: 10 }),
      think: (n) => callsMore(bash(`${n + 1}.0`)),
    })
    life.say(1_000, { ...mention, sender: 'olga' })
    for (const [at, n, allow] of [
      [60_000, 1, first],
      [120_000, 2, false],
    ] as const) {
      life.host.runUntil(at)
      const event = { type: 'operator.approve', n, allow }
      life.host.tellAt(at, 'g', event)
    }
    life.host.runUntil(2_000_000)
    return life.verdicts
  })
}

/** Of what work says itself, and of a request that is taken back. */
export function toldVerdicts(): Verdict[] {
  const told = lifeWith({
    compose: () => calls(call('1.0')),
    act: () => slowly,
    think: () => ({
      outcome: { output: { ...callsMore(call('2.0')).outcome.output, note: 'Half is done.' } },
      afterMs: 10,
    }),
  })
  told.say(1_000, mention)
  told.host.runUntil(100_000)
  const event = { type: 'message.recalled', message: 'm1' }
  told.host.tellAt(100_000, 'g', event)
  told.say(200_000, mention)
  const waiting = { type: 'message.recalled', message: 'm2' }
  told.host.tellAt(200_100, 'g', waiting)
  told.host.runUntil(201_000)
  const post = { text: 'Seven.', type: 'short', similarity: 0, rehearsal: true }
  const own = lifeWith(
    {
      compose: (n) => (n === 1 ? calls(call('1.0', 'send', 'keyed')) : { outcome: { output: plain }, afterMs: 10 }),
      act: () => ({ outcome: { output: { ...acted, post } }, afterMs: 10 }),
    },
    { agent: { ...rights, sendsItself: true, tools: [{ name: 'send', by: 'members' }] } },
  )
  for (const at of [1_000, 100_000]) own.say(at, mention)
  own.host.runUntil(200_000)
  return [...told.verdicts, ...own.verdicts]
}

const plain = { text: 'Hi.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 9 }

export const workedVerdicts = (): Verdict[] =>
  plays.flatMap(([script, input, more = []]) => {
    const life = lifeWith(script, input)
    life.say(1_000, mention)
    for (const [at, what] of more) life.say(at, what)
    life.host.runUntil(400_000)
    return life.verdicts
  })
