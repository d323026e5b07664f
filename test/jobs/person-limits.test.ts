// What one person's requests may cost a bot in a day: never more, in whatever groups, storms and restarts.
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { makeCeilings } from '../../src/llm/ceilings.ts'
import { personStorm, type Spent } from './person-storm.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The most that fell into any 24 hours, to the millisecond. */
function mostInADay(spent: readonly Spent[], person: string, what: 'messages' | 'tokens'): number {
  const own = spent.filter((each) => each.person === person)
  const sums = own.map(({ at }) =>
    own.reduce((sum, each) => (each.at <= at && each.at > at - day ? sum + each[what] : sum), 0),
  )
  return Math.max(0, ...sums)
}

test(
  'a storm of 1 000 requests in two groups and many restarts stays within both limits, and others are served',
  { timeout: 120_000 },
  async () => {
    const storm = personStorm({ messagesPerDay: 7, tokensPerDay: 12_000 }, 5)
    const { random } = storm
    for (let n = 0; n < 1_000; n += 1) {
      const gap = random.one([5, 400, 4_000, 20_000, 10 * minute])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await storm.ask(random.chance(0.97) ? 'ann' : 'bo', random.one(['web:a', 'web:b']), gap)
      if (random.chance(0.05) && storm.isQuiet()) storm.restart()
    }
    await storm.settle()
    for (const who of ['ann', 'bo']) {
      const person = storm.keyOf(who)
      expect(mostInADay(storm.spent, person, 'messages')).toBeLessThanOrEqual(7)
      expect(mostInADay(storm.spent, person, 'tokens')).toBeLessThanOrEqual(12_000)
      expect(mostInADay(storm.spent, person, 'messages')).toBeGreaterThan(2)
    }
    // Every request of hers is answered, or a verdict tells that it is not.
    // A post that comes too late for it is given up with its turn.
    const refused = storm.verdicts.filter(({ why, outcome }) => why === 'personLimit' && outcome !== 'failed')
    expect(refused.length).toBeGreaterThan(500)
    expect(refused.every(({ messages }) => messages.length > 0)).toBe(true)
    expect(refused.every(({ numbers }) => Number(numbers?.['freesInMs'] ?? 1) > 0)).toBe(true)
    // Of so many the room sees a few: one when she is turned away, not one a message.
    expect(storm.signed.length).toBeGreaterThan(0)
    expect(storm.signed.length).toBeLessThan(25)
  },
)

test('the request that meets the limit gets one sign and a verdict that says when it ends; the next ones the verdict alone', async () => {
  const storm = personStorm({ messagesPerDay: 1 }, 1)
  const begun = storm.now()
  const answered = await storm.ask('ann', 'web:a', 1_000)
  await storm.settle()
  const met = await storm.ask('ann', 'web:b', hour)
  await storm.settle()
  // Who was told so is not told again after a restart.
  storm.restart()
  const later = [await storm.ask('ann', 'web:a', minute), await storm.ask('ann', 'web:b', minute)]
  await storm.settle()
  const sends = storm.verdicts.filter(({ gate, outcome }) => gate === 'send' && outcome === 'sent')
  expect(sends.map(({ messages }) => messages)).toEqual([[answered]])
  expect(storm.signed).toEqual([met])
  const told = storm.verdicts.filter(({ why }) => why === 'personLimit')
  expect(told.map(({ gate, outcome, messages }) => [gate, outcome, ...messages])).toEqual([
    ['budget', 'skip', met],
    ['admission', 'ignored', later[0]],
    ['admission', 'ignored', later[1]],
  ])
  // The first one is told in the ms after it was found.
  const freesAt = told.map(({ at, numbers }) => Math.floor((at + Number(numbers?.['freesInMs'])) / minute))
  expect(new Set(freesAt).size).toBe(1)
  expect(told[0]?.numbers).toEqual({
    what: 'messages',
    used: 1,
    limit: 1,
    need: 1,
    person: 'web:ann',
    freesInMs: expect.any(Number),
  })
  // A minute more than the day at the most.
  expect(Number(freesAt[0]) * minute - begun).toBeGreaterThan(day)
  expect(Number(freesAt[0]) * minute - begun).toBeLessThan(day + 2 * minute)
  const again = await storm.ask('ann', 'web:b', day)
  await storm.settle()
  expect(storm.verdicts.findLast(({ gate }) => gate === 'send')?.messages).toEqual([again])
})

