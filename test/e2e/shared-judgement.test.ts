// Bots of a room that ask the same model in a running service: one call, a verdict each, its tokens shared out (I1, U3).
import { expect, test } from 'vitest'
import type { CallRecord } from '../../src/feed/contract.ts'
import { chooses, type ScriptedChat, tokensOfAnswer, wantsTo } from '../fakes/scripted-chat.ts'
import type { Answer } from '../llm/fake-provider.ts'
import { iris, rex, tempFolders } from './running.ts'
import { serviceWorld } from '../world/service-world.ts'

const folder = tempFolders()
const dora = { id: 'dora', name: 'Dora', role: 'operator', expertise: 'servers, backups' }
const text = 'Which statistics fit these code review tests of the servers?'
const bots = [iris, rex, dora]

async function room(decide: Answer, decision = {}) {
  const reply = 'Take the second one.'
  const { chat, service } = await serviceWorld({ home: folder(), hasCompany: true, bots, reply, social: { decision } })
  chat.behave({ decide })
  const asked = await service.visitor.say('lobby', text)
  const outcomes = []
  // oxlint-disable-next-line no-await-in-loop -- one bot after the other
  for (const { id } of bots) outcomes.push(await service.visitor.outcome('lobby', id, asked))
  return { chat, service, asked, decided: outcomes.map((outcome) => outcome.filter(({ gate }) => gate === 'decide')) }
}

const judgements = ({ asked }: ScriptedChat): number => asked.filter(({ stage }) => stage === 'decide').length

test('one call judges for all of them, and each is shown it', async () => {
  const { chat, service, decided } = await room(chooses('Rex', 1))
  expect(judgements(chat)).toBe(1)
  const figures = { sharedBy: 3, chosen: 'rex' }
  expect(decided.flat().map(({ outcome, why, reason }) => ({ outcome, why, reason }))).toEqual([
    { outcome: 'skip', why: 'modelDeclines', reason: 'its field' },
    { outcome: 'reply', why: 'modelWants', reason: 'its field' },
    { outcome: 'skip', why: 'modelDeclines', reason: 'its field' },
  ])
  for (const { numbers } of decided.flat()) expect(numbers).toMatchObject(figures)
  expect(decided.flat().reduce((sum, { tokens = 0 }) => sum + tokens, 0)).toBe(tokensOfAnswer)
  expect(decided.flat().reduce((sum, { numbers }) => sum + Number(numbers?.['calls']), 0)).toBe(1)
  expect((await service.visitor.replies('lobby')).map(({ sender }) => sender)).toEqual(['rex'])
  for (const { id } of bots) {
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    const shown = await fetch(`${service.url}/api/calls?actor=${encodeURIComponent(`${id} web:lobby`)}`)
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    const [call] = (await shown.json()) as CallRecord[]
    expect(call).toMatchObject({ kind: 'decide', turn: 1, bots: 3, tokens: tokensOfAnswer })
  }
})

test('an answer that cannot be read lets each bot ask for itself, and all of it is booked', async () => {
  const { chat, decided } = await room(wantsTo)
  expect(judgements(chat)).toBe(1 + bots.length)
  expect(decided.flat().reduce((sum, { tokens = 0 }) => sum + tokens, 0)).toBe((1 + bots.length) * tokensOfAnswer)
})

test('switched off, each bot asks for itself', async () => {
  const { chat, decided } = await room(wantsTo, { sharedInRoom: false })
  expect(judgements(chat)).toBe(bots.length)
  expect(decided.flat().map(({ tokens }) => tokens)).toEqual(bots.map(() => tokensOfAnswer))
})
