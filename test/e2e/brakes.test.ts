// What ends talk that would go on for ever, or cost too much: ceilings over all rooms and the loop brake (U4, U6, X3).
import { expect, onTestFinished, test } from 'vitest'
import { says } from '../llm/fake-provider.ts'
import { iris, quick, rex, rooms, running, tempFolders, withCompany } from './running.ts'
import { said, waitFor } from './visitor.ts'
import { chatting } from '../world/service-world.ts'

const folder = tempFolders()

const stoppedByCeiling = (meanwhile: string[] = []) => [
  'dispatch start: mentioned',
  ...meanwhile,
  'budget failed: dailyCeiling',
  'dispatch end: silent',
]

test('a bot’s ceiling of a day holds over all its rooms, and over a restart (U4, U6)', async () => {
  const home = folder()
  const { model } = await chatting((n) => `Take ${n} more samples.`)
  const file = {
    bots: [
      { ...iris, model, limits: { dailyMessages: 1 } },
      { ...rex, model },
    ],
    groupSocial: { ...quick, policy: 'mention' },
    channels: rooms('lobby', 'den'),
  }
  const first = await running(home, file)
  await first.visitor.reply('lobby', { id: await first.visitor.say('lobby', 'Iris, how many?'), bot: 'iris' })
  const inDen = await first.visitor.say('den', 'Iris, how many?')
  const blocked = await first.visitor.outcome('den', 'iris', inDen)
  expect(said(blocked)).toEqual(stoppedByCeiling())
  expect(blocked.find(({ gate }) => gate === 'budget')).toMatchObject({
    tokens: 0,
    numbers: { scope: 'bot', what: 'messages', used: 1, limit: 1 },
  })
  await first.stop()

  const second = await running(home, file)
  onTestFinished(() => second.stop())
  const later = await second.visitor.say('lobby', 'Iris and Rex, how many?')
  expect(said(await second.visitor.outcome('lobby', 'iris', later))).toEqual(stoppedByCeiling())
  await second.visitor.reply('lobby', { id: later, bot: 'rex' })
  const replies = [...(await second.visitor.replies('lobby')), ...(await second.visitor.replies('den'))]
  expect(replies.map(({ sender }) => sender)).toEqual(['iris', 'rex'])
})

test('the ceiling of the process holds over all bots', async () => {
  const { model } = await chatting((n) => `Take ${n} more samples.`)
  const service = await running(folder(), {
    bots: [
      { ...iris, model },
      { ...rex, model },
    ],
    limits: { dailyMessages: 1 },
    groupSocial: { ...quick, policy: 'mention' },
  })
  onTestFinished(() => service.stop())
  const { visitor } = service
  await visitor.reply('lobby', { id: await visitor.say('lobby', 'Iris, how many?'), bot: 'iris' })
  const toRex = await visitor.say('lobby', 'Rex, how many?')
  expect(said(await visitor.outcome('lobby', 'rex', toRex))).toEqual(stoppedByCeiling())
  expect((await visitor.replies('lobby')).map(({ sender }) => sender)).toEqual(['iris'])
})

test('of two drafts that wait in two rooms the ceiling lets one go', async () => {
  const { model } = await chatting((n) => `Take ${n} more samples.`)
  const service = await running(folder(), {
    bots: [{ ...iris, model, limits: { dailyMessages: 1 } }],
    groups: {
      'web:lobby': { groupSocial: { delay: { fastMs: [400, 400] } } },
      'web:den': { groupSocial: { delay: { fastMs: [900, 900] } } },
    },
    channels: rooms('lobby', 'den'),
  })
  onTestFinished(() => service.stop())
  const { visitor } = service
  const inLobby = await visitor.say('lobby', 'Iris, how many?')
  await visitor.verdict('lobby', { gate: 'delay', outcome: 'wait' })
  const inDen = await visitor.say('den', 'Iris, how many?')
  expect(said(await visitor.outcome('den', 'iris', inDen))).toEqual(
    stoppedByCeiling(['compose draft: written', 'delay wait: typingDelay']),
  )
  expect((await visitor.replies('lobby')).map(({ replyTo }) => replyTo)).toEqual([inLobby])
  expect(await visitor.replies('den')).toEqual([])
})

test('a ceiling of tokens stops the call before it is made', async () => {
  const chat = await chatting('Never said.')
  const service = await running(folder(), { bots: [{ ...iris, model: chat.model, limits: { dailyTokens: 100 } }] })
  onTestFinished(() => service.stop())
  const id = await service.visitor.say('lobby', 'Iris, how many?')
  expect(said(await service.visitor.outcome('lobby', 'iris', id))).toEqual([
    'dispatch start: mentioned',
    'budget failed: dailyCeiling',
    'dispatch end: silent',
  ])
  expect(chat.asked).toEqual([])
})

test('a ceiling of tokens counts what the decision cost before the reply is written (U6)', async () => {
  const chat = await chatting('Never said.')
  const home = folder()
  withCompany(home)
  const usage = { prompt_tokens: 1_900, completion_tokens: 50, total_tokens: 1_950 }
  chat.behave({ decide: says('{"want_to_reply":true,"relevance":0.9}', {}, { usage }) })
  const service = await running(home, { bots: [{ ...iris, model: chat.model, limits: { dailyTokens: 2_000 } }] })
  onTestFinished(() => service.stop())
  const id = await service.visitor.say('lobby', 'Which papers on statistics are new?')
  expect(said(await service.visitor.outcome('lobby', 'iris', id))).toEqual([
    'dispatch start: batchReady',
    'decide reply: modelWants',
    'budget failed: dailyCeiling',
    'dispatch end: silent',
  ])
  expect(chat.asked.map(({ stage }) => stage)).toEqual(['decide'])
})

test('two bots that always name each other fall silent until a person speaks (X3)', async () => {
  const toRex = await chatting((n) => `Rex, ${words[n % words.length]}?`)
  const toIris = await chatting((n) => `Iris, ${words[(n + 7) % words.length]}!`)
  const service = await running(folder(), {
    bots: [
      { ...iris, model: toRex.model },
      { ...rex, model: toIris.model },
    ],
    groupSocial: { ...quick, policy: 'mention', loop: { maxBotTurns: 2 } },
  })
  onTestFinished(() => service.stop())
  const { visitor } = service

  for (const text of ['Iris, start!', 'Iris, once more!']) {
    // oxlint-disable-next-line no-await-in-loop -- the second person’s word comes when all is quiet
    expect(await sendersUntilQuiet(text)).toEqual(['iris', 'rex', 'iris', 'rex', 'iris'])
  }

  /** Who spoke after a person did, until the brake held one of the bots and nobody’s turn is open. */
  async function sendersUntilQuiet(text: string): Promise<string[]> {
    const id = await visitor.say('lobby', text)
    const after = async () => {
      const messages = await visitor.messages('lobby')
      return messages.slice(messages.findIndex((message) => message.id === id) + 1)
    }
    await waitFor('the loop brake', async () => {
      const last = (await after()).at(-1)
      const verdicts = await visitor.verdicts('lobby')
      const turn = verdicts.find(({ outcome, messages }) => outcome === 'start' && messages.includes(last?.id ?? ''))
      const own = verdicts.filter(({ bot, turn: n }) => bot === turn?.bot && n === turn?.turn)
      return own.some(({ gate }) => gate === 'loop') && own.at(-1)?.outcome === 'end' ? own : undefined
    })
    return (await after()).map(({ sender }) => sender)
  }
})

// Different enough not to count as repetitions.
const words = ['why', 'how so', 'since when', 'says who', 'with what', 'at what price', 'for whom', 'and then', 'where']
