// A chart that a bot's chart invokes counts for that bot: in the log, on the page, in the books, and after a crash.
import { expect, onTestFinished, test } from 'vitest'
import type { BoardRow, CallRecord, CeilingFigures, StepRecord } from '../../src/feed/contract.ts'
import { readerOf, type StreamEvent } from '../feed/feed-fixture.ts'
import { draft, withDrafter } from '../fakes/drafter.ts'
import { tokensOfAnswer } from '../fakes/scripted-chat.ts'
import { configured } from '../world/service-world.ts'
import { rooms, type Running, running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const key = 'iris web:lobby'
const invoked = `#compose/compose/${key}`

async function drafting() {
  withDrafter()
  const { home, chat, file } = await configured({ home: folder(), rest: { channels: rooms('lobby') } })
  const start = async (): Promise<Running> => {
    const service = await running(home, file)
    onTestFinished(service.stop)
    return service
  }
  return { chat, start, service: await start() }
}

async function get<T>({ url }: Running, path: string, query: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const spentBy = async (service: Running): Promise<number | undefined> =>
  (await get<CeilingFigures>(service, '/api/ceilings', { bot: 'iris' })).bot?.tokens

test('its verdicts are the bot’s: in the log, in the room, on the board, and in what the bot has spent (S4, U3)', async () => {
  const { service } = await drafting()
  const id = await service.visitor.say('lobby', 'Iris, which test?')
  expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe(draft)
  const own = { gate: 'decide', outcome: 'yes', why: 'modelWants', tokens: tokensOfAnswer, messages: [id], turn: 1 }
  const outcome = await service.visitor.outcome('lobby', 'iris', id)
  expect(outcome).toContainEqual(expect.objectContaining({ ...own, bot: 'iris', group: 'web:lobby' }))
  expect(service.lines).toContainEqual(expect.objectContaining({ ...own, bot: 'iris', group: 'web:lobby' }))
  expect(await spentBy(service)).toBe(tokensOfAnswer)
  const [row, ...others] = await get<BoardRow[]>(service, '/api/board')
  expect([row?.key, row?.call?.gate, others]).toEqual([key, 'compose', []])
  const calls = await get<CallRecord[]>(service, '/api/calls', { actor: key, turn: '1' })
  expect(calls.map(({ kind }) => kind)).toEqual(['decide'])
})

test('it is followed live, and looked back at, as a chart of its own; orders for it are the bot’s', async () => {
  const { service } = await drafting()
  const { body } = await fetch(`${service.url}/api/feed?actor=${encodeURIComponent(key)}`)
  const reader = readerOf(body ?? new ReadableStream())
  const stepsIn = ({ event, data }: StreamEvent) => (event === 'steps' ? (data as StepRecord[]) : [])
  const id = await service.visitor.say('lobby', 'Iris, which test?')
  const told = await reader.until((one) => stepsIn(one).some((step) => step.invoked))
  await reader.stop()
  expect(told.flatMap(stepsIn).find((step) => step.invoked)?.invoked).toEqual([invoked])
  await service.visitor.reply('lobby', { id, bot: 'iris' })

  const tape = await get<StepRecord[]>(service, '/api/tape', { actor: invoked })
  expect(tape.map(({ seq, event, active, took, bot, group }) => [seq, event.type, active, took, bot, group])).toEqual([
    [1, 'xstate.init', ['drafter.thinking'], [], 'iris', 'web:lobby'],
    [2, 'xstate.done.actor.decide', ['drafter.drafted'], ['drafter.thinking:done decide:0'], 'iris', 'web:lobby'],
  ])
  expect(tape[1]?.verdicts.map(({ gate, tokens }) => [gate, tokens])).toEqual([['decide', tokensOfAnswer]])
  const ofBot = await get<StepRecord[]>(service, '/api/tape', { actor: key })
  const composing = ofBot.filter(({ active }) => active.includes('group.turn.dispatching.composing'))
  expect(composing.map((step) => step.invoked)).toEqual(composing.map(() => [invoked]))
  expect(ofBot.filter((step) => step.invoked)).toEqual(composing)
  expect(await get<string[]>(service, '/api/charts')).toContain('drafter')

  const headers = { 'content-type': 'application/json' }
  const order = async (what: object) =>
    (await fetch(`${service.url}/api/control`, { method: 'POST', headers, body: JSON.stringify(what) })).json()
  const toBot = { told: 1 }
  expect(await order({ do: 'mute', actor: invoked })).toEqual(toBot)
  expect((await get<BoardRow[]>(service, '/api/board'))[0]?.muted).toBe(true)
  expect([await order({ do: 'pause', bot: 'iris' }), await order({ do: 'resume', bot: 'iris' })]).toEqual([
    toBot,
    toBot,
  ])
})

test('a call of it that a stop of the service cuts off is charged to the bot at the next start (U3)', async () => {
  const { chat, service, start } = await drafting()
  chat.behave({ decide: () => {} })
  const id = await service.visitor.say('lobby', 'Iris, which test?')
  const { most } = await waitFor('the call', () => chat.asked[0])
  await service.stop()
  const next = await start()
  expect((await next.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe(draft)
  const charged = await next.visitor.verdict('lobby', { gate: 'decide', outcome: 'failed' })
  expect(charged).toMatchObject({ bot: 'iris', why: 'interrupted', messages: [id] })
  expect([charged.tokens, await spentBy(next)]).toEqual([most, most])
})
