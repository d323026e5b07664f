// What comes after what: booked, then let go, then started; and rows that cannot be read stop nobody else.
import { expect, test, vi } from 'vitest'
import type { JobContext } from '../../src/host/host.ts'
import { verdictsOf } from '../../src/room/steps.ts'
import { inputWith, yes } from '../fakes/group-life.ts'
import { localLife, settled } from './local-life.ts'
import { inMemory } from './stores.ts'

test('a call is booked, then lets go what it held, and only then the next one starts (U6)', async () => {
  const order: string[] = []
  const job = (src: string) => ({
    afterCrash: 'interrupt' as const,
    async run(_: never, { onSettled, signal }: JobContext) {
      order.push(`${src} starts`)
      onSettled(() => order.push(`${src} lets go`))
      return src === 'decide' ? yes : new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
    },
  })
  const life = localLife({
    db: inMemory(),
    input: inputWith({ batching: { intervalMs: 0 } }),
    hosted: { jobs: { decide: job('decide'), compose: job('compose'), deliver: job('deliver') } },
    before: ({ subscribe }) =>
      subscribe((step) =>
        verdictsOf(step).forEach(({ gate, tokens }) => tokens !== undefined && order.push(`${gate} booked`)),
      ),
  })
  life.say({ id: 'a' })
  life.clock.advance(life.clock.now())
  await vi.waitFor(() => expect(order).toContain('compose starts'))
  expect(order).toEqual(['decide starts', 'decide booked', 'decide lets go', 'compose starts'])
  await life.host.stop()
})

test('what a call holds stays held while the store refuses its outcome (U6)', async () => {
  const db = inMemory()
  const order: string[] = []
  const job = (src: string) => ({
    afterCrash: 'interrupt' as const,
    async run(_: never, { onSettled, signal }: JobContext) {
      onSettled(() => order.push(`${src} lets go`))
      return src === 'decide' ? yes : new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
    },
  })
  const life = localLife({
    db,
    input: inputWith({ batching: { intervalMs: 0 } }),
    hosted: { jobs: { decide: job('decide'), compose: job('compose'), deliver: job('deliver') } },
    host: { storeFailed: () => void order.push('refused') },
  })
  life.say({ id: 'a' })
  life.clock.advance(life.clock.now())
  db.exec("CREATE TRIGGER refuse BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
  await settled()
  life.clock.advance(500)
  expect(order).toEqual(['refused', 'refused'])
  db.exec('DROP TRIGGER refuse')
  life.clock.advance(1_500)
  expect(order).toEqual(['refused', 'refused', 'decide lets go'])
  await life.host.stop()
})

test('after a crash every interrupted call is charged before the first of them is made again (U6)', async () => {
  const db = inMemory()
  const before = localLife({ db })
  for (const key of ['g', 'h', 'i']) before.say({ id: 'a', mentioned: true }, key)
  expect(before.calls.map(({ src }) => src)).toEqual(['compose', 'compose', 'compose'])

  const order: string[] = []
  const job = {
    afterCrash: 'interrupt' as const,
    run: (_: never, { signal }: JobContext) => {
      order.push('call')
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
    },
  }
  const after = localLife({
    db,
    hosted: { jobs: { decide: job, compose: job, deliver: job } },
    before: ({ subscribe }) =>
      subscribe((step) => verdictsOf(step).forEach(({ outcome }) => outcome === 'failed' && order.push('charged'))),
  })
  expect(order).toEqual(['charged', 'charged', 'charged', 'call', 'call', 'call'])
  await after.host.stop()
})

test.each([
  ['timers', "UPDATE actor SET timers = '{' WHERE key = 'g'"],
  ['jobs', "UPDATE job SET input = '{' WHERE actor = (SELECT id FROM actor WHERE key = 'g')"],
])('of an actor whose %s cannot be read nothing goes on, and the others do (S5)', async (what, tear) => {
  const db = inMemory()
  const before = localLife({ db })
  for (const key of ['g', 'h']) before.say({ id: 'a', mentioned: what === 'jobs' }, key)
  db.exec(tear)

  const halted: string[] = []
  const after = localLife({ db, host: { halted: (key) => void halted.push(key) } })
  after.clock.advance(4_000)
  expect(halted).toEqual(['g'])
  expect(after.calls.map(({ key }) => key)).toEqual(['h'])
  await after.host.stop()
})
