// Whatever the providers do and whenever the service is killed: the ledger holds what was served, and no more than was asked for.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Billed, type Course, course, paidProvider, servedOf } from '../llm/paid-provider.ts'
import { iris, type LogLine, quick, rex, rooms, running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'
import { postJson } from '../world/posting.ts'

const folder = tempFolders()
const lines = [
  'Iris, how many samples?',
  'Which papers on statistics are new?',
  'Rex, and the tests?',
  'Any news, Iris?',
  'Forget that, Iris',
]
const orders = [
  { do: 'drop', actor: 'iris web:lobby' },
  { do: 'drop', actor: 'rex web:lobby' },
  { do: 'pause', bot: 'iris' },
  { do: 'mute', actor: 'iris web:den' },
] as const

interface History {
  courses: Course[]
  /** The kill comes with so many requests; undefined: when all is quiet. */
  killedAt: number | undefined
  dailyTokens: number
  /** Given in turn, one with each so many requests. */
  orders: (typeof orders)[number][]
}

const fileFor = (baseUrl: string, dailyTokens: number) => ({
  bots: [iris, rex].map((bot) => ({ ...bot, model: { provider: 'openai', baseUrl, apiKey: 'k', name: 'm' } })),
  limits: { dailyTokens },
  groupSocial: {
    ...quick,
    decision: { modelTimeoutMs: 400 },
    reply: { modelTimeoutMs: 400 },
    memory: { renewAfter: 2, modelTimeoutMs: 400, backoffMs: 40 },
  },
  channels: rooms('lobby', 'den'),
})

/** Two services on one store, the first one killed, each with a provider of its own; what was booked and what was billed. */
async function lived({ courses, killedAt, dailyTokens, orders: given }: History) {
  const [home, next] = [folder(), folder()]
  let atKill: { bill: Billed[]; begun: number } | undefined
  let bill: Billed[] = []
  let kill = (): void => undefined
  let obey = (_order: History['orders'][number]): void => undefined
  const first = await paidProvider(courses, (billed) => {
    if (!atKill) bill = [...bill, billed]
    if (bill.length === killedAt) kill()
    const order = given[bill.length - 1]
    if (order) obey(order)
  })
  const before = await running(home, fileFor(first.baseUrl, dailyTokens))
  obey = (order) => void postJson(`${before.url}/api/control`, order).catch(() => {})
  // As the files stand at one moment, so a kill leaves them; what the first service does from then on is no more.
  kill = () => {
    if (atKill) return
    const copy = join(next, relative(home, before.store))
    mkdirSync(dirname(copy), { recursive: true })
    for (const end of ['', '-wal']) if (existsSync(before.store + end)) copyFileSync(before.store + end, copy + end)
    atKill = { bill, begun: sumIn(copy, 'SELECT total(begun) AS sum FROM job') }
  }
  for (const [i, line] of lines.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- a talk
    await before.visitor.say(i % 2 === 0 ? 'lobby' : 'den', line)
  }
  await waitFor('the kill, or quiet', () => atKill ?? isQuiet(before.store))
  kill()
  await before.stop()
  await first.stop()

  const second = await paidProvider(courses.toReversed())
  const after = await running(next, fileFor(second.baseUrl, dailyTokens))
  await waitFor('quiet', () => isQuiet(after.store))
  await after.stop()
  await second.stop()
  const served = [...(atKill?.bill ?? []), ...second.bill]
  // Called off before its answer, if only on a slow machine: it was in flight, whatever came of it.
  const isCalledOff = ({ why, gate, outcome }: LogLine): boolean =>
    String(why).startsWith('timeout') || gate === 'control' || (gate === 'memory' && outcome === 'dropped')
  const late = [...before.lines, ...after.lines].filter((line) => 'tokens' in line && isCalledOff(line))
  const inFlight = (atKill?.begun ?? 0) + late.reduce((sum, { tokens }) => sum + Number(tokens), 0)
  return { served, inFlight, booked: sumIn(after.store, 'SELECT total(tokens) AS sum FROM usage') }
}

function sumIn(path: string, sql: string): number {
  using db = new DatabaseSync(path)
  return Number(db.prepare(sql).get()?.['sum'])
}

/** No call is under way, and no timer but those that only look again. */
function isQuiet(path: string): true | undefined {
  const pending = `SELECT (SELECT count(*) FROM job) + (SELECT count(*) FROM room_message WHERE taken = 0)
    + (SELECT count(*) FROM timer WHERE id NOT LIKE '%windowFall%') AS sum`
  return sumIn(path, pending) === 0 ? true : undefined
}

const history = fc.record<History>({
  courses: fc.array(course, { minLength: 1, maxLength: 8 }),
  killedAt: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 6 }),
  dailyTokens: fc.constantFrom(1_500, 4_000, 1_000_000),
  orders: fc.array(fc.constantFrom(...orders), { maxLength: 4 }),
})

test('served ≤ booked ≤ what the tries may have cost and what was in flight, and never above a ceiling', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { served, inFlight, booked } = await lived(given)
      const mayHaveCost = served.reduce((sum, { most, served: some }) => sum + (some > 0 ? most : 0), 0)
      expect(booked).toBeGreaterThanOrEqual(servedOf(served))
      expect(booked).toBeLessThanOrEqual(mayHaveCost + inFlight)
      expect(booked).toBeLessThanOrEqual(given.dailyTokens)
    }),
    { numRuns: 12 },
  )
}, 120_000)
