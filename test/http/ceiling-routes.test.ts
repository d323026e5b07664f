// The ceilings over HTTP: of a bot and of the process, and what is said when nobody knows them.
import { expect, test } from 'vitest'
import { makeHttp } from '../../src/http/app.ts'
import { makeFigureRoutes } from '../../src/http/figure-routes.ts'
import { makeCeilings } from '../../src/llm/ceilings.ts'

const now = 86_400_000
const spent = [
  { bot: 'iris', minute: 1_400, messages: 2, tokens: 700 },
  { bot: 'rex', minute: 1_400, messages: 1, tokens: 50 },
]

function asked(read: () => typeof spent | undefined) {
  const ceilings = makeCeilings({
    process: { dailyMessages: 10, dailyTokens: 10_000 },
    bots: { iris: { dailyMessages: 5, dailyTokens: 5_000 } },
    spent: read,
    now: () => now,
  })
  const routes = makeFigureRoutes({ bots: () => [], connections: () => [], ceilings: ceilings.figures })
  const app = makeHttp({ routes, health: () => ({}), host: '127.0.0.1' })
  return {
    ceilings,
    get: async (path: string) => {
      const answer = await app.request(path, { headers: { host: '127.0.0.1' } })
      return [answer.status, await answer.json()]
    },
  }
}

const process = { messages: 3, maxMessages: 10, tokens: 750, maxTokens: 10_000 }

test('a bot and the process are told with what is held for a call under way', async () => {
  const { ceilings, get } = asked(() => spent)
  const bot = { messages: 2, maxMessages: 5, tokens: 700, maxTokens: 5_000 }
  expect(await get('/api/ceilings?bot=iris')).toEqual([200, { bot, process }])
  ceilings.reserve('iris', { messages: 0, tokens: 100 })
  expect(await get('/api/ceilings?bot=iris')).toEqual([
    200,
    { bot: { ...bot, tokens: 800 }, process: { ...process, tokens: 850 } },
  ])
})

test.each(['/api/ceilings', '/api/ceilings?bot=nobody', '/api/ceilings?bot=__proto__'])(
  '%s: the process alone has a ceiling',
  async (path) => {
    expect(await asked(() => spent).get(path)).toEqual([200, { process }])
  },
)

test('a ledger that cannot be read is no empty ledger', async () => {
  let ledger: typeof spent | undefined
  const { get } = asked(() => ledger)
  expect(await get('/api/ceilings?bot=iris')).toEqual([
    503,
    expect.objectContaining({ detail: 'the books cannot be read, so no budget is known' }),
  ])
  ledger = spent
  expect(await get('/api/ceilings')).toEqual([200, { process }])
})
