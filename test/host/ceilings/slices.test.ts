// Slices of a ceiling: whatever becomes of workers and of their calls, all together never spend more than a day allows.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Net, slicesWorld } from './slices-world.ts'

const limits = {
  all: { messages: 30, tokens: 15_000 },
  bots: { iris: { messages: 20, tokens: 10_000 }, rex: { messages: 20, tokens: 10_000 } },
}
const [minute, hour] = [60_000, 3_600_000]
const message = { messages: 1, tokens: 0 }
const tokens = (n: number) => ({ messages: 0, tokens: n })

const worker = fc.nat({ max: 2 })
const bot = fc.constantFrom('iris', 'rex')
const share = fc.constantFrom(0, 1, 2, 4, 4, 4)
const kinds = {
  hold: [
    6,
    fc.record({ worker, bot, amount: fc.oneof(fc.constant(message), fc.nat({ max: 3_000 }).map(tokens)), share }),
  ],
  // Everything that it gets.
  drain: [
    6,
    fc.record({
      worker,
      bot,
      amount: fc.oneof(fc.constant(message), fc.integer({ min: 50, max: 900 }).map(tokens)),
      isServed: fc.boolean(),
    }),
  ],
  settle: [6, fc.record({ which: fc.nat({ max: 9 }) })],
  giveBack: [2, fc.record({ worker, isIdle: fc.boolean() })],
  kill: [2, fc.record({ worker, keepsStore: fc.boolean() })],
  stop: [1, fc.record({ worker })],
  net: [3, fc.record({ worker, net: fc.constantFrom<Net>('fine', 'fine', 'lost', 'unanswered', 'late') })],
  deliver: [2, fc.record({})],
  wait: [
    3,
    fc.record({ ms: fc.oneof(fc.nat({ max: 15 * minute }), fc.nat({ max: 15 * minute }), fc.nat({ max: 26 * hour })) }),
  ],
} as const
const deed = fc.oneof(
  ...Object.entries(kinds).map(([what, [weight, arbitrary]]) => ({
    weight,
    arbitrary: (arbitrary as fc.Arbitrary<object>).map((given) => ({ what, ...given }) as Deed),
  })),
)
type Deed = {
  [What in keyof typeof kinds]: { what: What } & ((typeof kinds)[What][1] extends fc.Arbitrary<infer T> ? T : never)
}[keyof typeof kinds]

async function done(each: Deed, world: ReturnType<typeof slicesWorld>): Promise<void> {
  if (each.what === 'hold') {
    const cost = each.amount.tokens > 0 ? tokens(Math.floor((each.amount.tokens * each.share) / 4)) : each.amount
    await world.hold(each.worker, each.bot, each.amount, cost)
  } else if (each.what === 'drain') {
    // oxlint-disable-next-line no-await-in-loop -- until it is refused
    while ((await world.hold(each.worker, each.bot, each.amount, each.amount)) === 'held')
      if (each.isServed) world.settle(world.calls.length - 1)
  } else if (each.what === 'settle') world.settle(each.which)
  else if (each.what === 'giveBack') await world.worker(each.worker).purses.giveBack(each.isIdle ? minute : 0)
  else if (each.what === 'kill') world.kill(each.worker, each.keepsStore)
  else if (each.what === 'stop') await world.stop(each.worker)
  else if (each.what === 'net') world.worker(each.worker).net = each.net
  else if (each.what === 'deliver') world.deliver()
  else world.wait(each.ms)
}

test('no bot and not all of them spend more than a day allows, over kills, halts, lost and late calls, at every moment (U6)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 60, size: 'max' }), async (deeds) => {
      // Their clocks differ, and one that is halted does nothing for hours.
      const world = slicesWorld(limits, [0, 30_000, -30_000])
      for (const each of deeds) {
        // oxlint-disable-next-line no-await-in-loop -- one deed after the other
        await done(each, world)
        for (const [spent, limit] of [
          [world.spent(), limits.all],
          [world.spent('iris'), limits.bots.iris],
          [world.spent('rex'), limits.bots.rex],
          // Nor is more counted: what comes back was never spent.
          [world.used(), limits.all],
          [world.used('iris'), limits.bots.iris],
        ] as const) {
          expect(spent.messages).toBeLessThanOrEqual(limit.messages)
          expect(spent.tokens).toBeLessThanOrEqual(limit.tokens)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('what workers did not spend comes back: another one can use all of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ worker, bot, share: fc.nat({ max: 4 }) }), { maxLength: 12, size: 'max' }),
      async (held) => {
        const world = slicesWorld(limits)
        for (const each of held) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await world.hold(each.worker, each.bot, tokens(1_200), tokens(each.share * 300))
          world.settle(0)
        }
        await world.worker(0).purses.giveBack(0)
        await world.stop(1)
        await world.stop(2)
        expect([world.used(), world.used('iris')]).toEqual([world.spent(), world.spent('iris')])
        const left = Math.min(
          limits.all.tokens - world.spent().tokens,
          limits.bots.iris.tokens - world.spent('iris').tokens,
        )
        expect(await world.hold(1, 'iris', tokens(left), tokens(left))).toBe('held')
        expect(await world.hold(1, 'iris', tokens(1), tokens(1))).toMatchObject({ what: 'tokens', need: 1 })
      },
    ),
    { numRuns: 100 },
  )
})

