// A room with the demo's bots and the rehearsal: who answers, who stays silent, and why (R2, R3, R9, M2, V6, L3, L5).
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { quick, rooms, type Running, running, tempFolders, withCompany } from './running.ts'
import { said } from './visitor.ts'

const folder = tempFolders()
let service: Running

beforeAll(async () => {
  const home = folder()
  withCompany(home)
  service = await running(home, {
    groupSocial: quick,
    groups: {
      'web:again': { groupSocial: { delay: { fastMs: [400, 400] } } },
      'web:smalltalk': { groupSocial: { decision: { lullMs: 100 } } },
    },
    channels: rooms('named', 'asked', 'zh', 'smalltalk', 'again'),
  })
})

afterAll(() => service?.stop())

const repliesIn = async (room: string) =>
  (await service.visitor.replies(room)).map(({ sender, replyTo, meta }) => ({ sender, replyTo, meta }))

const byRehearsal = { model: 'rehearsal', rehearsal: true }
const answered = (start: string, judged: readonly string[] = []) => [
  `dispatch start: ${start}`,
  ...judged,
  'compose draft: written',
  'delay wait: typingDelay',
  'send sent: delivered',
  'dispatch end: replied',
]
const silent = (why: string) => ['dispatch start: batchReady', why, 'dispatch end: silent']

test('a message that names one bot is answered by that bot alone, marked as a rehearsal', async () => {
  const { visitor } = service
  const id = await visitor.say('named', 'Rex, what do you think?')
  expect(said(await visitor.outcome('named', 'rex', id))).toEqual(answered('mentioned'))
  expect(said(await visitor.outcome('named', 'iris', id))).toEqual(silent('addressee skip: addressedToOther'))
  expect(await repliesIn('named')).toEqual([{ sender: 'rex', replyTo: id, meta: byRehearsal }])

  const [reply] = await visitor.replies('named')
  expect(said(await visitor.outcome('named', 'iris', reply?.id ?? ''))).toEqual(
    silent('addressee skip: addressedToOther'),
  )
  const heardBy = (await visitor.verdicts('named')).filter(
    ({ gate, messages }) => gate !== 'own' && messages.includes(reply?.id ?? ''),
  )
  expect(new Set(heardBy.map(({ bot }) => bot))).toEqual(new Set(['iris']))
})

test.each([
  {
    room: 'asked',
    text: 'Which papers on statistics cover small experiments?',
    expert: 'iris',
    other: 'rex',
  },
  {
    room: 'zh',
    text: '这段代码的测试有缺陷，谁来审查？',
    expert: 'rex',
    other: 'iris',
  },
])('a question to nobody is answered by the one whose field it is: $text', async ({ room, text, expert, other }) => {
  const { visitor } = service
  const id = await visitor.say(room, text)
  expect(said(await visitor.outcome(room, expert, id))).toEqual(answered('batchReady', ['decide reply: modelWants']))
  expect(said(await visitor.outcome(room, other, id))).toEqual(silent('decide skip: modelDeclines'))
  expect(await repliesIn(room)).toEqual([{ sender: expert, replyTo: id, meta: byRehearsal }])
})

test('a bot answers Chinese in Chinese', async () => {
  const { visitor } = service
  const id = await visitor.say('zh', '小研，你怎么看这些论文？')
  expect((await visitor.reply('zh', { id, bot: 'iris' })).text).toMatch(/^（排练）.*论文/)
})

test('small talk is left to the people, and the verdicts say why', async () => {
  const { visitor } = service
  const id = await visitor.say('smalltalk', 'nice weather today')
  for (const bot of ['iris', 'rex']) {
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    expect(said(await visitor.outcome('smalltalk', bot, id))).toEqual(silent('decide skip: modelDeclines'))
    // oxlint-disable-next-line no-await-in-loop
    expect(await visitor.verdict('smalltalk', { bot, gate: 'backoff' })).toMatchObject({
      outcome: 'wait',
      why: 'nobodyAsked',
    })
  }
  expect(await visitor.messages('smalltalk')).toHaveLength(1)
})

test('a mention during the pause takes the draft’s place and is answered once (L5)', async () => {
  const { visitor } = service
  await visitor.say('again', 'Iris, which papers?')
  await visitor.verdict('again', { bot: 'iris', gate: 'delay', outcome: 'wait' })
  const second = await visitor.say('again', 'Iris, and which statistics?')
  expect(said(await visitor.outcome('again', 'iris', second))).toEqual([
    'dispatch start: mentioned',
    'compose draft: written',
    'delay wait: typingDelay',
    'delay superseded: mentionedMeanwhile',
    'dispatch restart: moreAsked',
    'compose draft: written',
    'delay wait: typingDelay',
    'send sent: delivered',
    'dispatch end: replied',
  ])
  expect(await repliesIn('again')).toEqual([{ sender: 'iris', replyTo: second, meta: byRehearsal }])
})

test('of two bots who both want to speak the better suited does, and the other drops its draft (L2, L3)', async () => {
  const home = folder()
  withCompany(home)
  const both = await running(home, {
    bots: [
      { id: 'iris', name: 'Iris', role: 'researcher', expertise: 'statistics, samples, variance, surveys' },
      { id: 'rex', name: 'Rex', role: 'reviewer', expertise: 'surveys, tests' },
    ],
    groupSocial: {
      ...quick,
      decision: { sharedInRoom: false },
      delay: { pace: 'colleague', colleagueMs: [50, 3_000] },
    },
  })
  onTestFinished(() => both.stop())
  const { visitor } = both
  const id = await visitor.say('lobby', 'Which statistics for surveys with few samples and much variance?')
  expect(said(await visitor.outcome('lobby', 'iris', id))).toEqual(answered('batchReady', ['decide reply: modelWants']))
  expect(said(await visitor.outcome('lobby', 'rex', id))).toEqual([
    'dispatch start: batchReady',
    'decide reply: modelWants',
    'compose draft: written',
    'delay wait: typingDelay',
    'rejudge drop: modelDrops',
    'dispatch end: silent',
  ])
  expect((await visitor.replies('lobby')).map(({ sender }) => sender)).toEqual(['iris'])
})
