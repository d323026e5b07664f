// The visualizer's feed of a whole service: a message goes in over HTTP, and all that it leads to comes out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BoardRow, CallRecord, DrawnChart, StepRecord, TalkLine } from '../../src/feed/contract.ts'
import { iris, rex, rooms, type Running, running, tempFolders } from '../e2e/running.ts'
import { readerOf, type StreamEvent } from './feed-fixture.ts'

const folderOf = tempFolders()
const key = 'iris web:lobby'
const quiet = 'rex web:attic'
const apiKey = 'sk-live-0123456789'
const file = {
  bots: [
    { ...iris, model: { provider: 'rehearsal', apiKey } },
    { ...rex, model: { provider: 'rehearsal' } },
  ],
  channels: rooms('lobby', 'attic'),
  groups: { 'web:lobby': { bots: ['iris'] }, 'web:attic': { bots: ['rex'] } },
}

let folder: string
let service: Running
let asked: string
beforeAll(async () => {
  folder = folderOf()
  service = await running(folder, file)
  asked = await service.visitor.say('lobby', 'Iris, which test would you run first?')
  await service.visitor.reply('lobby', { id: asked, bot: 'iris' })
  await service.visitor.outcome('lobby', 'iris', asked)
})
afterAll(() => service.stop())

async function get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const answer = await fetch(`${service.url}${path}?${pairs.join('&')}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
const shown = ({ key: of, botName, groupTitle, active }: BoardRow) => ({
  of,
  botName,
  groupTitle,
  turn: turnOf(active),
})
const turnOf = (active: readonly string[]) => active.findLast((id) => id.startsWith('group.turn.'))

test('the board has a row of every actor, of those too that never heard anything', async () => {
  const rows = await get<BoardRow[]>('/api/board')
  expect(rows.map(shown)).toEqual([
    { of: key, botName: 'Iris', groupTitle: 'lobby', turn: expect.stringMatching(/^group\.turn\./) as string },
    { of: quiet, botName: 'Rex', groupTitle: 'attic', turn: 'group.turn.idle' },
  ])
  expect(rows[0]?.last).toMatchObject({ gate: 'send', outcome: 'sent' })
})

test('the tape has every step with the transitions it took, without gaps, and can be read back in pages', async () => {
  const tape = await get<StepRecord[]>('/api/tape', { actor: key })
  expect(tape.map(({ seq }) => seq)).toEqual(tape.map((_, n) => n + 1))
  expect(tape.every(({ took, event }) => took.length > 0 || event.type !== 'message.received')).toBe(true)
  const chart = await get<DrawnChart>('/api/charts/group')
  const drawn = new Set([
    ...chart.edges.flatMap(({ labels }) => labels.map(({ transition }) => transition)),
    ...chart.states.flatMap(({ lines }) => lines.map(({ transition }) => transition)),
  ])
  expect(tape.flatMap(({ took }) => took).filter((id) => !drawn.has(id))).toEqual([])
  const states = new Set(chart.states.map(({ id }) => id))
  expect(tape.flatMap(({ active }) => active).filter((id) => !states.has(id))).toEqual([])
  const page = await get<StepRecord[]>('/api/tape', { actor: key, before: 4, limit: 2 })
  expect(page).toEqual(tape.slice(1, 3))
})

test('the talk has people and bots in order of time, and goes back from any message', async () => {
  const talk = await get<TalkLine[]>('/api/talk', { actor: key })
  expect(talk.map(({ name, bot, replyTo }) => ({ name, bot, replyTo }))).toEqual([
    { name: 'Ann', bot: false, replyTo: undefined },
    { name: 'Iris', bot: true, replyTo: asked },
  ])
  expect(await get<TalkLine[]>('/api/talk', { actor: key, before: talk[1]?.id ?? '' })).toEqual(talk.slice(0, 1))
})

test('the calls of a turn are told with prompt and answer, and never a key', async () => {
  const calls = await get<CallRecord[]>('/api/calls', { actor: key, turn: 1 })
  expect(calls.map(({ kind, prompt, answer }) => [kind, prompt.length > 0, typeof answer])).toEqual([
    ['compose', true, 'string'],
  ])
  expect(JSON.stringify(calls)).toContain('which test would you run first?')
  expect(JSON.stringify(calls)).not.toContain(apiKey)
  expect(await get<CallRecord[]>('/api/calls', { actor: key, turn: 99 })).toEqual([])
})

test('the feed carries a message from intake to its end, with the talk and the row of the actor', async () => {
  const { body } = await fetch(`${service.url}/api/feed?actor=${encodeURIComponent(key)}`)
  const reader = readerOf(body ?? new ReadableStream())
  const isBoard = ({ event }: StreamEvent) => event === 'board'
  expect((await reader.until(isBoard)).map(({ event }) => event)).toEqual(['hello', 'board'])
  const id = await service.visitor.say('lobby', 'lunch, anybody?')
  const stepsIn = ({ event, data }: StreamEvent) => (event === 'steps' ? (data as StepRecord[]) : [])
  const linesIn = ({ event, data }: StreamEvent) => (event === 'talk' ? (data as TalkLine[]) : [])
  const isEnd = ({ verdicts }: StepRecord) =>
    verdicts.some(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end')
  const first = await reader.until((told) => linesIn(told).length > 0)
  const told = first.flatMap(stepsIn).some(isEnd)
    ? first
    : [...first, ...(await reader.until((one) => stepsIn(one).some(isEnd)))]
  await reader.stop()
  const steps = told.flatMap(stepsIn)
  expect([steps[0]?.event.message?.id, told.flatMap(linesIn)[0]?.id]).toEqual([id, id])
  const tape = await get<StepRecord[]>('/api/tape', { actor: key, limit: 500 })
  const seqs = new Set(steps.map(({ seq }) => seq))
  expect(steps).toEqual(tape.filter(({ seq }) => seqs.has(seq)))
})

test('after a restart the board, the tape and the talk are as they were', async () => {
  const look = async () => [await get('/api/tape', { actor: key }), await get('/api/talk', { actor: key })]
  const before = {
    look: await look(),
    rows: (await get<BoardRow[]>('/api/board')).map(({ key: of, last }) => ({ of, last })),
  }
  await service.stop()
  service = await running(folder, file)
  const after = {
    look: await look(),
    rows: (await get<BoardRow[]>('/api/board')).map(({ key: of, last }) => ({ of, last })),
  }
  expect(after.look[1]).toEqual(before.look[1])
  expect((after.look[0] as StepRecord[]).slice(0, (before.look[0] as StepRecord[]).length)).toEqual(before.look[0])
  expect(after.rows).toEqual(before.rows)
})