test('rests of slices that are too small for a call on each worker are enough for one of them', async () => {
  const world = slicesWorld({ all: { messages: 9, tokens: 2_500 }, bots: {} })
  for (const n of [0, 1]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await world.hold(n, 'iris', tokens(1_000), tokens(500))
    world.settle(0)
  }
  expect(world.used().tokens).toBe(2_000)
  expect(await world.hold(0, 'iris', tokens(1_400), tokens(1_400))).toMatchObject({ used: 2_000, need: 1_400 })
  expect(await world.hold(1, 'iris', tokens(1_400), tokens(1_400))).toBe('held')
})

test('a call during which its worker stood still has cost all that was held: others may have charged it so', async () => {
  const world = slicesWorld(limits)
  await world.hold(0, 'iris', tokens(1_000), tokens(300))
  world.wait(5_000)
  world.settle(0)
  await world.worker(0).purses.giveBack(0)
  expect([world.spent('iris').tokens, world.used('iris').tokens]).toEqual([300, 1_000])
})

test('a worker that is killed has spent its slices, until it is started with its store: then what its calls may have cost', async () => {
  const killed = async (keepsStore: boolean) => {
    const world = slicesWorld(limits)
    await world.hold(0, 'iris', tokens(10), tokens(4))
    world.settle(0)
    await world.hold(0, 'iris', tokens(20), tokens(1))
    world.kill(0, keepsStore)
    await world.worker(0).purses.giveBack()
    return { spent: world.spent('iris').tokens, used: world.used('iris').tokens }
  }
  const slice = Math.floor(limits.bots.iris.tokens / 16)
  expect(await killed(false)).toEqual({ spent: 5, used: slice })
  // A quarter of the slice was written down beside the first call.
  expect(await killed(true)).toEqual({ spent: 5, used: 10 + Math.floor(slice / 4) })
})

test('what a worker gave back is not counted as spent when it is killed after that', async () => {
  const world = slicesWorld(limits)
  await world.hold(0, 'iris', tokens(600), tokens(100))
  world.settle(0)
  await world.worker(0).purses.giveBack(0)
  world.kill(0, true)
  expect([world.used('iris').tokens, world.spent('iris').tokens]).toEqual([100, 100])
})

test('a worker that is started days later is charged nothing again', async () => {
  const world = slicesWorld(limits)
  await world.hold(0, 'iris', tokens(9_000), tokens(9_000))
  world.settle(0)
  await world.worker(0).purses.giveBack(0)
  const { store } = world.worker(0)
  world.kill(0, false)
  world.wait(3 * 24 * hour)
  // Everything of then is forgotten as soon as somebody asks.
  await world.hold(1, 'iris', tokens(1), tokens(1))
  world.start(0, store).purses.start()
  await world.worker(0).purses.giveBack(0)
  expect(world.used('iris').tokens).toBe(Math.floor(limits.bots.iris.tokens / 16))
})

test('a worker that was halted for an hour spends nothing of what it had, and goes on with a slice of now', async () => {
  const world = slicesWorld(limits)
  await world.hold(0, 'iris', tokens(100), tokens(100))
  world.settle(0)
  const asks = world.asks()
  await world.hold(0, 'iris', tokens(10), tokens(10))
  expect(world.asks()).toBe(asks)
  world.wait(hour)
  world.worker(0).net = 'lost'
  expect(await world.hold(0, 'iris', tokens(10), tokens(10))).toBe('away')
  world.worker(0).net = 'fine'
  expect(await world.hold(0, 'iris', tokens(10), tokens(10))).toBe('held')
})

test('a call that cost more than was held for it is counted whole, and a day later all is free again', async () => {
  const world = slicesWorld(limits)
  await world.hold(0, 'iris', tokens(9_000), tokens(9_900))
  world.settle(0)
  expect(await world.hold(0, 'iris', tokens(200), tokens(200))).toMatchObject({ scope: 'bot', what: 'tokens' })
  await world.worker(0).purses.giveBack(0)
  world.wait(24 * hour - 60_000)
  expect(await world.hold(0, 'iris', tokens(200), tokens(200))).toMatchObject({ scope: 'bot', what: 'tokens' })
  world.wait(12 * minute)
  expect(await world.hold(0, 'iris', tokens(10_000), tokens(10_000))).toBe('held')
})

test('what must follow a call has room beside it, and is held by nobody', async () => {
  const world = slicesWorld({ ...limits, bots: { iris: { messages: 1, tokens: 10_000 } } })
  expect(await world.hold(0, 'iris', tokens(10), tokens(10), message)).toBe('held')
  expect(await world.hold(0, 'iris', message, message)).toBe('held')
  expect(await world.hold(0, 'iris', tokens(10), tokens(10), message)).toEqual({
    scope: 'bot',
    what: 'messages',
    used: 1,
    limit: 1,
    need: 1,
  })
})
