// What a call costs that the host did not see to its end: as much as it may have cost by then, and nothing before it began.
import { describe, expect, test } from 'vitest'
import type { Ledger } from '../../machines/group/context.ts'
import type { Job, JobContext } from '../../src/host/host.ts'
import { begunBy } from '../../src/host/begun-costs.ts'
import { openCallMarks } from '../../src/store/call-marks.ts'
import { inputWith } from '../fakes/group-life.ts'
import { begin, iris, kindOf, work } from './contract/children.ts'
import { helper, lead } from './contract/family.ts'
import { handClock } from './hand-clock.ts'
import { inbound, type LocalLife, type LocalLifeOptions, localLife, settled } from './local-life.ts'
import { inMemory, storeFile } from './stores.ts'

const input = inputWith({ policy: 'mention' })
const said = { id: 'a', mentioned: true }
const priced = ({ verdicts }: LocalLife) =>
  verdicts.flatMap(({ gate, outcome, why, tokens }) => (tokens === undefined ? [] : [[gate, outcome, why, tokens]]))
const calls = (life: LocalLife) => (life.context()['budget'] as Ledger).calls.map(([, tokens]) => tokens)
const reservedFor = ({ calls: [call] }: LocalLife) => (call?.input as { maxTokens: number } | undefined)?.maxTokens ?? 0

/** A life that is cut off by a kill while its call is under way, and the next one on the same store. */
function killed(first: Partial<LocalLifeOptions>, meanwhile: (db: ReturnType<typeof inMemory>) => void = () => {}) {
  const open = storeFile()
  let db = open()
  const before = localLife({ db, input, ...first })
  before.say(said)
  const held = reservedFor(before)
  meanwhile(db)
  db.close()
  db = open()
  return { held, next: localLife({ db, input, clock: handClock(1_000) }), db }
}

describe('after a kill', () => {
  test('a call that had begun is charged what it may have cost', () => {
    const { held, next } = killed({})
    expect(priced(next)).toEqual([['compose', 'failed', 'interrupted', held]])
    expect(calls(next)).toEqual([held])
  })

  test('a call that had not begun costs nothing, and is made', () => {
    const { next } = killed({ isSent: () => false })
    expect(priced(next)).toEqual([['compose', 'failed', 'interruptedBefore', 0]])
    expect([calls(next), next.calls.map(({ src }) => src)]).toEqual([[0], ['compose']])
  })

  test('of an earlier version, which marked nothing, all that was held is charged', () => {
    const { held, next } = killed({ isSent: () => false }, (db) => db.exec('UPDATE job SET begun = NULL'))
    expect(calls(next)).toEqual([held])
  })

  test('of the machine, marks may be lost: all that was held is charged', () => {
    const { held, next, db } = killed({ isSent: () => false }, (kept) => kept.exec("UPDATE boot SET id = 'another'"))
    expect(calls(next)).toEqual([held])
    expect(openCallMarks(db).areWhole()).toBe(true)
  })

  test('where the system does not name its boot, no mark is believed', () => {
    const marks = openCallMarks(inMemory(), '')
    marks.begin()
    expect(marks.areWhole()).toBe(false)
  })
})

test('a call that was asked for before the host started is made when it starts, and no crash', () => {
  const life = localLife({
    db: inMemory(),
    input,
    before: (host) => void host.commit([inbound(said, 0)]),
  })
  expect([priced(life), life.calls.map(({ src }) => src)]).toEqual([[], ['compose']])
})

test('a call that a timer or an operator ends is charged what it may have cost by then', () => {
  const life = localLife({ db: inMemory(), input, isSent: () => false })
  life.say(said)
  const half = Math.floor(reservedFor(life) / 2)
  life.calls[0]?.mayCost(half)
  life.clock.advance(input.settings.reply.modelTimeoutMs)
  expect(priced(life)).toEqual([['compose', 'failed', 'timeout', half]])
  expect(calls(life)).toEqual([half])
})

describe('a call that is ended before its first try left costs nothing', () => {
  const drop = { key: 'g', event: { type: 'operator.drop' } }

  test('by a later event', () => {
    const life = localLife({ db: inMemory(), input, isSent: () => false })
    life.say(said)
    life.host.commit([drop])
    expect([priced(life), calls(life)]).toEqual([[], [0]])
  })

  test('by an event of the transaction that asked for it', () => {
    const life = localLife({ db: inMemory(), input })
    life.host.commit([inbound(said, 0), drop])
    expect([priced(life), calls(life), life.calls]).toEqual([[], [0], []])
  })
})

