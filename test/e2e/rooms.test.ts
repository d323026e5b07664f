// A room with the demo's bots and the rehearsal: who answers, who stays silent, and why (R3, R9, M2, V6, L3, L5).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rooms, type Running, running, tempFolders } from './running.ts'
import { said } from './visitor.ts'

const folder = tempFolders()
let service: Running

beforeAll(async () => {
  const ids = ['named', 'asked', 'zh', 'both', 'smalltalk', 'again', 'own']
  const slow = { delay: { fastMs: [400, 400] } }
  // The one with more to say comes first, and the other hears it before its own pause is over.
  const ranked = { delay: { pace: 'colleague', colleagueMs: [50, 2_500] } }
  service = await running(folder(), {
    groupSocial: quick,
    groups: { 'web:again': { groupSocial: slow }, 'web:both': { groupSocial: ranked } },
    channels: rooms(...ids),
  })
})

afterAll(() => service?.stop())

const who = async (room: string) =>
  (await service.visitor.replies(room)).map(({ sender, replyTo, meta }) => ({ sender, replyTo, ...meta }))
const byRehearsal = { model: 'rehearsal', rehearsal: true }

test('a message that names one bot is answered by that bot alone, as a rehearsal', async () => {
  const { visitor } = service
  const id = await visitor.say('named', 'Rex, what do you think?')
  expect(said(await visitor.fate('named', 'rex', id))).toEqual([
    'dispatch start: mention',
    'decide reply: mentioned; no shared words',
    'compose draft: written',
    'delay wait: a human pause',
    'send sent: the channel has it',
    'dispatch end: replied',
  ])
  expect(said(await visitor.fate('named', 'iris', id))).toEqual([
    'dispatch start: batch',
    'decide skip: no shared words',
    'dispatch end: silent',
  ])
  expect(await who('named')).toEqual([{ sender: 'rex', replyTo: id, ...byRehearsal }])
})
