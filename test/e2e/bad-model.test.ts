// A model that misbehaves in every way known: the room hears nothing of it, the ledger hears everything (bad inputs 7, 26, 27).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptedChat, type ScriptedChat, tokensOfAnswer } from '../fakes/scripted-chat.ts'
import { fakeProvider, says } from '../llm/fake-provider.ts'
import { canary, hang, inComposing, inDeciding, type Misdeed } from './misdeeds.ts'
import { iris, quick, rex, rooms, type Running, running, tempFolders, withCompany } from './running.ts'
import { said } from './visitor.ts'

const irisSays = 'Twelve samples are too few for that test.'
const rexSays = 'The tests are green again.'
const hangs = { decision: { modelTimeoutMs: 1_500 }, reply: { modelTimeoutMs: 1_500 } }

const folder = tempFolders()
let service: Running
let bad: ScriptedChat
let good: ScriptedChat
let gone: { baseUrl: string }

const roomIds = (kind: string, misdeeds: object) => Object.keys(misdeeds).map((_, i) => `${kind}${i}`)
const rowsOf = (kind: string, misdeeds: Record<string, Misdeed>) =>
  Object.entries(misdeeds).map(([name, misdeed], i) => ({ name, room: `${kind}${i}`, ...misdeed }))

beforeAll(async () => {
  bad = await scriptedChat(irisSays)
  good = await scriptedChat(rexSays)
  const closed = await fakeProvider(hang)
  await closed.stop()
  gone = closed
  // The client's first use loads it, which takes longer than the time that a hanging model gets here.
  await import('openai')
  const judged = new Set(['fenced', ...roomIds('decide', inDeciding)])
  const ids = ['fenced', 'gone', ...roomIds('decide', inDeciding), ...roomIds('compose', inComposing)]
  const home = folder()
  withCompany(home)
  writeFileSync(join(home, 'persona.md'), canary)
  service = await running(home, {
    bots: [
      { ...iris, persona: 'persona.md', model: bad.model },
      { ...rex, model: good.model },
      { id: 'una', name: 'Una', model: { provider: 'ollama', baseUrl: gone.baseUrl, name: 'none' } },
    ],
    groupSocial: { ...quick, loop: { maxBotTurns: 0 } },
    groups: Object.fromEntries(
      ids.map((id) => [
        `web:${id}`,
        {
          groupSocial: {
            policy: judged.has(id) ? 'auto' : 'mention',
            ...(['decide0', 'compose0'].includes(id) && hangs),
          },
        },
      ]),
    ),
    channels: { web: { ...rooms(...ids).web } },
  })
})

afterAll(async () => {
  await service?.stop()
  await bad?.stop()
  await good?.stop()
})

describe.each([
  {
    stage: 'decide' as const,
    rows: rowsOf('decide', inDeciding),
    text: 'Which statistics fit, and which tests of the code?',
    start: 'batchReady',
  },
  {
    stage: 'compose' as const,
    rows: rowsOf('compose', inComposing),
    text: 'Iris and Rex, what do you say?',
    start: 'mentioned',
  },
])('a model that fails to $stage', ({ stage, rows, text, start }) => {
  test.each(rows)('$name: silence, one verdict, a charge, and everything goes on', async (row) => {
    const { room, answer, why, outcome = 'failed', reported = false, free = false, requests = 1 } = row
    const { visitor } = service
    const spentBefore = spentBy('iris')
    bad.behave({ [stage]: answer })

    const asked = await visitor.say(room, text)
    const verdicts = await visitor.outcome(room, 'iris', asked)
    await visitor.reply(room, { id: asked, bot: 'rex' })
    const perhapsServed = free ? 0 : bad.asked.reduce((sum, { most }) => sum + most, 0)
    const charge = reported ? tokensOfAnswer : perhapsServed

    expect(said(verdicts)).toEqual([`dispatch start: ${start}`, `${stage} ${outcome}: ${why}`, 'dispatch end: silent'])
    expect(verdicts.flatMap(({ tokens }) => tokens ?? [])).toEqual([charge])
    expect(bad.asked.map((call) => call.stage)).toEqual(Array.from({ length: requests }, () => stage))
    expect(textsOf(await visitor.messages(room))).toEqual([text, rexSays])
    expect(await visitor.health()).toMatchObject({ status: 'ok', halted: 0 })

    bad.behave()
    const again = await visitor.say(room, 'Iris, are you there?')
    expect(await visitor.reply(room, { id: again, bot: 'iris' })).toMatchObject({ text: irisSays })
    const sent = await visitor.verdict(room, { bot: 'iris', gate: 'send', outcome: 'sent' })
    const spent = charge + tokensOfAnswer
    expect(sent.numbers?.['short']).toBe(`1/500 messages, ${spent}/500000 tokens`)
    expect(spentBy('iris')).toEqual({
      messages: spentBefore.messages + 1,
      tokens: spentBefore.tokens + spent,
    })
  })
})

test('a decision in a code fence is a decision (bad input 26)', async () => {
  const { visitor } = service
  const fenced = 'Here you are:\n```json\n{"want_to_reply": true, "relevance": 0.8, "reply_type": "short"}\n```'
  bad.behave({ decide: says(fenced) })
  const asked = await visitor.say('fenced', 'Which papers on statistics are new?')
  expect(await visitor.reply('fenced', { id: asked, bot: 'iris' })).toMatchObject({ text: irisSays })
})

test('a model that cannot be reached costs nothing, after one more try', async () => {
  const { visitor } = service
  const asked = await visitor.say('gone', 'Una and Rex, what do you say?')
  const verdicts = await visitor.outcome('gone', 'una', asked)
  await visitor.reply('gone', { id: asked, bot: 'rex' })
  expect(said(verdicts)).toEqual([
    'dispatch start: mentioned',
    'compose failed: connectionRefused',
    'dispatch end: silent',
  ])
  expect(verdicts.flatMap(({ tokens }) => tokens ?? [])).toEqual([0])
  expect(chargedIn('una web:gone')).toEqual([0])
  expect(spentBy('una')).toEqual({ messages: 0, tokens: 0 })
  expect(textsOf(await visitor.messages('gone'))).toEqual(['Una and Rex, what do you say?', rexSays])
})

/** Tokens of each call that the group's ledger has. */
function chargedIn(actor: string): number[] {
  const row = read('SELECT body FROM actor WHERE key = ?', actor)
  const { context } = JSON.parse(String(row?.['body'])) as { context: { budget: { calls: [number, number][] } } }
  return context.budget.calls.map(([, tokens]) => tokens)
}

function spentBy(bot: string): { messages: number; tokens: number } {
  const row = read('SELECT total(messages) AS messages, total(tokens) AS tokens FROM usage WHERE bot = ?', bot)
  return { messages: Number(row?.['messages']), tokens: Number(row?.['tokens']) }
}

function read(sql: string, value: string) {
  using db = new DatabaseSync(service.store, { readOnly: true })
  return db.prepare(sql).get(value)
}

const textsOf = (messages: { text: string }[]) => messages.map(({ text }) => text)