test('who asks together with somebody who has had their share is answered', async () => {
  const storm = personStorm({ messagesPerDay: 1 }, 2)
  await storm.ask('ann', 'web:a', 1_000)
  await storm.settle()
  // Both wait for the interval between mentions, and come into one turn.
  await storm.ask('bo', 'web:b', hour)
  await storm.settle()
  const first = await storm.ask('cem', 'web:b', hour)
  const ann = await storm.ask('ann', 'web:b', 100)
  const dee = await storm.ask('dee', 'web:b', 100)
  await storm.settle()
  const answered = storm.verdicts.flatMap(({ gate, outcome, messages }) =>
    gate === 'send' && outcome === 'sent' ? messages : [],
  )
  expect(answered).toEqual(expect.arrayContaining([first, dee]))
  expect(answered).not.toContain(ann)
})

test('what is not a request costs nobody their share, and is heard as ever', async () => {
  const storm = personStorm({ messagesPerDay: 1 }, 3)
  await storm.ask('ann', 'web:a', 1_000)
  await storm.settle()
  await storm.ask('ann', 'web:a', hour)
  await storm.settle()
  expect(storm.spent.reduce((sum, { messages }) => sum + messages, 0)).toBe(1)
})

test('it is counted from what the store has, after whatever end', () => {
  const db = openDatabase(':memory:')
  const now = 10 * day
  const ledger = openLedger(db)
  ledger.spendFor('iris', ['feishu:ou_1', 'feishu:ou_2'], now - hour, 2, 900)
  ledger.spendFor('iris', ['feishu:ou_1'], now - hour, 1, 50)
  ledger.spendFor('rex', ['feishu:ou_1'], now - hour, 5, 5_000)
  ledger.spendFor('iris', ['feishu:ou_1'], now - 25 * hour, 9, 9_000)
  const wide = { dailyMessages: 1e9, dailyTokens: 1e9 }
  const ceilings = makeCeilings({
    process: wide,
    bots: { iris: wide },
    spent: () => [],
    persons: {
      limits: { iris: { messagesPerDay: 4, tokensPerDay: 1_000 } },
      spent: () => ledger.spentForPersonsSince(now - day),
      refused: () => [],
    },
    now: () => now,
  })
  const tryFor = (persons: string[], messages: number, tokens: number): unknown => {
    try {
      ceilings.reserve('iris', { messages, tokens }, undefined, persons)()
      return 'held'
    } catch (error) {
      const { why, numbers } = error as { why: string; numbers: object }
      return { why, ...numbers }
    }
  }
  expect([
    tryFor(['feishu:ou_1'], 1, 50),
    tryFor(['feishu:ou_1'], 2, 0),
    tryFor(['feishu:ou_1'], 0, 51),
    tryFor(['feishu:ou_2'], 2, 100),
    tryFor(['feishu:ou_2', 'feishu:ou_1'], 0, 100),
    tryFor([], 100, 100_000),
  ]).toEqual([
    'held',
    {
      why: 'personLimit',
      person: 'feishu:ou_1',
      what: 'messages',
      used: 3,
      limit: 4,
      need: 2,
      freesInMs: day - hour + minute,
    },
    {
      why: 'personLimit',
      person: 'feishu:ou_1',
      what: 'tokens',
      used: 950,
      limit: 1_000,
      need: 51,
      freesInMs: day - hour + minute,
    },
    'held',
    {
      why: 'personLimit',
      person: 'feishu:ou_1',
      what: 'tokens',
      used: 950,
      limit: 1_000,
      need: 100,
      freesInMs: day - hour + minute,
    },
    'held',
  ])
})

test('books that cannot be read are spent books: nothing is reserved until they can (U4)', () => {
  let isReadable = false
  const wide = { dailyMessages: 1e9, dailyTokens: 1e9 }
  const ceilings = makeCeilings({
    process: wide,
    bots: {},
    spent: () => [],
    persons: { limits: { iris: { messagesPerDay: 4 } }, spent: () => (isReadable ? [] : undefined), refused: () => [] },
    now: () => day,
  })
  const reserve = () => ceilings.reserve('iris', { messages: 1, tokens: 0 }, undefined, ['web:ann'])
  expect(reserve).toThrow('the books cannot be read')
  isReadable = true
  expect(reserve).not.toThrow()
})