test('what a call cost is told until its answer is committed, and never of one that the transaction ended before', () => {
  const jobs = {
    decide: { afterCrash: 'interrupt' },
    compose: { afterCrash: 'interrupt' },
    deliver: { afterCrash: 'rerun' },
  }
  const running = new Map([
    ['decide', { tokens: 300 }],
    ['renewNote', { tokens: 70 }],
  ])
  const start = (src: string, key = 'g') => ({ ref: { key, id: src, gen: 2 }, src, input: {} })
  const begunAfter = (tx: { starts?: ReturnType<typeof start>[]; stops?: object[]; ended?: object[] }) =>
    begunBy('g', running, { starts: [], stops: [], ended: [], ...tx } as never, jobs as never)
  const decide = { key: 'g', id: 'decide' }
  expect([
    begunAfter({}),
    begunAfter({ ended: [decide], starts: [start('compose'), start('deliver'), start('decide', 'h')] }),
    begunAfter({ stops: [decide], starts: [start('decide')] }),
    begunAfter({ ended: [decide, { key: 'g', id: 'renewNote' }] }),
    begunAfter({ ended: [{ key: 'h', id: 'decide' }] }),
  ]).toEqual([
    { begun: { decide: 300, renewNote: 70 } },
    { begun: { renewNote: 70, compose: 0 } },
    { begun: { renewNote: 70, decide: 0 } },
    undefined,
    { begun: { decide: 300, renewNote: 70 } },
  ])
})

describe('a call of a chart that another one invokes', () => {
  const kinds = { '#helper': { ...kindOf(helper), version: '1', migrations: {} } }
  const answer: Job = {
    afterCrash: () => 'interrupt',
    run(_, { mayCost }) {
      mayCost(300)
      return new Promise(() => {})
    },
  }
  const asking = (db: ReturnType<typeof inMemory>, clock = handClock()) =>
    localLife({ db, clock, machine: lead, hosted: { inputOf: () => ({}), kinds, jobs: { answer } } })

  test('is told to its invoker by the id of the invoke, with what it may have cost by then', () => {
    const life = asking(inMemory())
    life.host.commit([begin({ name: 'a' })])
    life.clock.advance(700)
    life.host.commit([{ key: iris, event: { type: 'drop' } }])
    life.host.commit([begin({ name: 'b' })])
    const told = life.steps.filter(({ key }) => key === iris).map(({ event }) => (event as { begun?: object }).begun)
    expect(told).toEqual([undefined, undefined, { 'work/1': 300 }, undefined])
  })

  test('that a kill cuts off is told to its own chart with what it may have cost by then', () => {
    const file = storeFile()
    const db = file()
    const before = asking(db)
    before.host.commit([begin({ name: 'a' })])
    before.clock.advance(700)
    db.close()
    const { steps } = asking(file(), handClock(1_000))
    expect(steps.find(({ event }) => event.type === 'xstate.error.actor.answer')).toMatchObject({
      key: work,
      event: { error: { kind: 'interrupted', tokens: 300 } },
    })
  })

  test('counts for every chart that invokes it, itself or by others between them, until it has ended', () => {
    const invoked = new Map([
      ['#helper/work/g', new Map([['answer', { tokens: 10 }]])],
      ['#clerk/part/#helper/work/g', new Map(Object.entries({ goOn: { tokens: 5 }, check: { tokens: 1 } }))],
      ['#helper/work/h', new Map([['answer', { tokens: 900 }]])],
    ])
    const begunOf = (key: string, ended: { key: string; id: string }[] = []) =>
      begunBy(key, invoked.get(key), { starts: [], stops: [], ended }, {}, invoked)
    expect([begunOf('g'), begunOf('#helper/work/g'), begunOf('#clerk/part/#helper/work/g'), begunOf('i')]).toEqual([
      { begun: { work: 16 } },
      { begun: { answer: 10, part: 6 } },
      { begun: { goOn: 5, check: 1 } },
      undefined,
    ])
    expect(begunOf('g', [{ key: '#clerk/part/#helper/work/g', id: 'goOn' }])).toEqual({ begun: { work: 11 } })
  })
})

test('a try that proved free is taken back, and one of a call that is over may not leave', () => {
  const life = localLife({ db: inMemory(), input, isSent: () => false })
  life.say(said)
  const [call] = life.calls
  call?.mayCost(500)
  call?.mayCost(0)
  life.host.commit([{ key: 'g', event: { type: 'operator.drop' } }])
  expect(priced(life)).toEqual([])
  expect(calls(life)).toEqual([0])
  expect(() => call?.mayCost(1)).toThrow('the chart has left compose')
})

test('what is held for a call stays held where its group was stopped meanwhile and books nothing', async () => {
  const db = inMemory()
  const released: string[] = []
  const answers: (() => void)[] = []
  const run = (_: never, { key, onSettled }: JobContext) => {
    onSettled(() => void released.push(key))
    return new Promise<never>((_resolve, reject) => answers.push(() => reject(new Error('too late'))))
  }
  const compose = { afterCrash: 'interrupt', run } as const
  const life = localLife({ db, input, hosted: { jobs: { compose } }, host: { hotActors: 1 } })
  life.say(said, 'torn')
  life.say(said, 'sound')
  db.exec("UPDATE actor SET body = '{' WHERE key = 'torn'")
  life.say({ id: 'b' }, 'torn')
  answers.forEach((answer) => answer())
  await settled()
  expect([life.host.figures().halted, released]).toEqual([1, ['sound']])
})
