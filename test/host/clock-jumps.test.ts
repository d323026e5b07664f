// Groups on the local host while the machine's clocks are set at random, with restarts in between.
import { array, assert, constant, constantFrom, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { makeLocalHost } from '../../src/host/local/local-host.ts'
import { makeServiceTime } from '../../src/host/local/service-time.ts'
import { type ClockJump, openClockStore, readClock } from '../../src/store/clock.ts'
import type { Outcome } from '../../src/room/feeds.ts'
import { yes } from '../fakes/group-life.ts'
import { localLife } from './local-life.ts'
import { testClock, type TestMachine, testMachine } from './machine-time.ts'
import { inMemory } from './stores.ts'

const [minute, hour] = [60_000, 3_600_000]
const longestTimerMs = 5 * minute
const windowMs = hour
const mostInWindow = 2

type Said = { type: 'said'; at: number }

/** Answers each word after five minutes, and no more than two within an hour. */
const replier = setup({
  types: { context: {} as { sends: number[]; input: object }, events: {} as Said, input: {} },
  delays: { pause: longestTimerMs },
  guards: {
    hasRoom: ({ context, event }) => context.sends.filter((at) => at > event.at - windowMs).length < mostInWindow,
  },
  actions: {
    told: () => {},
    send: assign({ sends: ({ context, event }) => [...context.sends, event.at].slice(-mostInWindow) }),
  },
}).createMachine({
  id: 'replier',
  context: ({ input }) => ({ sends: [], input }),
  initial: 'idle',
  states: {
    idle: { on: { said: 'waiting' } },
    waiting: {
      after: {
        pause: [
          { target: 'idle', guard: 'hasRoom', actions: ['send', { type: 'told', params: { what: 'sent' } }] },
          { target: 'idle', actions: { type: 'told', params: { what: 'kept silent' } } },
        ],
      },
    },
  },
})

/** A process on the machine, as the service puts it together. */
function start(machine: TestMachine, db = inMemory(), told: (what: string) => void = () => {}) {
  const store = openClockStore(db)
  const jumps: ClockJump[] = []
  const { kept, newest } = readClock(db)
  const time = makeServiceTime({ sources: machine.sources(), kept, newest, jumped: (jump) => jumps.push(jump) })
  const { clock, run, fire } = testClock(machine, time)
  store.keep(time.kept())
  const host = makeLocalHost({
    db,
    clock,
    hosted: { machine: replier, version: '1', migrations: {}, inputOf: () => ({}), jobs: {} },
    record: ({ records }) => records.forEach(({ params }) => told((params as { what: string }).what)),
  })
  host.start()
  fire()
  return { db, host, run, time, jumps, keep: () => store.keep(time.kept()) }
}

const anyJump = oneof(
  integer({ min: -40 * hour, max: 40 * hour }),
  constantFrom(-8 * hour, 8 * hour, -30 * 366 * 24 * hour, 30 * 366 * 24 * hour),
)
/** A hardware clock that is ahead by less than a month cannot be told from a machine that was off for longer. */
const lostTime = constantFrom(0, -60 * 366 * 24 * hour, 30 * 366 * 24 * hour)
const happening = oneof(
  record({ do: constant('say' as const) }),
  record({ do: constant('pass' as const), ms: integer({ min: 1, max: 20 * minute }) }),
  record({ do: constant('sleep' as const), ms: integer({ min: 1, max: 3 * hour }) }),
  record({ do: constant('set' as const), ms: anyJump }),
  record({ do: constant('restart' as const), ms: anyJump }),
  record({ do: constant('reboot' as const), ms: integer({ min: 0, max: 9 * hour }), wrongBy: lostTime }),
)

test('however the clocks are set, no group waits longer than its timer and no window frees early', () => {
  assert(
    property(array(happening, { minLength: 5, maxLength: 60 }), (happenings) => {
      const machine = testMachine()
      let [heardAt, offMs]: [number | undefined, number] = [undefined, 0]
      const sends: number[] = []
      const waits: number[] = []
      const told = (what: string): void => {
        if (heardAt !== undefined) waits.push(machine.real() - heardAt - offMs)
        ;[heardAt, offMs] = [undefined, 0]
        if (what === 'sent') sends.push(machine.real())
      }
      let process = start(machine, inMemory(), told)
      for (const each of happenings) {
        const before = machine.real()
        if (each.do === 'say') {
          heardAt ??= machine.real()
          process.host.commit([{ key: 'g', event: { type: 'said' } }])
        } else if (each.do === 'pass') process.run(each.ms)
        else if (each.do === 'sleep') {
          machine.sleep(each.ms)
          offMs += each.ms
          process.run(minute)
        } else if (each.do === 'set') {
          machine.set(each.ms)
          process.time.check()
        } else if (each.do === 'restart') {
          machine.set(each.ms)
          process = start(machine, process.db, told)
        } else {
          machine.correct()
          process.time.check()
          process.keep()
          machine.reboot(each.ms, each.wrongBy)
          offMs += machine.real() - before
          process = start(machine, process.db, told)
          process.run(minute)
          machine.correct()
          process.time.check()
        }
      }
      process.run(longestTimerMs)
      const longest = Math.max(0, ...waits)
      const closest = Math.min(Infinity, ...sends.slice(mostInWindow).map((at, i) => at - (sends[i] ?? 0)))
      const isWaiting = heardAt !== undefined
      // After a sleep the test's clock looks at its timers once a minute.
      expect([longest <= longestTimerMs + minute, closest >= windowMs, isWaiting]).toEqual([true, true, false])
    }),
    { numRuns: 300 },
  )
})

const answers: Record<string, Outcome> = {
  decide: { output: yes },
  compose: {
    output: { text: 'Yes.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 150 },
  },
}

test('a mention is answered as soon as ever after the clock was set back eight hours and the service started anew', async () => {
  const waited = async (setMs: number): Promise<number> => {
    const machine = testMachine()
    const db = inMemory()
    const life = () => {
      const { kept, newest } = readClock(db)
      const time = makeServiceTime({ sources: machine.sources(), kept, newest })
      openClockStore(db).keep(time.kept())
      const { clock, run } = testClock(machine, time)
      return {
        run,
        ...localLife({ db, clock: { ...clock, advance: () => {}, jump: () => {}, next: () => undefined } }),
      }
    }
    life().say({ id: '1' })
    machine.set(setMs)
    const { run, say, calls, settle } = life()
    const from = machine.real()
    say({ id: '2', mentioned: true })
    for (let tries = 0; calls[0]?.src !== 'deliver' && tries < 600; tries += 1) {
      run(1_000)
      const answer = answers[calls[0]?.src ?? '']
      // oxlint-disable-next-line no-await-in-loop -- an answer after the other
      if (answer) await settle(answer)
    }
    return machine.real() - from
  }
  const usual = await waited(0)
  expect([usual < minute, await waited(-8 * hour), await waited(8 * hour)]).toEqual([true, usual, usual])
})
