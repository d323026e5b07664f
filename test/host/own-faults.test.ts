// What fails in one group's step, or in whoever listens to it, is no trouble of the others.
import { expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import type { TracedStep } from '../../src/room/steps.ts'
import { inbound, type LocalLife, localLife, settled } from './local-life.ts'
import { inMemory } from './stores.ts'

const inG = ({ key, event }: TracedStep): boolean => key === 'g' && event.type !== 'xstate.init'
const fail = (): never => {
  throw new TypeError('a bug')
}

/** Of both groups: whether it is stopped, and what its timers have brought about. */
const courses = (life: LocalLife) => ({
  stopped: life.halted,
  flushed: life.steps
    .filter(({ records }) => records.some(({ params }) => (params as { gate?: string }).gate === 'buffer'))
    .map(({ key }) => key),
})

const kept = { body: '', led: '', deltaBase: undefined }

test.each([
  ['what is recorded beside it', { record: (step: TracedStep) => void (inG(step) && fail()) }],
  ['what the tape keeps of it', { tape: { row: (step: TracedStep) => (inG(step) ? fail() : kept), undone: () => {} } }],
])('%s throws at a timer: its group is stopped, and the timers of the others go on', (_, host) => {
  const db = inMemory()
  const first = localLife({ db })
  first.say({ id: 'a' }, 'g')
  first.say({ id: 'a' }, 'h')
  const failures: string[] = []
  const life = localLife({ db, host: { ...host, storeFailed: ({ message }) => void failures.push(message) } })
  life.clock.advance(3_000)
  expect({ ...courses(life), failures }).toEqual({ stopped: [['g', 'a bug']], flushed: ['h'], failures: [] })
})

test('what is recorded beside its first snapshot throws: nothing of the actor is stored but what waits for it', () => {
  const db = inMemory()
  const life = localLife({ db, host: { record: ({ key }) => void (key === 'g' && fail()) } })
  expect([life.say({ id: 'a' }, 'g'), life.say({ id: 'a' }, 'h')]).toEqual(['quarantined', 'accepted'])
  expect(
    db.prepare('SELECT key, actor.body, kind FROM actor JOIN entry ON actor.id = entry.actor').all(),
  ).toMatchObject([
    { key: 'g', body: '', kind: 'held' },
    { key: 'h', kind: 'message' },
  ])
})

test('a guard that throws at a timer stops its group, and the timers of the others go on', () => {
  const cursed = groupMachine.provide({
    guards: {
      hasPending: ({ context }) =>
        context.queue.pending.length > 0 && (context.queue.pending[0]?.sender !== 'eve' || fail()),
    },
  })
  const life = localLife({ db: inMemory(), machine: cursed })
  life.say({ id: 'a', sender: 'eve' }, 'g')
  life.say({ id: 'a' }, 'h')
  life.clock.advance(3_000)
  expect(courses(life)).toEqual({ stopped: [['g', expect.stringMatching(/^the chart threw at /)]], flushed: ['h'] })
})

test('an answer that no file can hold stops its group, and the timers of the others go on', async () => {
  const life = localLife({ db: inMemory() })
  life.say({ id: 'a', mentioned: true }, 'g')
  life.say({ id: 'a' }, 'h')
  await life.settle({ output: { text: 'Twelve.', type: 'short', similarity: 0, model: 5n, tokens: 50 } })
  life.clock.advance(3_000)
  expect(courses(life)).toEqual({ stopped: [['g', expect.stringContaining('BigInt')]], flushed: ['g', 'h'] })
})

test('of several groups that are told in one go the one that fails waits, and the others have theirs', () => {
  const life = localLife({ db: inMemory(), host: { record: (step) => void (inG(step) && fail()) } })
  const told = ['f', 'g', 'h'].map((key) => inbound({ id: 'a' }, 0, key))
  let alongside = 0
  expect(life.host.commit(told, () => void (alongside += 1))).toEqual(['accepted', 'quarantined', 'accepted'])
  const { id } = life.actors.get('g') ?? { id: 0 }
  expect({ alongside, waiting: life.actors.quarantined(id).length, state: life.state('h') }).toMatchObject({
    alongside: 2,
    waiting: 1,
    state: { intake: 'buffering' },
  })
})

test('what fails beside all of them is nobody’s step: nothing is stored, and nobody is stopped', () => {
  const life = localLife({ db: inMemory() })
  expect(() => life.host.commit([inbound({ id: 'a' }, 0)], fail)).toThrow('the store refused a write: a bug')
  expect({ stopped: life.halted, state: life.state() }).toEqual({ stopped: [], state: undefined })
})

test('a listener that throws after the commit: the message is taken, the job is started, the other listeners hear', () => {
  const heard: string[] = []
  const failures: string[] = []
  const life = localLife({
    db: inMemory(),
    host: { listenerFailed: ({ message }) => void failures.push(message) },
    before: ({ subscribe }) => {
      subscribe(fail)
      subscribe(({ event }) => void heard.push(event.type))
    },
  })
  expect(life.say({ id: 'a', mentioned: true })).toBe('accepted')
  expect({ heard, failures, calls: life.calls.map(({ src }) => src) }).toEqual({
    heard: ['xstate.init', 'message.received'],
    failures: ['a bug', 'a bug'],
    calls: ['compose'],
  })
})

test.each([
  ['at once', () => fail()],
  ['what has no text', () => Promise.reject(Object.create(null))],
  ['what cannot be read', () => Promise.reject(new Proxy({}, { get: fail }))],
])('a job that throws %s has failed, and nothing else', async (_, run) => {
  const life = localLife({
    db: inMemory(),
    hosted: { jobs: { compose: { afterCrash: 'interrupt', run } } },
  })
  life.say({ id: 'a', mentioned: true })
  await settled()
  expect(life.verdicts.filter(({ gate }) => gate === 'compose').map(({ outcome }) => outcome)).toEqual(['failed'])
})

test('a job that never ends is given up in time', () => {
  const life = localLife({
    db: inMemory(),
    hosted: { jobs: { compose: { afterCrash: 'interrupt', run: () => new Promise(() => {}) } } },
  })
  life.say({ id: 'a', mentioned: true })
  life.clock.advance(120_000)
  expect(life.verdicts.filter(({ gate }) => gate === 'compose').map(({ why }) => why)).toEqual(['timeout'])
})

test('a job whose holds fail to be let go lets the others go', async () => {
  const released: string[] = []
  const life = localLife({
    db: inMemory(),
    hosted: {
      jobs: {
        compose: {
          afterCrash: 'interrupt',
          run: (_, { onSettled }) => {
            onSettled(fail)
            onSettled(() => void released.push('second'))
            return Promise.reject(new Error('refused'))
          },
        },
      },
    },
  })
  life.say({ id: 'a', mentioned: true })
  await settled()
  expect(released).toEqual(['second'])
})
