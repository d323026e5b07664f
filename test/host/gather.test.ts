// Timers and answers that wait a moment for others: one transaction for all of them.
import { expect, test } from 'vitest'
import { StoreError } from '../../src/store/database.ts'
import { type HandClock, handClock } from './hand-clock.ts'
import { localLife, settled } from './local-life.ts'
import { counted, inMemory } from './stores.ts'
import { inputWith } from '../fakes/group-life.ts'

const gatherMs = 10

/** Groups whose messages wait a second for more, on a busy host; `commits` counts transactions. */
function gathering(db = inMemory()) {
  const commits = counted(db)
  const clock = handClock()
  const input = inputWith({ batching: { intervalMs: 1_000 } })
  const life = localLife({ db, clock, input, host: { gatherMs } })
  const eventsOf = () =>
    life.steps.map(({ key, event, at }) => `${key} ${at} ${event.type.replace(/^(xstate\.\w+\.\w+).*/, '$1')}`)
  const busy = (): void => {
    for (let n = 0; n < 8; n += 1) life.say({ id: `busy ${clock.now()}` }, `busy${n}`)
  }
  busy()
  return { ...life, busy, commits, eventsOf }
}

test('timers that are due within the moment fire together, each in its order', () => {
  const { say, clock, busy, commits, eventsOf } = gathering()
  say({ id: 'a' }, 'g')
  clock.advance(4)
  say({ id: 'b' }, 'h')
  clock.advance(990)
  busy()
  const before = commits()
  clock.advance(1_009)
  expect(eventsOf().filter((each) => each.includes('after') && !each.startsWith('busy'))).toEqual([])
  clock.advance(1_010)
  expect([commits() - before, eventsOf().filter((each) => each.includes('after') && !each.startsWith('busy'))]).toEqual(
    [1, ['g 1010 xstate.after.bufferInterval', 'h 1010 xstate.after.bufferInterval']],
  )
})

test('a message takes along what is due, before it', () => {
  const { say, clock, busy, commits, eventsOf } = gathering()
  say({ id: 'a' }, 'g')
  clock.advance(990)
  busy()
  clock.advance(1_005)
  const before = commits()
  expect(say({ id: 'b' }, 'g')).toBe('accepted')
  expect([commits() - before, eventsOf().slice(-2)]).toEqual([
    1,
    ['g 1005 xstate.after.bufferInterval', 'g 1005 message.received'],
  ])
})

test('answers that come within the moment are committed together, and none is lost when the host stops before', async () => {
  const { say, clock, calls, commits, eventsOf, host } = gathering()
  say({ id: 'a', mentioned: true }, 'g')
  say({ id: 'b', mentioned: true }, 'h')
  const answer = { text: 'yes', type: 'short', similarity: 0, tokens: 9, model: 'x', rehearsal: true }
  const before = commits()
  for (const call of calls.splice(0)) call.settle({ output: answer })
  await settled()
  expect([commits() - before, eventsOf().filter((each) => each.includes('done'))]).toEqual([0, []])
  clock.advance(gatherMs)
  expect([commits() - before, eventsOf().filter((each) => each.includes('done'))]).toEqual([
    1,
    ['g 10 xstate.done.actor', 'h 10 xstate.done.actor'],
  ])
  say({ id: 'c', mentioned: true }, 'i')
  calls.splice(0).forEach((call) => call.settle({ output: answer }))
  await settled()
  await host.stop()
  expect(eventsOf().filter((each) => each.startsWith('i 10 xstate.done'))).toHaveLength(1)
})

test('a store that refuses a message keeps what waits with it: both are taken at the next try', async () => {
  const db = inMemory()
  const { say, clock, calls, eventsOf, host } = gathering(db)
  say({ id: 'a', mentioned: true }, 'g')
  calls
    .splice(0)
    .forEach((call) =>
      call.settle({ output: { text: 'yes', type: 'short', similarity: 0, tokens: 9, model: 'x', rehearsal: true } }),
    )
  await settled()
  const message = { id: 'b', ts: 0, kind: 'person', sender: 'ann', mentioned: false, tokens: 10 }
  const refuse = (): never => {
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  }
  expect(() => host.commit([{ key: 'h', dedupe: 'b', event: { type: 'message.received', message } }], refuse)).toThrow(
    StoreError,
  )
  expect(eventsOf().some((each) => each.includes('done'))).toBe(false)
  clock.advance(gatherMs)
  expect(eventsOf().filter((each) => each.includes('done'))).toEqual(['g 10 xstate.done.actor'])
  expect(say({ id: 'b' }, 'h')).toBe('accepted')
})

const heard = (id: string, group: string) => ({
  id,
  group,
  ts: 0,
  sender: { id: 'ann', name: 'Ann', bot: false },
  text: 'Hello.',
})

test('what is handed in at the same moment goes into one transaction; what cannot be stored with it is refused alone', async () => {
  const { commits, host } = gathering()
  const before = commits()
  const all = ['a', 'b', 'c'].map((id) => host.receive([heard(id, `web:${id}`)]))
  expect(commits()).toBe(before)
  await expect(Promise.all(all)).resolves.toEqual([['accepted'], ['accepted'], ['accepted']])
  expect(commits()).toBe(before + 1)
  const written: string[] = []
  const some = [
    host.receive([heard('d', 'web:a')], () => void written.push('d')),
    host.receive([heard('e', 'web:b')], () => {
      throw new Error('UNIQUE constraint failed')
    }),
    host.receive([heard('f', 'web:c'), heard('g', 'web:c')]),
  ]
  const told = await Promise.allSettled(some)
  expect(told.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message))).toEqual([
    ['accepted'],
    expect.stringContaining('UNIQUE constraint failed'),
    ['accepted', 'accepted'],
  ])
  // Its first two transactions were rolled back: with what waits, and without.
  expect([commits() - before, written]).toEqual([3, ['d', 'd', 'd']])
})

