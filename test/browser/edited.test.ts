// A line that tells how work goes says something else now: the plain chat and the page show it in its place.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris, quick, type Running } from '../e2e/running.ts'
import { type ScriptedChat, scriptedChat } from '../fakes/scripted-chat.ts'
import { inSteps, readConversation } from '../fakes/scripted-tools.ts'
import { browserTests } from './chromium.ts'
import { heard, pageOf, polling, say, talkOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const notice = 'I go through the notes.'
const line = 'The first half is done.'
let service: Running
let chat: ScriptedChat

beforeAll(async () => {
  chat = await scriptedChat('x')
  const allow = [{ tools: ['fs.*'], groups: ['web:lobby'], by: 'members' }]
  const agent = { allow, inlineMs: 50, progressMs: 2_000 }
  const bots = [{ ...iris, model: chat.model, operators: ['person:olga'], agent }]
  service = await served({ bots, groupSocial: quick, channels: { web: { rooms: [{ id: 'lobby' }] } } })
})

afterAll(async () => {
  await service?.stop()
  await chat?.stop()
})

test('in the plain chat and on the page, while somebody looks', async () => {
  const steps = inSteps({ text: notice, calls: [['fs.list', {}]] }, { text: line, calls: [['fs.list', { path: '.' }]] })
  // It thinks on: what is looked at is its line.
  chat.behave({
    compose: (response, body) => (readConversation(body).step < 2 ? steps(response, body) : undefined),
  })
  const room = await open(`${service.url}/chat/#lobby`)
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('iris web:lobby')}`)
  await say(room, 'Iris, what is in the notes?')
  await Promise.all([heard(room, notice), heard(page, notice)])
  await Promise.all([heard(room, line), heard(page, line)])
  const said = async (of: typeof page) => (await talkOf(of)).flatMap(({ who, text }) => (who === 'Iris' ? [text] : []))
  await expect.poll(() => Promise.all([said(room), said(page)]), polling).toEqual([[line], [line]])
})
