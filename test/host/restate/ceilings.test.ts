// Ceilings on a real server: two workers with a store each hold calls in slices, and together never more than a day allows.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Amount, type Book, plus, usedIn } from '../../../src/host/restate/ceiling-book.ts'
import { ceilingCalls, makeCeilings } from '../../../src/host/restate/ceilings.ts'
import { openEndpoint } from '../../../src/host/restate/endpoint.ts'
import { makeNodes } from '../../../src/host/restate/nodes.ts'
import { type HeldCall, makePurses } from '../../../src/host/restate/purses.ts'
import { openMarks } from '../../../src/host/restate/stored-marks.ts'
import { inMemory } from '../stores.ts'
import { restateServer } from './restate-server.ts'

const limits = {
  all: { messages: 100, tokens: 20_000 },
  iris: { messages: 100, tokens: 9_000 },
  rex: { messages: 100, tokens: 30_000 },
}
const tokens = (n: number): Amount => ({ messages: 0, tokens: n })
const none = tokens(0)

async function service(spent: Readonly<Record<string, number>> | 'unreadable' = {}) {
  const rooms = `room-${randomUUID()}`
  const { ingress, admin } = restateServer()
  const books = async (at: number, bot?: string) => {
    if (spent === 'unreadable') throw new Error('away')
    const minute = Math.floor(at / 60_000)
    return Object.entries(spent).flatMap(([id, n]) =>
      bot === undefined || bot === id ? [{ minute, ...tokens(n) }] : [],
    )
  }
  const endpoint = await openEndpoint({ services: [makeCeilings(books, rooms)], port: 0, admin })
  onTestFinished(() => endpoint.stop())
  const calls = ceilingCalls([ingress], rooms)
  let asks = 0
  const worker = (db = inMemory()) =>
    makePurses({
      calls: { ...calls, take: (...given) => ((asks += 1), calls.take(...given)) },
      marks: openMarks(db),
      limitOf: (bot) => limits[(bot ?? 'all') as keyof typeof limits],
      now: Date.now,
      failed: (error) => expect.fail(String(error)),
    })
  const nodes = makeNodes([ingress])
  const used = async (key: string): Promise<number> => {
    const book = await nodes.call<Book | null>({ service: `${rooms}-ceiling`, key, handler: 'look', parameter: null })
    return book ? usedIn(book).tokens : 0
  }
  return { worker, used, asks: () => asks }
}

const isHeld = (call: object): call is HeldCall => 'settle' in call

test('two workers that hold calls at the same time get all of a ceiling together and not a token more, in few calls', async () => {
  const { worker, used, asks } = await service()
  const spent = { iris: 0, all: 0 }
  const spend = async (purses: ReturnType<typeof worker>): Promise<void> => {
    for (let isRefused = false; !isRefused;) {
      // oxlint-disable-next-line no-await-in-loop -- until there is nothing left
      const calls = await Promise.all([purses.hold('iris', tokens(30), none), purses.hold('rex', tokens(30), none)])
      for (const [n, call] of calls.entries()) {
        if (!isHeld(call)) continue
        call.settle(tokens(30))
        spent.all += 30
        if (n === 0) spent.iris += 30
      }
      isRefused = calls.every((call) => !isHeld(call))
    }
  }
  const both = [worker(), worker()]
  await Promise.all(both.map(spend))
  expect(spent.iris).toBeGreaterThan(limits.iris.tokens - 90)
  expect(spent.iris).toBeLessThanOrEqual(limits.iris.tokens)
  expect(spent.all).toBeGreaterThan(limits.all.tokens - 90)
  expect(spent.all).toBeLessThanOrEqual(limits.all.tokens)
  // Both purses of about 670 calls; without slices each of them would ask twice.
  expect(asks()).toBeLessThan(400)
  await Promise.all(both.map((purses) => purses.stop()))
  await vi.waitFor(
    async () => expect([await used('all'), await used('bot iris')]).toEqual([spent.all, spent.iris]),
    10_000,
  )
})

test('what a killed worker with its store in hand may have spent is told by the next one, and the rest comes back', async () => {
  const { worker, used } = await service({ iris: 1_000, rex: 500 })
  const db = inMemory()
  await worker(db).hold('iris', tokens(100), none)
  expect([await used('all'), await used('bot iris')]).toEqual([1_500 + 1_156, 1_000 + 500])
  const next = worker(db)
  next.start()
  onTestFinished(() => next.stop())
  const told = plus(tokens(100 + Math.floor(500 / 4)), tokens(1_000))
  await vi.waitFor(async () => expect(await used('bot iris')).toBe(told.tokens), 10_000)
  expect(db.prepare('SELECT count(*) AS n FROM ceiling_holder').get()).toEqual({ n: 0 })
})

test('before anything is known of a ceiling its books are read, and nothing is held while they cannot be (U4)', async () => {
  const { worker } = await service('unreadable')
  await expect(worker().hold('iris', tokens(10), none)).rejects.toThrow('the books cannot be read')
})

test('what a call did not cost is free a while after its end: a kill before its outcome is known charges all that was held', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: Amount[] = []
  const purses = makePurses({
    calls: {
      take: async (_, { need }) => ({ isGranted: true, granted: need, used: none }),
      tell: async (_, { spent, returned }) => void told.push(spent, returned),
    },
    marks: openMarks(inMemory()),
    limitOf: (bot) => (bot === undefined ? limits.all : undefined),
    now: Date.now,
    failed: (error) => expect.fail(String(error)),
  })
  const call = await purses.hold('iris', tokens(100), none)
  if (isHeld(call)) call.settle(tokens(40))
  await purses.giveBack(0)
  vi.advanceTimersByTime(2_000)
  await purses.giveBack(0)
  expect(told).toEqual([tokens(40), tokens(60)])
})