test('what can wait is taken along by the next message, or with the timers and answers of the moment', async () => {
  const { clock, commits, host } = gathering()
  const before = commits()
  const waits = host.receiveFrom(() => [heard('a', 'web:a')], true)
  const later = host.receiveFrom(() => [heard('b', 'web:b')], true)
  await settled()
  expect(commits()).toBe(before)
  clock.advance(gatherMs)
  await expect(Promise.all([waits, later])).resolves.toEqual([['accepted'], ['accepted']])
  expect(commits()).toBe(before + 1)
  const taken = host.receiveFrom(() => [heard('c', 'web:a')], true)
  await host.receive([heard('d', 'web:b')])
  await expect(taken).resolves.toEqual(['accepted'])
  expect(commits()).toBe(before + 2)
})

test('what was handed in is stored when the host stops before', async () => {
  const { host } = gathering()
  const handed = host.receive([heard('a', 'web:a')])
  await host.stop()
  await expect(handed).resolves.toEqual(['accepted'])
})

test('where commits are few, timers and answers do not wait', async () => {
  const { say, clock, calls, eventsOf } = gathering()
  clock.advance(1_400)
  say({ id: 'a' }, 'g')
  clock.advance(2_400)
  expect(eventsOf().at(-1)).toBe('g 2400 xstate.after.bufferInterval')
  say({ id: 'b', mentioned: true }, 'h')
  calls
    .at(-1)
    ?.settle({ output: { text: 'yes', type: 'short', similarity: 0, tokens: 9, model: 'x', rehearsal: true } })
  await settled()
  expect(eventsOf().at(-1)).toBe('h 2400 xstate.done.actor')
})

test('what a few rooms do waits for nobody, however fast they go: each step of a turn comes after the last', async () => {
  const { say, clock, calls, eventsOf } = gathering()
  clock.advance(1_400)
  for (let n = 0; n < 20; n += 1) say({ id: `fast${n}` }, `few${n % 7}`)
  say({ id: 'a', mentioned: true }, 'few0')
  calls
    .at(-1)
    ?.settle({ output: { text: 'yes', type: 'short', similarity: 0, tokens: 9, model: 'x', rehearsal: true } })
  await settled()
  expect(eventsOf().at(-1)).toBe('few0 1400 xstate.done.actor')
})

test('a wake-up that comes a moment early is no wake-up lost', () => {
  const clock = handClock()
  let earlyMs = 1
  const at: HandClock['at'] = (due, wake) => {
    const cancel = clock.at(due - earlyMs, wake)
    earlyMs = 0
    return cancel
  }
  const life = localLife({
    db: inMemory(),
    clock: { ...clock, at },
    input: inputWith({ batching: { intervalMs: 1_000 } }),
  })
  earlyMs = 1
  life.say({ id: 'a' })
  clock.advance(999)
  clock.advance(1_000)
  expect(life.steps.at(-1)?.event.type).toMatch(/bufferInterval/)
})

test('answers that the store refuses are told of once a try, and all taken once it is well', async () => {
  const db = inMemory()
  const told: string[] = []
  const clock = handClock()
  const life = localLife({ db, clock, host: { gatherMs, storeFailed: ({ message }) => void told.push(message) } })
  for (let n = 0; n < 20; n += 1) life.say({ id: 'a', mentioned: true }, `g${n}`)
  db.exec("CREATE TRIGGER refuse BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
  const output = { text: 'yes', type: 'short', similarity: 0, tokens: 9, model: 'x', rehearsal: true }
  for (const call of life.calls.splice(0)) call.settle({ output })
  await settled()
  clock.advance(10_000)
  const tries = told.length
  expect(tries).toBeLessThan(12)
  db.exec('DROP TRIGGER refuse')
  life.say({ id: 'b' }, 'other')
  clock.advance(clock.now() + 600)
  expect([told.length - tries, life.steps.filter(({ event }) => event.type.includes('done')).length]).toEqual([0, 20])
})

test('an actor that the store refuses for good holds what comes for it, and the others have theirs', () => {
  const db = inMemory()
  db.exec(
    "CREATE TRIGGER refuse BEFORE INSERT ON entry WHEN new.body LIKE '%poison%' AND new.kind <> 'held' BEGIN INSERT INTO actor (key) VALUES (NULL); END",
  )
  const life = localLife({ db })
  expect(life.say({ id: 'poison' }, 'g')).toBe('quarantined')
  expect([life.say({ id: 'next' }, 'g'), life.say({ id: 'a' }, 'h')]).toEqual(['quarantined', 'accepted'])
})

test('an answer does not wait for a timer that the store refuses', async () => {
  const db = inMemory()
  const clock = handClock()
  const life = localLife({ db, clock, input: inputWith({ batching: { intervalMs: 1_000 } }), host: { gatherMs } })
  life.say({ id: 'a' }, 'g')
  life.say({ id: 'b', mentioned: true }, 'h')
  const ofG = "(SELECT id FROM actor WHERE key = 'g')"
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON entry WHEN new.actor = ${ofG} BEGIN SELECT RAISE(ABORT, 'no'); END`)
  clock.jump(1_000)
  life.calls
    .shift()
    ?.settle({ output: { text: 'yes', type: 'short', similarity: 0, tokens: 9, model: 'x', rehearsal: true } })
  await settled()
  expect(life.steps.at(-1)).toMatchObject({ key: 'h', event: { type: 'xstate.done.actor.compose' } })
  await life.host.stop()
})
