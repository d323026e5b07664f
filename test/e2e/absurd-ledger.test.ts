// Ledgers that a provider's absurd usage was booked in, before usage was checked, can be read, and silence nobody.
import { expect, onTestFinished, test } from 'vitest'
import { openLedger } from '../../src/store/ledger.ts'
import { openDatabase } from '../../src/store/database.ts'
import { iris, rooms, running, tempFolders } from './running.ts'
import { tokensOfAnswer } from '../fakes/scripted-chat.ts'
import { says } from '../llm/fake-provider.ts'
import { inMemory } from '../host/stores.ts'
import { chatting } from '../world/service-world.ts'

const folder = tempFolders()
const absurd = Number.MAX_SAFE_INTEGER

test('sums that are no integers of JavaScript count as one long call', () => {
  const ledger = openLedger(inMemory())
  for (const tokens of [absurd, absurd, 300]) ledger.spend('iris', 0, 0, tokens)
  ledger.spend('rex', 60_000, 1, 300)
  expect(ledger.spentSince(0)).toEqual([
    { bot: 'iris', minute: 0, messages: 0, tokens: 10_000 },
    { bot: 'rex', minute: 1, messages: 1, tokens: 300 },
  ])
})

test('a bot whose windows and ceilings hold an absurd call answers after a restart', async () => {
  const chat = await chatting('Twelve samples are too few.')
  const home = folder()
  const file = { bots: [{ ...iris, model: chat.model }], channels: rooms('lobby') }
  const before = await running(home, file)
  const first = await before.visitor.say('lobby', 'Iris, how many?')
  await before.visitor.reply('lobby', { id: first, bot: 'iris' })
  await before.visitor.verdict('lobby', { gate: 'dispatch', outcome: 'end' })
  await before.stop()
  const db = openDatabase(before.store)
  db.exec(
    `UPDATE usage SET tokens = ${absurd} WHERE tokens > 0; UPDATE usage SET tokens = tokens + ${absurd} WHERE tokens > 0`,
  )
  const torn = db.prepare("UPDATE actor SET body = json_set(body, '$.context.budget.calls[0][1]', ?)").run(absurd)
  expect(torn.changes).toBe(1)
  db.close()

  const after = await running(home, file)
  onTestFinished(() => after.stop())
  const again = await after.visitor.say('lobby', 'Iris, and how many more?')
  expect(await after.visitor.reply('lobby', { id: again, bot: 'iris' })).toMatchObject({ sender: 'iris' })
})

test('a usage of 2⁵³−1 is charged as what the call may have cost, and nobody falls silent', async () => {
  const chat = await chatting()
  chat.behave({ compose: says('Seven samples will do.', {}, { usage: { total_tokens: absurd } }) })
  const service = await running(folder(), { bots: [{ ...iris, model: chat.model }], channels: rooms('lobby', 'den') })
  onTestFinished(() => service.stop())
  const { visitor } = service
  const first = await visitor.say('lobby', 'Iris, how many?')
  await visitor.reply('lobby', { id: first, bot: 'iris' })
  const [asked] = chat.asked
  const most = asked?.most
  chat.behave()
  for (const room of ['lobby', 'den']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await visitor.reply(room, { id: await visitor.say(room, 'Iris, how many more?'), bot: 'iris' })
  }
  const priced = (await visitor.verdicts('lobby')).filter(({ gate }) => gate === 'compose')
  expect(priced.map(({ tokens }) => tokens)).toEqual([most, tokensOfAnswer])
})
